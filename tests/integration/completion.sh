#!/usr/bin/env bash
# Manual pages and completion, as they are installed: mandoc finds nothing, and the shells themselves offer what the tables of
# options have. Reads the files that scripts/build.sh release wrote.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pages=$ROOT/build/release/pages

check "each command has a page" [ "$(ls "$pages" | grep -c '\.1$')" -eq $(($("$CLRCOV" --help | grep -cE '^  [a-z]+ +[A-Z]'))) ]
problems=$(mandoc -T lint -W warning "$pages"/*.1 2>&1 | grep -v 'missing date')
check "mandoc finds nothing in the pages" [ -z "$problems" ]
[ -z "$problems" ] || head -5 <<<"$problems"
check "the page of run has its options" grep -q -- '--fail-under-line-patch' <(mandoc -T utf8 "$pages/clrcov-run.1" | col -b)

# in_bash WORDS...: what bash offers for the last word; bash takes '=' for a word.
in_bash() {
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _clrcov; echo "${COMPREPLY[*]}"' "$pages/clrcov.bash" "$@"
}
cd "$WORK" && mkdir one && touch two || exit 1
check "bash: commands" [ "$(in_bash clrcov me)" = merge ]
check "bash: options" [ "$(in_bash clrcov run --hi)" = --hits ]
check "bash: values" [ "$(in_bash clrcov run --hits '')" = 'once exact' ]
check "bash: values behind =" [ "$(in_bash clrcov run --hits = e)" = exact ]
check "bash: values of a letter" [ "$(in_bash clrcov report -f lc)" = lcov ]
check "bash: folders" [ "$(in_bash clrcov run --root o)" = one ]
check "bash: files" [ "$(in_bash clrcov compare tw)" = two ]
check "bash: the wrapped command" grep -qw dotnet <(in_bash clrcov run -- dotne)
check "bash: its arguments are no options of ours" [ "$(in_bash clrcov run -- dotnet --hi)" = '' ]

# A running program is offered, by id in all shells and by name in those that show one.
build "$TARGETS/kill" Debug
dotnet "$TARGETS/kill/bin/Debug/net10.0/KillTarget.dll" sleep >"$WORK/out" &
running=$!
until grep -q ready "$WORK/out"; do sleep 0.1; done
PATH="$(dirname "$CLRCOV"):$PATH"
check "processes: the program with its id" grep -qx "$running"$'\t'"KillTarget.dll" <("$CLRCOV" completion processes)
check "bash: a process" grep -qw "$running" <(in_bash clrcov attach '')
for shell in bash zsh fish; do
    name=clrcov.$shell
    [ $shell != zsh ] || name=_clrcov
    check "$shell: the command prints what is installed" cmp <("$CLRCOV" completion $shell) "$pages/$name"
done
exits "completion: another shell" 64 'name one shell: bash, zsh or fish' "$CLRCOV" completion tcsh

in_fish() { fish -c "source '$pages/clrcov.fish'; complete -C '$1'" | cut -f1 | tr '\n' ' '; }
check "fish: commands" [ "$(in_fish 'clrcov me')" = 'merge ' ]
check "fish: options" [ "$(in_fish 'clrcov run --hi')" = '--hits ' ]
check "fish: a process" grep -q "$running" <(in_fish 'clrcov watch ')
check "fish: values" [ "$(in_fish 'clrcov run --hits ')" = 'exact once ' ]

# zsh completes in its line editor only: a pseudo-terminal, keys, and what it then shows.
in_zsh() {
    python3 - "$pages" "$1" <<'END'
import os, pty, re, select, sys, time
pages, line = sys.argv[1:]
pid, fd = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm", PS1="", COLUMNS="200", LINES="50")
    os.execvp("zsh", ["zsh", "-f", "-i"])
def until(mark, seconds):
    text, end = "", time.time() + seconds
    while time.time() < end and not re.search(mark, text):
        if select.select([fd], [], [], 0.2)[0]:
            try:
                text += os.read(fd, 65536).decode(errors="replace")
            except OSError:
                break
    return text
os.write(fd, f"PS1=; fpath=('{pages}' $fpath); autoload -Uz compinit; compinit -u -D; unsetopt list_ambiguous; echo rea''dy\r".encode())
until("ready", 30)
os.write(fd, line.encode() + b"\t\t")
time.sleep(0.5)
text = until("no such text", 3)
os.kill(pid, 9)
print(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\r\x07\x08]", " ", text))
END
}
check "zsh: commands" grep -q 'merge' <(in_zsh 'clrcov mer')
check "zsh: options" grep -q 'fail-under-branch-patch' <(in_zsh 'clrcov run --fail-under-br')
check "zsh: values" grep -Eq 'once +exact|exact +once' <(in_zsh 'clrcov run --hits ')
kill -KILL "$running"
wait "$running" 2>/dev/null || true
