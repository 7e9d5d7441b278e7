#!/usr/bin/env bash
# Starts the server by the command given, sends it the requests, ends it: serve.sh REQUESTS ANSWERS COMMAND...
# What the server prints goes to ANSWERS.server. Exit code: the command's.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
requests=$1 answers=$2
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkfifo "$work/in" || exit 1
rm -f "$answers" && : >"$answers.server" || exit 1 # no address of an earlier server
"$@" <"$work/in" >"$answers.server" &
server=$!
exec 9>"$work/in"
for ((i = 0; i < 1200; i++)); do
    address=$(grep -m 1 '^http://' "$answers.server") && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
[ -z "${address:-}" ] || python3 "$here/ask.py" "$address" "$requests" "$answers"
exec 9>&-
wait "$server"
