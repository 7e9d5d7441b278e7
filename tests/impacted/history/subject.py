"""A public project whose history is walked: its tree at a commit, made fit for this machine.

A subject is an object of subjects.json:

    name, commits       commits: "FIRST..LAST", first parents of LAST that touch `paths`, or a list of ids
    paths               what a commit has to touch to count ("*.cs")
    tests               arguments of `dotnet test`
    sources             folders that `undo` takes from the commit before
    environment         of all commands
    mapApart            true: a long suite, whose map is renewed in a run of its own
    framework           replaces the target frameworks of all projects
    pins, remove        packages: another version, none
    replace             [[pattern of files, regular expression, text]]
    files               {path: text} that are written into the tree
"""

import fnmatch
import json
import os
import re
import shutil
import subprocess

PROJECTS = (".csproj", ".fsproj", ".vbproj", ".props", ".targets")
PACKAGE = r"<(PackageReference|PackageVersion|GlobalPackageReference)\s+(?:Include|Update)=\"{}\""
KEPT = {"bin", "obj", "artifacts", "TestResults"}      # what builds and tests leave behind


def read_subject(file, name):
    with open(file, encoding="utf-8") as stream:
        subjects = {s["name"]: s for s in json.load(stream)}
    if name not in subjects:
        raise SystemExit(f"{name}: no such subject; {file} has {', '.join(subjects)}")
    return subjects[name]


def run_git(folder, *words):
    return subprocess.run(["git", "-C", folder, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def list_commits(repository, subject):
    """Ids from the oldest to the newest."""
    if isinstance(subject["commits"], list):
        return subject["commits"]
    first, last = subject["commits"].split("..")
    ids = run_git(repository, "rev-list", "--first-parent", "--reverse", f"{first}^..{last}", "--", *subject.get("paths", ["*.cs"]))
    return ids.split()


# --- the tree of a commit ---------------------------------------------------------------------------------------------

def edit(path, change):
    with open(path, encoding="utf-8", newline="") as stream:
        text = stream.read()
    changed = change(text)
    if changed != text:
        with open(path, "w", encoding="utf-8", newline="") as stream:
            stream.write(changed)


def adapt_project(subject, text):
    if subject.get("framework"):
        text = re.sub(r"<TargetFrameworks?( [^>]*)?>[^<]*</TargetFrameworks?>",
                      rf"<TargetFramework\1>{subject['framework']}</TargetFramework>", text)
        text = re.sub(r"'net[5-9]\.0'", f"'{subject['framework']}'", text)
    # packages of near versions are warnings
    text = re.sub(r"<(TreatWarningsAsErrors|EnablePackageValidation)( [^>]*)?>\s*true", r"<\1\2>false", text, flags=re.I)
    for name in subject.get("remove", []):
        text = re.sub(PACKAGE.format(re.escape(name)) + r"[^>]*?(/>|>.*?</\1>)", "", text, flags=re.S)
    for name, version in subject.get("pins", {}).items():
        text = re.sub("(" + PACKAGE.format(re.escape(name)) + r"[^>]*\bVersion=\")[^\"]*\"", rf'\g<1>{version}"', text)
        text = re.sub("(" + PACKAGE.format(re.escape(name)) + r"[^>]*>\s*<Version>)[^<]*<", rf"\g<1>{version}<", text)
    return text


def adapt(folder, subject):
    for path in list_files(folder):
        whole = os.path.join(folder, path)
        if path.endswith(PROJECTS) and not os.path.islink(whole):
            edit(whole, lambda text: adapt_project(subject, text))
        for pattern, old, new in subject.get("replace", []):
            if fnmatch.fnmatch(path, pattern):
                edit(whole, lambda text, old=old, new=new: re.sub(old, new, text))
    for path, text in subject.get("files", {}).items():
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as stream:
            stream.write(text)


def list_files(folder):
    for at, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if f != ".git"]
        for name in names + [f for f in folders if os.path.islink(os.path.join(at, f))]:
            yield os.path.relpath(os.path.join(at, name), folder)


def is_equal(one, other):
    if os.path.islink(one) or os.path.islink(other):
        return os.path.islink(one) and os.path.islink(other) and os.readlink(one) == os.readlink(other)
    if not os.path.isfile(other) or os.path.getsize(one) != os.path.getsize(other):
        return False
    with open(one, "rb") as a, open(other, "rb") as b:
        return a.read() == b.read()


class Tree:
    """Sources of a commit in `folder`; what is built there stays. Files that did not change keep their times."""

    def __init__(self, repository, subject, clean, folder):
        self.subject, self.clean, self.folder = subject, clean, folder
        if not os.path.isdir(clean):
            run_git(".", "clone", "-q", "--shared", "--no-checkout", repository, clean)
        if not os.path.isdir(folder):
            run_git(".", "clone", "-q", "--shared", "--no-checkout", repository, folder)

    def set(self, commit, undone=None):
        """`undone`: the commit from which the folders `sources` are taken."""
        run_git(self.clean, "checkout", "-q", "-f", "--detach", commit)
        run_git(self.clean, "clean", "-q", "-f", "-d", "-x")
        if undone:
            for folder in self.subject["sources"]:
                shutil.rmtree(os.path.join(self.clean, folder), ignore_errors=True)
                run_git(self.clean, "checkout", "-q", undone, "--", folder)
        adapt(self.clean, self.subject)
        self.copy_sources()
        run_git(self.folder, "update-ref", "--no-deref", "HEAD", commit)

    def copy_sources(self):
        wanted = set(list_files(self.clean))
        for path in set(list_files(self.folder)) - wanted:
            if not KEPT & set(path.split(os.sep)):
                os.remove(os.path.join(self.folder, path))
        for path in wanted:
            source, target = os.path.join(self.clean, path), os.path.join(self.folder, path)
            if is_equal(source, target):
                continue
            if os.path.lexists(target):
                os.remove(target)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target, follow_symlinks=False)
