#!/usr/bin/env bash
# Any way of loading: one program published in many forms (precompiled, composite, self-contained, single file,
# trimmed, for older runtimes), and one loader that loads plug-ins from files and bytes, into one context and many.
# Each line is as its source says, in each form and way the same, once and exact; plan and oracle give one report.
# A form whose packages do not restore is skipped by name.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARGET=$TARGETS/loading
export CLRCOV_GENERATED_CODE=keep # generated sources are what one of the plug-ins is there for
cd "$TARGET" || exit 1

# InputBubble: precompiled with its library as one version bubble.
# form | kind of its folders below obj and bin | program | trimmed: what nothing calls is not there
forms='ReadyToRun|ReadyToRun-net10.0-portable|ReadyToRun|
Composite|Composite-net10.0-portable|Composite|
InputBubble|InputBubble-net10.0-portable|InputBubble|
SelfContained|SelfContained-net10.0-portable|SelfContained|
SelfContained-net8.0|SelfContained-net8.0-portable|SelfContained|
SelfContained-net9.0|SelfContained-net9.0-portable|SelfContained|
SingleFile|SingleFile-net10.0-portable|SingleFile|
SingleFileEmbedded|SingleFileEmbedded-net10.0-embedded|SingleFileEmbedded|
SingleFileSelfContained|SingleFileSelfContained-net10.0-portable|SingleFileSelfContained|
SingleFileCompressed|SingleFileCompressed-net10.0-portable|SingleFileCompressed|trimmed
SingleFileCompressedEmbedded|SingleFileCompressedEmbedded-net10.0-embedded|SingleFileCompressedEmbedded|
Trimmed|Trimmed-net10.0-portable|Trimmed|trimmed'

# The short run has what makes forms: precompiled code, a framework of its own, one file, symbols in the image.
if ! is_full; then
    left_to_full=$(grep -vE '^(ReadyToRun|Composite|SingleFileCompressedEmbedded)\|' <<<"$forms" | cut -d'|' -f1 | sed 's/$/%3B/' | tr -d '\n')
    forms=$(grep -E '^(ReadyToRun|Composite|SingleFileCompressedEmbedded)\|' <<<"$forms")
fi

# Why the packages of a project were not restored; nothing when they were.
not_restored() { # KIND
    python3 - "obj/$1/project.assets.json" <<'END'
import json, sys
try:
    logs = json.load(open(sys.argv[1], encoding="utf-8")).get("logs", [])
    errors = [log["code"] + ": " + log["message"].split(". ")[0] for log in logs if log["level"] == "Error"]
except (OSError, ValueError) as problem:
    errors = [str(problem)]
if errors:
    print(errors[0])
END
}

# measured NAME OUTPUT CONFIG SOURCES OPTIONS COMMAND...: runs the command, whose output is known, and holds the
# report, $WORK/NAME.xml, against the marks.
measured() {
    local name=$1 output=$2 config=$3 sources=$4 options=$5 got exact=
    shift 5
    # shellcheck disable=SC2086
    got=$("$CLRCOV" run -q -o "$WORK/$name.xml" $options -- "$@") || { echo "exit $?: $got"; return 1; }
    [ "$got" = "$output" ] || { echo "output: $got, expected $output"; return 1; }
    case $options in *exact*) exact=--exact ;; esac
    # shellcheck disable=SC2086
    check_marks $exact --config "$config" "$WORK/$name.xml" $sources
}

# --- one program, many forms -----------------------------------------------------------------------

# Once, with a probe everywhere, exact; each equals the marks, and the first two each other.
all_ways() { # NAME ID CONFIG SOURCES PROGRAM
    local name=$1 id=$2 config=$3 sources=$4 program=$5
    check "$name: equals the marks" measured "$id-plan" 1476 "$config" "$sources" "" "$program"
    check "$name, a probe everywhere: equals the marks" measured "$id-all" 1476 "$config" "$sources" --probe-all "$program"
    check "$name: plan and oracle agree" same_report "$WORK/$id-plan.xml" "$WORK/$id-all.xml"
    check "$name, exact: equals the marks" measured "$id-exact" 1476 "$config" "$sources" "--hits exact" "$program"
}

has_no() { [ -f "$2" ] && ! grep -- "$1" "$2"; }

# What makes the form what it is.
is_form() { # FORM FOLDER
    case $1 in
    InputBubble) grep -q RTR "$2/InputBubble.dll" && grep -q RTR "$2/Loading.Core.dll" ;;
    ReadyToRun) grep -q RTR "$2/ReadyToRun.dll" && grep -q RTR "$2/Loading.Core.dll" ;;
    Composite) grep -q RTR "$2/Composite.r2r.dll" && [ -f "$2/libcoreclr.so" ] ;;
    SingleFileEmbedded | SingleFileCompressedEmbedded) [ "$(ls "$2")" = "$1" ] ;;
    SingleFile*) [ "$(find "$2" -type f ! -name '*.pdb' -printf %f)" = "$1" ] && [ -f "$2/$1.pdb" ] ;;
    SelfContained-*) ls "$2/libcoreclr.so" && grep -q "\"version\": \"${1#*-net}" "$2/SelfContained.runtimeconfig.json" ;;
    *) [ -f "$2/libcoreclr.so" ] ;;
    esac
}

