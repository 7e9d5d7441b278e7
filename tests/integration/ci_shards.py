#!/usr/bin/env python3
"""Runs the pipeline files of examples/ci whose tests are spread over several machines (NAME-shards).

    ci_shards.py list FILE                     the jobs and their steps as JSON
    ci_shards.py run FILE --user REPOSITORY --clrcov URL --work DIRECTORY
    ci_shards.py fail FILE --work DIRECTORY    with stand-ins for all programs: failing tests, then a gate that is not met

Each job of the matrix and each other job gets a machine of its own, one after the other (ci_steps.py). What a job keeps
for others lies in DIRECTORY/artefacts. `run` plays a pull request of REPOSITORY's branch `change` to `main`; the last
job writes DIRECTORY/result.json and DIRECTORY/log. Exit code: 0 all right, 1 not, 2 the file cannot be understood.
"""

import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

import yaml

import ci_steps
from ci_steps import BadFile, Pipeline, Step

READERS = {"github-actions-shards.yml": "github", "gitlab-ci-shards.yml": "gitlab",
           "azure-pipelines-shards.yml": "azure", "Jenkinsfile-shards": "jenkins"}
MERGE_COMMAND = re.compile(r"\bclrcov\b.* merge ", re.S)
ALWAYS = ("${{ !cancelled() }}", "succeededOrFailed()", "always")


@dataclass
class Job:
    """A job, or one of a matrix with the values that it has there."""
    name: str
    pipeline: Pipeline
    values: dict = field(default_factory=dict)
    after_failure: bool = False  # runs also when a job before it failed


def combinations(axes):
    """Every choice of one value of each axis, as a dictionary."""
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


# --- Loaders: the jobs in the order in which they run ---------------------------------------------

def load_github(path):
    document = ci_steps.load_workflow(path)
    jobs, last = [], None
    for name, job in document["jobs"].items():
        if last is not None and job.get("needs") != last:
            raise BadFile(f"{name} does not wait for {last}")
        pipeline = Pipeline("github", [ci_steps.github_step(step) for step in job["steps"]],
                            permissions=job.get("permissions", document.get("permissions", {})),
                            variables=job.get("env", {}))
        for values in combinations(job.get("strategy", {}).get("matrix", {})):
            jobs.append(Job(name, pipeline, values, job.get("if") in ALWAYS))
        last = name
    return jobs


def gitlab_keep(job):
    artifacts = job.get("artifacts", {})
    return Step("keep", "artifacts", after_failure=artifacts.get("when") == "always",
                given={"path": artifacts["paths"]})


def load_gitlab(path):
    document = ci_steps.load_yaml(path)
    jobs = []
    for stage in document["stages"]:
        for name, job in document.items():
            if not isinstance(job, dict) or job.get("stage") != stage:
                continue
            job = {**document.get(job.get("extends"), {}), **job}
            steps = [Step("checkout", "checkout", given={"depth": job.get("variables", {}).get("GIT_DEPTH", 1)}),
                     Step("get", "artifacts"), ci_steps.gitlab_script(name, job), gitlab_keep(job)]
            if "reports" in job.get("artifacts", {}):
                steps.append(ci_steps.gitlab_report(job))
            pipeline = Pipeline("gitlab", steps, log_pattern=job.get("coverage", "").strip("/"),
                                variables=job.get("variables", {}))
            for axes in job.get("parallel", {}).get("matrix", [{}]):
                jobs += [Job(name, pipeline, values, job.get("when") in ALWAYS) for values in combinations(axes)]
    return jobs


def load_azure(path):
    document = ci_steps.load_yaml(path)
    jobs, last = [], None
    for job in document["jobs"]:
        if last is not None and job.get("dependsOn") != last:
            raise BadFile(f"{job['job']} does not wait for {last}")
        pipeline = Pipeline("azure", [ci_steps.azure_step(step) for step in job["steps"]],
                            variables=document.get("variables", {}))
        for values in job.get("strategy", {}).get("matrix", {"": {}}).values():
            jobs.append(Job(job["job"], pipeline, values, job.get("condition") in ALWAYS))
        last = job["job"]
    return jobs


def jenkins_axes(matrix):
    words = [ci_steps.jenkins_words(axis["parts"]) for axis in matrix["axes"]["parts"]]
    return {axis["name"]["arguments"][0]: axis["values"]["arguments"] for axis in words}


