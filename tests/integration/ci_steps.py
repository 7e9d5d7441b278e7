#!/usr/bin/env python3
"""Reads the pipeline files of examples/ci and runs their commands, in the order of the file, up to the publishing step.

    ci_steps.py list FILE                     the steps as JSON
    ci_steps.py run FILE --user REPOSITORY --clrcov URL --work DIRECTORY
    ci_steps.py fail FILE --work DIRECTORY    with tests that fail, and stand-ins for all programs

`run` clones REPOSITORY (the user's) into DIRECTORY, as the CI would, and gives the steps the variables and expressions
of that CI. It writes DIRECTORY/log and DIRECTORY/result.json: where the checkout is, what the publishing step was
given, whether the report is still the one that clrcov wrote. `fail` shows that a failing test neither keeps the report
from being published nor is forgotten. Exit code: 0 all right, 1 not, 2 the file cannot be understood.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
REPORT = "coverage.cobertura.xml"
GROOVY = ("/usr/share/java/groovy-all.jar", "/usr/share/groovy/embeddable/groovy-all.jar")
READERS = {"github-actions.yml": "github", "github-actions-codecov.yml": "codecov", "gitlab-ci.yml": "gitlab",
           "azure-pipelines.yml": "azure", "Jenkinsfile": "jenkins", "sonarqube.sh": "sonar"}
TEST_COMMAND = re.compile(r"\bclrcov\b.* run .*-- dotnet test")


class BadFile(Exception):
    """A pipeline file with something that this reader does not know."""


class StrictLoader(yaml.SafeLoader):
    """YAML 1.1 as its own loader has it, but a key that stands twice is an error, and `on` is a word."""


def unique_mapping(loader, node):
    keys = [loader.construct_object(key) for key, _ in node.value]
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise BadFile(f"{node.start_mark}: {sorted(twice)} stand twice")
    return loader.construct_mapping(node, deep=True)


StrictLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, unique_mapping)
StrictLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


@dataclass
class Step:
    """One step: a shell script, the publishing, or something the CI does itself (checkout, tools, caches)."""
    kind: str  # "shell", "publish", "checkout", "keep" (files for other jobs), "get" (such files), "own"
    name: str
    script: str = ""
    shell: list = field(default_factory=list)
    env: dict = field(default_factory=dict)
    after_failure: bool = False
    given: dict = field(default_factory=dict)  # inputs of the publishing step, or of what the CI does itself
    is_caught: bool = False  # when it fails, the job has failed, but goes on


@dataclass
class Pipeline:
    reader: str
    steps: list
    permissions: dict = field(default_factory=dict)
    log_pattern: str = ""
    variables: dict = field(default_factory=dict)


def load_yaml(path):
    text = path.read_text(encoding="utf-8")
    if "\t" in text:
        raise BadFile(f"{path}: a tab")
    document = yaml.load(text, Loader=StrictLoader)
    if not isinstance(document, dict):
        raise BadFile(f"{path}: not a mapping")
    return document


# --- GitHub ---------------------------------------------------------------------------------------

GITHUB_KINDS = {"actions/upload-code-coverage": "publish", "codecov/codecov-action": "publish",
                "actions/checkout": "checkout", "actions/upload-artifact": "keep", "actions/download-artifact": "get"}
GITHUB_SHELL = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail"]


def github_step(step):
    name = step.get("name", step.get("uses", ""))
    condition = str(step.get("if", "success()")).strip()
    after_failure = condition in ("${{ !cancelled() }}", "!cancelled()", "${{ always() }}", "always()")
    if not after_failure and condition != "success()":
        raise BadFile(f"{name}: the condition {condition} is not known")
    if "run" in step:
        return Step("shell", name, step["run"], GITHUB_SHELL, step.get("env", {}), after_failure)
    kind = GITHUB_KINDS.get(step["uses"].split("@")[0], "own")
    given = dict(step.get("with", {}), uses=step["uses"])
    return Step(kind, name, env=step.get("env", {}), after_failure=after_failure, given=given)


def load_workflow(path):
    document = load_yaml(path)
    for trigger in ("push", "pull_request"):
        if trigger not in document["on"]:
            raise BadFile(f"{path}: does not run on {trigger}")
    return document


def load_github(path, reader):
    document = load_workflow(path)
    (job,) = document["jobs"].values()
    return Pipeline(reader, [github_step(step) for step in job["steps"]],
                    permissions=job.get("permissions", document.get("permissions", {})))


def github_expressions(text, values):
    def value(match):
        expression = match.group(1).strip()
        for pattern, result in values:
            if re.fullmatch(pattern, expression):
                return result
        raise BadFile(f"the expression {expression} is not known")
    return re.sub(r"\$\{\{(.*?)\}\}", value, text)


# --- GitLab, Azure, Jenkins, a script -------------------------------------------------------------

def load_gitlab(path, reader):
    document = load_yaml(path)
    jobs = {name: job for name, job in document.items() if isinstance(job, dict) and "script" in job}
    ((name, job),) = jobs.items()
    steps = [Step("checkout", "checkout"), gitlab_script(name, job), gitlab_report(job)]
    return Pipeline(reader, steps, log_pattern=job.get("coverage", "").strip("/"), variables=job.get("variables", {}))


def gitlab_script(name, job):
    """The runner joins both scripts for one shell."""
    script = "\n".join(job.get("before_script", []) + job["script"])
    return Step("shell", name, script, ["bash", "-e", "-o", "pipefail"])


def gitlab_report(job):
    artifacts = job["artifacts"]
    return Step("publish", "artifacts", after_failure=artifacts.get("when") == "always",
                given=dict(artifacts["reports"]["coverage_report"]))


AZURE_OWN = ("UseDotNet@2", "Cache@2")


def azure_step(step):
    name = step.get("displayName", "")
    condition = step.get("condition", "succeeded()")
    if condition not in ("succeeded()", "succeededOrFailed()", "always()"):
        raise BadFile(f"{name}: the condition {condition} is not known")
    after_failure = condition != "succeeded()"
    if "checkout" in step:
        return Step("checkout", "checkout", given={"depth": step.get("fetchDepth")})
    if "bash" in step:
        return Step("shell", name, step["bash"], ["bash", "--noprofile", "--norc"], step.get("env", {}), after_failure)
    for word, kind in (("publish", "keep"), ("download", "get")):
        if word in step:
            return Step(kind, name, after_failure=after_failure, given=dict(step))
    if step["task"].startswith("PublishCodeCoverageResults@"):
        given = dict(step["inputs"], task=step["task"])
        return Step("publish", name, after_failure=after_failure, given=given)
    if step["task"] not in AZURE_OWN:
        raise BadFile(f"the task {step['task']} is not known")
    return Step("own", name, given=step["inputs"])


def load_azure(path, reader):
    document = load_yaml(path)
    return Pipeline(reader, [azure_step(step) for step in document["steps"]], variables=document.get("variables", {}))


JENKINS_KINDS = {"checkout": "checkout", "stash": "keep", "unstash": "get"}


def jenkins_step(part, after_failure):
    word, arguments = part["word"], part["arguments"]
    if word == "catchError":
        (inner,) = part["parts"]
        step = jenkins_step(inner, after_failure)
        step.is_caught = arguments[0].get("buildResult") == "FAILURE"
        return step
    if word == "sh":
        return Step("shell", "sh", arguments[0], ["sh", "-x", "-e"], after_failure=after_failure)
    if word == "recordCoverage":
        given = dict(arguments[0])
        recorded = after_failure and given.get("enabledForFailure") is True
        return Step("publish", word, after_failure=recorded, given=given)
    return Step(JENKINS_KINDS.get(word, "own"), word, after_failure=after_failure, given={"arguments": arguments})


def read_jenkinsfile(path):
    """The parts of the pipeline by their words."""
    jar = next((jar for jar in GROOVY if os.path.exists(jar)), None)
    if jar is None:
        raise BadFile("no Groovy: the package groovy is not installed")
    command = ["java", "-cp", jar, "groovy.ui.GroovyMain", str(HERE / "ci_jenkinsfile.groovy"), str(path)]
    got = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if got.returncode != 0:
        raise BadFile(got.stdout + got.stderr)
    return jenkins_words(json.loads(got.stdout))


def jenkins_words(parts):
    return {part["word"]: part for part in parts}


def jenkins_steps(words):
    """The steps of a stage, or of a pipeline with its stages: those of `post` are the last."""
    steps = [jenkins_step(step, False) for step in words.get("steps", {"parts": []})["parts"]]
    for stage in words.get("stages", {"parts": []})["parts"]:
        steps += jenkins_steps(jenkins_words(stage["parts"]))
    for condition in words.get("post", {"parts": []})["parts"]:
        steps += [jenkins_step(step, condition["word"] == "always") for step in condition["parts"]]
    return steps


def load_jenkins(path, reader):
    return Pipeline(reader, jenkins_steps(read_jenkinsfile(path)))


def load_script(path, reader):
    """The whole script is one step; what its scanner is called with is the publishing."""
    return Pipeline(reader, [Step("checkout", "checkout"),
                             Step("shell", path.name, f'bash "{path}"', ["bash", "-e"]),
                             Step("publish", "dotnet-sonarscanner", after_failure=True)])


LOADERS = {"github": load_github, "codecov": load_github, "gitlab": load_gitlab, "azure": load_azure,
           "jenkins": load_jenkins, "sonar": load_script}


def load(path):
    reader = READERS.get(path.name)
    if reader is None:
        raise BadFile(f"{path.name}: no reader is known for it")
    try:
        return LOADERS[reader](path, reader)
    except (KeyError, ValueError, TypeError, yaml.YAMLError) as error:
        raise BadFile(f"{path}: {type(error).__name__}: {error}") from error


# --- Running --------------------------------------------------------------------------------------

class Machine:
    """A machine of a CI: directories, variables, and what the steps changed."""
    report_command = TEST_COMMAND

    def __init__(self, pipeline, work, clrcov):
        self.pipeline, self.work = pipeline, work
        self.checkout, self.temp = work / "checkout", work / "temp"
        self.scanner_log = work / "scanner.log"
        self.temp.mkdir(parents=True, exist_ok=True)
        self.commit = "0" * 40
        self.env = dict(os.environ, CI="true", TMPDIR=str(self.temp))
        self.clrcov = clrcov
        self.own = self.own_variables(clrcov)
        self.failed = False
        self.result = {"reader": pipeline.reader, "checkout": str(self.checkout), "permissions": pipeline.permissions,
                       "log": str(work / "log"), "log_pattern": pipeline.log_pattern, "published": None,
                       "unedited": False, "failed": False}

    def own_variables(self, clrcov):
        """Variables that this CI sets, by reader."""
        checkout, temp = str(self.checkout), str(self.temp)
        common = {
            "github": {"GITHUB_WORKSPACE": checkout, "RUNNER_TEMP": temp, "GITHUB_PATH": temp + "/path"},
            "gitlab": {"CI_PROJECT_DIR": checkout, "GET_CLRCOV_FROM": clrcov, "GITLAB_CI": "true"},
            "azure": {"System.DefaultWorkingDirectory": checkout, "Agent.TempDirectory": temp, "Agent.OS": "Linux",
                      "Pipeline.Workspace": str(self.work), "GET_CLRCOV_FROM": clrcov},
            "jenkins": {"WORKSPACE": checkout, "WORKSPACE_TMP": temp, "GET_CLRCOV_FROM": clrcov},
            "sonar": {"GET_CLRCOV_FROM": clrcov, "SONAR_HOST_URL": "http://localhost:9000", "SONAR_TOKEN": "token",
                      "SONAR_PROJECT_KEY": "key", "SCANNER_LOG": str(self.scanner_log)},
        }
        common["codecov"] = common["github"]
        return common[self.pipeline.reader]

    def expand(self, text):
        """What the CI puts in for its own expressions."""
        if self.pipeline.reader in ("github", "codecov"):
            return github_expressions(text, [
                (r"github\.event\.pull_request\.head\.sha \|\| github\.sha", self.commit),
                (r"runner\.os", "Linux"), (r"hashFiles\(.*\)", "0" * 64), (r"secrets\.CODECOV_TOKEN", "token"),
                (r"vars\.GET_CLRCOV_FROM", self.clrcov)])
        if self.pipeline.reader == "azure":
            return self.azure_macros(text)
        if self.pipeline.reader == "gitlab":
            return re.sub(r"\$(CI_\w+)", lambda match: self.own[match.group(1)], text)
        return text

    def azure_macros(self, text):
        """$(name), which is left alone where no such variable exists: it is the shell's then."""
        values = dict(self.own)
        for name, value in self.pipeline.variables.items():
            values[name] = re.sub(r"\$\(([\w.]+)\)", lambda match: self.own[match.group(1)], str(value))
        return re.sub(r"\$\(([\w.]+)\)", lambda match: values.get(match.group(1), match.group(0)), text)

    def variables(self, step):
        env = dict(self.env)
        if self.pipeline.reader == "azure":
            env.update({name.upper().replace(".", "_"): value for name, value in self.own.items()})
        else:
            env.update(self.own)
        for layer in (self.pipeline.variables, step.env):
            # The packages of this machine stand for the cache.
            env.update({name: self.expand(str(value)) for name, value in layer.items() if name != "NUGET_PACKAGES"})
        return env

    def run_shell(self, step):
        script = self.temp / f"step-{len(list(self.temp.glob('step-*')))}"
        script.write_text(self.expand(step.script), encoding="utf-8")
        with open(self.work / "log", "a+", encoding="utf-8") as log:
            before = log.tell()
            got = subprocess.run(step.shell + [str(script)], cwd=self.checkout, env=self.variables(step), stdout=log,
                                 stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=600, check=False)
            log.seek(before)
            written = log.read()
        self.take_paths(written)
        return got.returncode

    def take_paths(self, written):
        """Directories that a step put before PATH for the steps after it."""
        added = re.findall(r"^##vso\[task\.prependpath\](.*)$", written, re.M)
        file = self.temp / "path"
        if file.exists():
            added += file.read_text(encoding="utf-8").splitlines()
            file.unlink()
        for directory in added:
            self.env["PATH"] = directory + os.pathsep + self.env["PATH"]

    def report_hash(self):
        report = self.checkout / REPORT
        return hashlib.sha256(report.read_bytes()).hexdigest() if report.exists() else None

    def publish(self, step, hash_after_tests):
        given = {name: self.expand(value) if isinstance(value, str) else value for name, value in step.given.items()}
        if self.pipeline.reader == "sonar":
            given = scanner_arguments(self.scanner_log)
            hash_after_tests = self.report_hash() if given else None
        self.result["published"] = given
        self.result["unedited"] = hash_after_tests is not None and hash_after_tests == self.report_hash()

    def run(self, clone):
        hash_after_tests = None
        for step in self.pipeline.steps:
            if self.failed and not step.after_failure:
                continue
            if step.kind == "checkout":
                self.commit = clone(self.checkout, step)
            elif step.kind == "publish":
                self.publish(step, hash_after_tests)
            elif step.kind == "shell":
                self.fail(step, self.run_shell(step) != 0)
                if self.report_command.search(step.script):
                    hash_after_tests = self.report_hash()
            else:
                self.fail(step, not self.do_own(step))
        (self.work / "result.json").write_text(json.dumps(self.result, indent=1), encoding="utf-8")
        return self.result

    def fail(self, step, has_failed):
        self.failed = self.failed or (has_failed and not step.is_caught)
        self.result["failed"] = self.result["failed"] or has_failed

    def do_own(self, step):
        """What the CI does itself; False: it failed."""
        if step.name == "deleteDir" and self.checkout.exists():
            shutil.rmtree(self.checkout)
        return True


