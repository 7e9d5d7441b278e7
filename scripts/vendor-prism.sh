#!/usr/bin/env bash
# Makes reports/html/prism.js from the npm package that tests/pages/package.json pins: its own minimal files, unchanged, one
# after the other, after their licence. --check compares instead.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
package=${PRISM:-$ROOT/build/pages-tools/node_modules/prismjs}
target=$ROOT/reports/html/prism.js
[ -d "$package" ] || die "$package is not there: tests/integration/pages.sh gets it"

make() {
    local version part
    version=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$package/package.json")
    echo "/*! PrismJS $version, https://prismjs.com: core and the languages C#, F# and Visual Basic, from its npm package, unchanged."
    cat "$package/LICENSE"
    echo '*/'
    echo 'window.Prism = {manual: true};'
    for part in core clike csharp fsharp basic vbnet; do
        cat "$package/components/prism-$part.min.js"
        echo
    done
}

if [ "${1:-}" = --check ]; then
    diff <(make) "$target"
else
    make >"$target"
    say "$target is made"
fi