def load_jenkins(path):
    """A stage runs only when those before it did not fail: what may fail is in catchError."""
    jobs = []
    for stage in ci_steps.read_jenkinsfile(path)["stages"]["parts"]:
        words, axes = ci_steps.jenkins_words(stage["parts"]), {}
        if "matrix" in words:
            words = ci_steps.jenkins_words(words["matrix"]["parts"])
            axes = jenkins_axes(words)
        steps = ci_steps.jenkins_steps(words)
        for step in steps:
            if step.kind == "checkout":
                step.given["depth"] = 0  # the whole history is the default
        jobs += [Job(stage["arguments"][0], Pipeline("jenkins", steps), values) for values in combinations(axes)]
    return jobs


LOADERS = {"github": load_github, "gitlab": load_gitlab, "azure": load_azure, "jenkins": load_jenkins}


def load(path):
    reader = READERS.get(path.name)
    if reader is None:
        raise BadFile(f"{path.name}: no reader is known for it")
    try:
        return LOADERS[reader](path)
    except (KeyError, ValueError, TypeError, yaml.YAMLError) as error:
        raise BadFile(f"{path}: {type(error).__name__}: {error}") from error


# --- Running --------------------------------------------------------------------------------------

class ShardMachine(ci_steps.Machine):
    """The machine of one job. Files come from and go to a folder that all jobs share."""
    report_command = MERGE_COMMAND

    def __init__(self, job, work, clrcov, request):
        self.job, self.request = job, request
        self.shared = work / "artefacts"
        super().__init__(job.pipeline, work / "-".join([job.name, *job.values.values()]), clrcov)
        self.summary = self.temp / "summary" if job.pipeline.reader == "github" else self.checkout / "coverage.md"

    def own_variables(self, clrcov):
        own = dict(super().own_variables(clrcov))
        if self.pipeline.reader == "github":
            own["GITHUB_STEP_SUMMARY"] = str(self.temp / "summary")
        else:
            own.update(self.job.values)
        own.update(self.request.get(self.pipeline.reader, {}))
        return own

    def expand(self, text):
        for name, value in self.job.values.items():
            text = text.replace("${{ matrix.%s }}" % name, value)
            text = text.replace("${%s}" % name, value) if self.pipeline.reader == "jenkins" else text
        return super().expand(text)

    def do_own(self, step):
        if step.kind == "keep":
            return self.keep(step)
        return self.get(step) if step.kind == "get" else super().do_own(step)

    def keep(self, step):
        """Files of the checkout go to the folder of this job's artefact; none is a failure, as it is for these CIs."""
        given = {name: self.expand(value) if isinstance(value, str) else value for name, value in step.given.items()}
        name, paths = {
            "github": lambda: (given["name"], [given["path"]]),
            "gitlab": lambda: (self.work.name, given["path"]),
            "azure": lambda: (given["artifact"], [given["publish"]]),
            "jenkins": lambda: (self.expand(given["arguments"][0]["name"]), [given["arguments"][0]["includes"]]),
        }[self.pipeline.reader]()
        found = 0
        for path in itertools.chain.from_iterable(self.checkout.glob(path.rstrip("/")) for path in paths):
            files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
            for file in files:
                # GitHub and Azure keep what is in the folder, GitLab and Jenkins its path in the checkout.
                base = self.checkout if self.pipeline.reader in ("gitlab", "jenkins") else \
                    path if path.is_dir() else path.parent
                target = self.shared / name / file.relative_to(base)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
                found += 1
        return found > 0

    def get(self, step):
        """The files come to where the CI puts them."""
        given, reader = step.given, self.pipeline.reader
        pattern, target, is_flat = {
            "github": lambda: (given["pattern"], self.checkout / given["path"], given.get("merge-multiple", False)),
            "gitlab": lambda: ("*", self.checkout, True),
            "azure": lambda: (given["patterns"].split("/")[0], self.work, False),
            "jenkins": lambda: (given["arguments"][0], self.checkout, True),
        }[reader]()
        found = sorted(self.shared.glob(pattern))
        for artefact in found:
            shutil.copytree(artefact, target if is_flat else target / artefact.name, dirs_exist_ok=True)
        return bool(found) or reader == "gitlab"


def run_jobs(jobs, work, clrcov, request, clone):
    """All jobs; what the last one left, whether any failed, and the machines."""
    machines, has_failed = [], False
    for job in jobs:
        is_blocked = any(machine.failed or (machine.result["failed"] and job.pipeline.reader != "jenkins")
                         for machine in machines if machine.job.name != job.name)
        if is_blocked and not job.after_failure:
            continue
        machine = ShardMachine(job, work, clrcov, request)
        has_failed = machine.run(clone)["failed"] or has_failed
        machines.append(machine)
    for name in ("log", "result.json"):
        shutil.copy(machines[-1].work / name, work / name)
    return machines, has_failed