def scanner_arguments(log):
    """What the stand-in of the scanner was called with: begin's settings, when end came after the report."""
    calls = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
    if [call["arguments"][0] for call in calls] != ["begin", "end"] or not calls[1]["report"]:
        return None
    return dict(argument[3:].split("=", 1) for argument in calls[0]["arguments"] if argument.startswith("/d:"))


SCANNER = """#!/usr/bin/env python3
import json, os, sys
with open(os.environ["SCANNER_LOG"], "a") as log:
    log.write(json.dumps({"arguments": sys.argv[1:], "report": os.path.exists("coverage.cobertura.xml")}) + "\\n")
"""
# Stand-ins for `fail`: clrcov leaves a report and ends as failing tests do, the others only do what is needed for that.
CLRCOV = f"#!/bin/sh\necho '<coverage/>' >{REPORT}\nexit 3\n"
CURL = "#!/bin/sh\n"
TAR = """#!/bin/sh
while [ "$1" != -C ]; do shift; done
mkdir -p "$2/bin"
cp "$(dirname "$0")/clrcov.sh" "$2/bin/clrcov"
"""


def stand_ins(directory, programs):
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in programs.items():
        (directory / name).write_text(text, encoding="utf-8")
        (directory / name).chmod(0o755)
    os.environ["PATH"] = str(directory) + os.pathsep + os.environ["PATH"]