check_form() { # FORM KIND PROGRAM TRIMMED
    local form=$1 folder=bin/$2/publish sources="Core Program" reason
    reason=$(not_restored "$2")
    if [ -n "$reason" ]; then
        echo "ok - loading: $form # skipped: $reason"
        return
    fi
    if [ ! -x "$folder/$3" ]; then
        not_ok "loading: $form is published" "$(grep -F "$3.csproj" "$WORK/build.log")"
        return
    fi
    check "loading: $form is what it says" is_form "$form" "$folder"
    [ -z "$4" ] || sources="Core/Parts.cs Program"
    all_ways "loading: $form" "$form" Release "$sources" "$folder/$3"
    case $form in
    ReadyToRun | Composite | InputBubble)
        check "loading: $form, only the library is measured: equals the marks" measured "$form-part" 1476 Release Core \
            "--exclude assembly:$3" "$folder/$3"
        ;;
    esac
    [ -z "$4" ] || check "loading: $form: what was trimmed away is not there" has_no Unused.cs "$WORK/$form-plan.xml"
}

check_forms() {
    local form kind program trimmed
    for config in Debug Release; do
        all_ways "loading: $config" "$config" "$config" "Core Program" "bin/Plain-net10.0-portable/$config/Plain"
    done
    while IFS='|' read -r form kind program trimmed; do
        check_form "$form" "$kind" "$program" "$trimmed"
    done <<<"$forms"
}

# --- many ways of loading --------------------------------------------------------------------------

# kind | output | sources
kinds='outside|39|Plugin
resolved|39|Plugin
bytes|39|Plugin
stream|39|Plugin
alone|39|Plugin
embedded|39|Plugin
contexts|39|Plugin
mixed|39|Plugin
replaced|39|Plugin
deleted|39|Plugin
reference|41|Plugin Contract
twins|18|TwinOne TwinTwo
resources|19|Texts
generated|394|Generated GENERATED'

generated=generated/Loading.Generator/Loading.Generator.HalfGenerator/Half.g.cs

# The plug-ins, each in a folder of its own: some kinds change them.
plugins() { # FOLDER CONFIG
    local pair
    rm -rf "$1"
    mkdir "$1"
    for pair in Plugin:Loading.Plugin Embedded:Loading.Embedded TwinOne:TwinOne TwinTwo:TwinTwo; do
        cp -r "bin/${pair#*:}-net10.0-portable/$2" "$1/${pair%:*}"
    done
}

load() { # ID OUTPUT CONFIG SOURCES OPTIONS LOADER KIND
    plugins "$WORK/plugins-$3" "$3"
    measured "$1" "$2" "$3" "$4" "$5" "$6" "$7" "$WORK/plugins-$3"
}

# A line of the summary, of a run with -v.
summary_says() { # LOADER KIND CONFIG PATTERN
    plugins "$WORK/plugins-$3" "$3"
    "$CLRCOV" run -v -o "$WORK/summary-$3.xml" -- "$1" "$2" "$WORK/plugins-$3" >"$WORK/summary-$3.txt" 2>&1
    grep -Eq -- "$4" "$WORK/summary-$3.txt" || { cat "$WORK/summary-$3.txt"; return 1; }
}

# Sources that are nowhere are reported on demand, with the same lines as those on disk.
kept_without_sources() { # LOADER CONFIG
    "$CLRCOV" run -q -o "$WORK/kept-$2.xml" --without-sources keep -- "$1" generated "$WORK/plugins-$2" >/dev/null
    python3 - "$WORK/kept-$2.xml" <<'END'
import sys, xml.etree.ElementTree as ET
found = {"Disk": {}, "Memory": {}}
for c in ET.parse(sys.argv[1]).iter("class"):
    if c.get("filename").endswith("Half.g.cs"):
        which = "Disk" if "Generated.Disk" in c.get("filename") else "Memory"
        for line in c.iterfind("lines/line"):
            found[which][line.get("number")] = (line.get("hits"), line.get("condition-coverage"))
print(found)
sys.exit(found["Disk"] != found["Memory"] or len(found["Disk"]) < 5)
END
}

explains() { # PATTERN THING: of the last run with -v
    local session
    session=$(sed -n 's/^clrcov: session: //p' "$WORK/summary-$config.txt")
    "$CLRCOV" explain --session "$session" "$2" | tee "$WORK/explain-$config.txt" | grep -Eq -- "$1" ||
        { cat "$WORK/explain-$config.txt"; return 1; }
}

