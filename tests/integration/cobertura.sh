#!/usr/bin/env bash
# The Cobertura file is well-formed by our own RELAX NG schema, with the paths of the repository.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

hello=$EXAMPLES/hello
build "$hello" Release || exit 1
dll=$(echo "$hello"/bin/Release/net10.0/*ello.dll)
(cd "$hello" && "$CLRCOV" run -q -- dotnet "$dll" >/dev/null)
report=$hello/coverage.cobertura.xml
check "cobertura: written to the working directory" test -s "$report"
check "cobertura: valid by the schema" xmllint --noout --nonet --relaxng "$ROOT/tests/integration/cobertura.rng" "$report"
check "cobertura: one source, the root" test "$(grep -o '<source>[^<]*' "$report")" = "<source>$ROOT"
check "cobertura: paths are relative to it and exist" python3 - "$report" "$ROOT" <<'EOF'
import os, sys, xml.etree.ElementTree as ET
names = {c.get("filename") for c in ET.parse(sys.argv[1]).getroot().iter("class")}
assert names, "no classes"
for name in names:
    assert not name.startswith(("/", "./", "..")) and "\\" not in name, name
    assert os.path.isfile(os.path.join(sys.argv[2], name)), name
EOF
rm -f "$report"