def clone_of(repository):
    def clone(checkout, _step):
        subprocess.run(["git", "clone", "-q", "--depth", "1", "file://" + str(repository), str(checkout)], check=True)
        got = subprocess.run(["git", "-C", str(checkout), "rev-parse", "HEAD"], check=True, capture_output=True,
                             text=True)
        return got.stdout.strip()
    return clone


def empty_checkout(checkout, _step):
    checkout.mkdir(parents=True, exist_ok=True)
    return "1" * 40


def run(arguments):
    stand_ins(arguments.work / "programs", {"dotnet-sonarscanner": SCANNER})
    machine = Machine(load(arguments.file), arguments.work, arguments.clrcov)
    result = machine.run(clone_of(arguments.user))
    findings = [text for wrong, text in [(result["failed"], "a step failed"),
                                         (result["published"] is None, "nothing was published"),
                                         (not result["unedited"], "the report is not what clrcov wrote")] if wrong]
    return findings, machine.work / "log"


def fail(arguments):
    programs = {"dotnet-sonarscanner": SCANNER, "clrcov.sh": CLRCOV, "curl": CURL, "tar": TAR,
                "dotnet": "#!/bin/sh\n"}
    stand_ins(arguments.work / "programs", programs)
    machine = Machine(load(arguments.file), arguments.work, "repository")
    result = machine.run(empty_checkout)
    findings = [text for wrong, text in [(not result["failed"], "the failing tests are forgotten"),
                                         (result["published"] is None, "the report is not published"),
                                         (not result["unedited"], "the report is not what clrcov wrote")] if wrong]
    return findings, machine.work / "log"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("list", "run", "fail"))
    parser.add_argument("file", type=lambda text: Path(text).resolve())
    parser.add_argument("--user", type=Path)
    parser.add_argument("--clrcov")
    parser.add_argument("--work", type=lambda text: Path(text).resolve())
    arguments = parser.parse_args()
    try:
        if arguments.command == "list":
            print(json.dumps(asdict(load(arguments.file)), indent=1))
            return 0
        findings, log = {"run": run, "fail": fail}[arguments.command](arguments)
    except BadFile as error:
        print(error, file=sys.stderr)
        return 2
    if findings:
        print(log.read_text(encoding="utf-8", errors="replace") if log.exists() else "no log")
        print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