# COMMAND...: with generated code left out, as it is by default.
env_skip() { CLRCOV_GENERATED_CODE=skip "$@"; }

check_kinds() {
    local kind config way output sources options
    while read -r kind config way; do
        IFS='|' read -r _ output sources <<<"$(grep "^$kind|" <<<"$kinds")"
        sources=${sources/GENERATED/obj/Loading.Generated.Disk-net10.0-portable/$config/$generated}
        case $way in
        plan) options= ;;
        all) options=--probe-all ;;
        exact) options="--hits exact" ;;
        esac
        check "loading: $config, $kind, $way: equals the marks" load "$kind-$config-$way" "$output" "$config" "$sources" \
            "$options" "bin/Loader-net10.0-portable/$config/Loader" "$kind"
        [ $way = all ] && is_full || continue
        check "loading: $config, $kind: plan and oracle agree" \
            same_report "$WORK/$kind-$config-plan.xml" "$WORK/$kind-$config-all.xml"
    done < <(combinations "$(cut -d'|' -f1 <<<"$kinds" | tr '\n' ' ')" "Debug Release" "plan all exact")
}

check_reasons() { # CONFIG
    local config=$1 loader=bin/Loader-net10.0-portable/$1/Loader other=Debug
    # Another build of the plug-in lies beside the program: it is not what ran, and adds nothing.
    [ "$config" = Release ] || other=Release
    cp -r "bin/Loader-net10.0-portable/$config" "$WORK/beside-$config"
    cp "bin/Loading.Plugin-net10.0-portable/$other"/Loading.Plugin.{dll,pdb} "$WORK/beside-$config/"
    check "loading: $config, another build lies beside the program" \
        load "beside-$config" 39 "$config" Plugin "--hits exact" "$WORK/beside-$config/Loader" bytes

    check "loading: $config, from bytes, the symbols are nowhere" \
        summary_says "$loader" nowhere "$config" '^  Loading.Plugin: in memory without symbols$'
    check "loading: $config, from bytes, the symbols are nowhere: not in the report" \
        has_no 'name="Loading.Plugin"' "$WORK/summary-$config.xml"
    check "loading: $config, a reference assembly" summary_says "$loader" reference "$config" '^Loading\.Plugin '
    check "loading: $config, a reference assembly is not in the report" has_no Loading.Contract "$WORK/summary-$config.xml"
    check "loading: $config, generated sources: runs" summary_says "$loader" generated "$config" '^Loading.Generated.Memory '
    check "loading: $config, generated sources that are nowhere: told of the assembly" \
        env_skip explains 'member .*Half\.Generated\(.*: generated code: its file is named like generated code' Loading.Generated.Memory
    check "loading: $config, generated sources that are nowhere: told of the file" \
        env_skip explains 'Generated\.Memory.*Half\.g\.cs is not in the report: generated code: ' Half.g.cs
    check "loading: $config, generated sources that are nowhere, kept" kept_without_sources "$loader" "$config"
}

# Precompiled code as bytes beside precompiled code from a file.
check_program() {
    local folder=$WORK/programs
    [ -x bin/ReadyToRun-net10.0-portable/publish/ReadyToRun ] || return
    mkdir "$folder"
    cp -r bin/ReadyToRun-net10.0-portable/publish "$folder/ReadyToRun"
    local options output=$'1476\n0'
    for options in "" --probe-all "--hits exact"; do
        check "loading: a precompiled program from bytes, its library from a file ${options}" measured program "$output" \
            Release "Core Program" "$options" bin/Loader-net10.0-portable/Release/Loader program "$folder"
    done
}

# --- build everything once -------------------------------------------------------------------------
build_tool msbuild Build.proj -t:Restore -nologo -v:q >"$WORK/restore.log" 2>&1
skip=
while IFS='|' read -r form kind _; do
    [ -z "$(not_restored "$kind")" ] || skip+="$form%3B"
done <<<"$forms"
is_full || skip+=$left_to_full
build_tool msbuild Build.proj -t:Build -nologo -v:q -m:2 -p:Skip="$skip" >"$WORK/build.log" 2>&1
check "loading: what was restored is built" has_no ': error ' "$WORK/build.log"
for program in Loader Plain; do
    for config in Debug Release; do
        [ -x "bin/$program-net10.0-portable/$config/$program" ] ||
            { not_ok "loading: $program is built, $config" "$(cat "$WORK/build.log" "$WORK/restore.log")"; exit 1; }
    done
done

# Two lanes side by side; each is printed when it has ended.
check_forms >"$WORK/forms.txt" 2>&1 &
{
    check_kinds
    for config in $(short_or_full Debug "Debug Release"); do check_reasons $config; done
    check_program
} >"$WORK/loader.txt" 2>&1
wait
cat "$WORK/forms.txt" "$WORK/loader.txt"