def wrong_with(machines, jobs):
    """What is wrong with the last job, whether tests failed or not."""
    last = machines[-1]
    return [text for wrong, text in [
        (len(machines) != len(jobs), "a job did not run"),
        (last.result["published"] is None, "nothing was published"),
        (not last.result["unedited"], "the report is not what clrcov wrote"),
        (not last.summary.exists(), "there is no summary")] if wrong]


def clone_of(repository):
    def clone(checkout, step):
        depth = next((step.given[name] for name in ("fetch-depth", "depth") if name in step.given), 1)
        options = [] if int(depth) == 0 else ["--depth", str(depth)]
        subprocess.run(["git", "clone", "-q", "--branch", "change", *options, "file://" + str(repository),
                        str(checkout)], check=True)
        return revision(checkout, "HEAD")
    return clone


def revision(repository, name):
    return subprocess.run(["git", "-C", str(repository), "rev-parse", name], check=True, capture_output=True,
                          text=True).stdout.strip()


def pull_request(repository):
    """The variables by which each CI tells the target."""
    base = revision(repository, "main")
    return {"github": {"GITHUB_BASE_REF": "main"}, "gitlab": {"CI_MERGE_REQUEST_DIFF_BASE_SHA": base},
            "azure": {"System.PullRequest.TargetBranch": "refs/heads/main"}, "jenkins": {"CHANGE_TARGET": "main"}}


def run(arguments):
    jobs = load(arguments.file)
    machines, has_failed = run_jobs(jobs, arguments.work, arguments.clrcov, pull_request(arguments.user),
                                    clone_of(arguments.user))
    summary = machines[-1].summary
    text = summary.read_text(encoding="utf-8") if summary.exists() else ""
    findings = wrong_with(machines, jobs)
    findings += ["a step failed"] if has_failed else []
    findings += [] if text.startswith("## Patch coverage") else ["the summary does not begin with the patch"]
    return findings, [machine.work / "log" for machine in machines]


# Stands for clrcov: `run` leaves data, `merge` wants all data and leaves its reports; the codes come from the test.
CLRCOV = f"""#!/bin/bash
command=$1 reports=() data=()
while [ $# -gt 0 ]; do
    case $1 in
        -f) reports+=("${{2#*=}}"); shift ;;
        -o | --fail-under-line) shift ;;
        --) break ;;
        *.clrcov) data+=("$1") ;;
    esac
    shift
done
if [ "$command" = run ]; then
    mkdir -p shards && echo data >"${{reports[0]}}"
    exit "$TESTS_CODE"
fi
[ ${{#data[@]}} -eq 2 ] && [ -s "${{data[0]}}" ] && [ -s "${{data[1]}}" ] || exit 64
echo '<coverage/>' >{ci_steps.REPORT}
for report in "${{reports[@]}}"; do case $report in */* | *.md) echo summary >"$report" ;; esac; done
exit "$MERGE_CODE"
"""


def fail(arguments):
    """Failing tests leave their data and are not forgotten; nor is a gate; the report is published in both cases."""
    ci_steps.stand_ins(arguments.work / "programs", {"clrcov.sh": CLRCOV, "curl": ci_steps.CURL,
                                                     "tar": ci_steps.TAR, "dotnet": "#!/bin/sh\n"})
    jobs = load(arguments.file)
    findings, logs = [], []
    for what, tests, merge in (("failing tests", "3", "0"), ("a gate", "0", "20")):
        os.environ.update(TESTS_CODE=tests, MERGE_CODE=merge)
        work = arguments.work / what.replace(" ", "-")
        machines, has_failed = run_jobs(jobs, work, "repository", {}, ci_steps.empty_checkout)
        found = wrong_with(machines, jobs) + ([] if has_failed else ["it is forgotten"])
        findings += [f"{what}: {text}" for text in found]
        logs += [machine.work / "log" for machine in machines]
    return findings, logs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("list", "run", "fail"))
    parser.add_argument("file", type=lambda text: Path(text).resolve())
    parser.add_argument("--user", type=lambda text: Path(text).resolve())
    parser.add_argument("--clrcov")
    parser.add_argument("--work", type=lambda text: Path(text).resolve())
    arguments = parser.parse_args()
    try:
        if arguments.command == "list":
            print(json.dumps([asdict(job) for job in load(arguments.file)], indent=1))
            return 0
        findings, logs = {"run": run, "fail": fail}[arguments.command](arguments)
    except BadFile as error:
        print(error, file=sys.stderr)
        return 2
    if findings:
        for log in logs:
            print(log.read_text(encoding="utf-8", errors="replace") if log.exists() else f"no {log}")
        print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
