#!/usr/bin/env bash
# Runs all integration tests against build/release, one file after the other.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for file in library cobertura marks counts late xunit output traces inlining endings refusals standalone config settings paths commands explain ci; do
    printf '# %s\n' "$file"
    started=$SECONDS
    timeout 900 bash "$here/$file.sh" || echo "not ok - $file.sh did not end well"
    printf '# %s: %d s\n' "$file" $((SECONDS - started))
done
echo "integration tests done"
