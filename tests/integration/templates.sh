#!/usr/bin/env bash
# The application templates of the SDK: every decision of the report stands on a line that has one. What Razor generates
# for tag helpers and markup has many, on no line (`#line hidden`); the author's own decisions in a page stay.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
check_decisions() { python3 "$ROOT/tests/integration/check_decisions.py" "$@"; }

apps=$WORK/apps
mkdir "$apps"
cd "$apps" || exit 1

make_apps() {
    local template
    for template in web razor mvc blazor worker; do
        build_tool new "$template" -o "$template" -n "App_$template" --no-restore || return 1
    done
}

# A page with decisions of its own, between tag helpers.
write_page() {
    cat >mvc/Views/Home/Index.cshtml <<'PAGE'
@{
    var items = new[] { 1, 2, 3 };
    string? name = Context.Request.Query["name"];
}
<form asp-action="Index"><input name="name" /></form>
@if (name == null)
{
    <a asp-action="Privacy">none</a>
}
else
{
    <p>@name</p>
}
<a asp-action="Privacy" class="@(name == "x" ? "a" : "b")">more</a>
@foreach (var item in items)
{
    <a asp-action="Privacy">@(item > 2 ? Math.Max(item, 3) : item)</a>
}
@switch (items.Length)
{
    case 3:
        <p>three</p>
        break;
    default:
        <a asp-action="Privacy">many</a>
        break;
}
<p>@(name ?? "nobody")</p>
PAGE
}

# In one process, two at a time.
build_apps() {
    cat >all.proj <<'PROJECT'
<Project>
  <ItemGroup><App Include="*/*.csproj" /></ItemGroup>
  <Target Name="Restore"><MSBuild Projects="@(App)" Targets="Restore" /></Target>
  <Target Name="Build"><MSBuild Projects="@(App)" Targets="Build" BuildInParallel="true" /></Target>
</Project>
PROJECT
    build_tool msbuild all.proj -t:Restore -nologo -v:q &&
        build_tool msbuild all.proj -t:Build -nologo -v:q -m:2 -p:Configuration=Debug &&
        build_tool build mvc -c Release --no-restore --nologo -v quiet
}

get() { python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=60).read()' "$1"; }

# run_app REPORT NAME CONFIG PAGE...: starts it, asks for the pages, stops it as Ctrl+C does.
run_app() {
    local report=$1 name=$2 config=$3 log=$1.log process url page
    shift 3
    (
        cd "$name" || exit 1
        export ASPNETCORE_URLS=http://127.0.0.1:0 DOTNET_ENVIRONMENT=Development ASPNETCORE_ENVIRONMENT=Development
        exec timeout 120 "$CLRCOV" run -q -o "$report" -- dotnet "bin/$config/net10.0/App_$name.dll"
    ) >"$log" 2>&1 &
    process=$!
    wait_for 60 has_line 'Application started' "$log" || { cat "$log"; kill "$process"; return 1; }
    url=$(sed -n 's/.*Now listening on: //p' "$log" | head -1)
    for page in "$@"; do
        get "$url$page" || { echo "no page $page"; kill "$process"; return 1; }
    done
    kill -TERM "$process"
    wait "$process" || { cat "$log"; return 1; }
}

check "the templates are there" make_apps
write_page
check "they build" build_apps
check "web runs" run_app "$WORK/web.xml" web Debug /
check "razor runs" run_app "$WORK/razor.xml" razor Debug / /Privacy /Error
for config in Debug Release; do
    check "mvc runs ($config)" run_app "$WORK/mvc-$config.xml" mvc "$config" / /Home/Privacy /Home/Error
done
check "blazor runs" run_app "$WORK/blazor.xml" blazor Debug / /counter /weather /Error
check "worker runs" run_app "$WORK/worker.xml" worker Debug

check "web: no decision" check_decisions "$WORK/web.xml" Program.cs=0
check "razor: those of the sources" check_decisions "$WORK/razor.xml" Program.cs=2 Pages/Error.cshtml=2 \
    Pages/Error.cshtml.cs=4 Pages/Shared/_Layout.cshtml=0
# The page: if, foreach, ?: and ?? have 2 arms each, and so has the switch. The ?: of `class` is a part of a generated statement.
for config in Debug Release; do
    check "mvc: those of the sources ($config)" check_decisions "$WORK/mvc-$config.xml" Program.cs=2 \
        Controllers/HomeController.cs=4 Views/Shared/Error.cshtml=2 Views/Shared/_Layout.cshtml=0 Views/Home/Index.cshtml=10
done
check "blazor: those of the sources" check_decisions "$WORK/blazor.xml" Program.cs=2 Components/Pages/Error.razor=8 \
    Components/Pages/Weather.razor=4
check "worker: those of the sources" check_decisions "$WORK/worker.xml" Worker.cs=4
