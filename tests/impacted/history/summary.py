#!/usr/bin/env python3
"""The figures of logs of history.py.

    summary.py LOG...

Each log is one project. A ratio is the time of `clrcov run --impacted` through that of `dotnet test`, of the same commit from the
same state. Suites are long where the median of `dotnet test` takes more than a minute. Exit code 1: something is wrong in a log.
"""

import argparse
import json
import statistics
import sys

LONG = 60       # seconds
WALL, PROCESSOR = 0, 1


def read_records(file):
    with open(file, encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def kind_of(record):
    if record["ran"] == 0:
        return "none"
    return "all" if any(": all tests: " in said for said in record["said"]) else "some"


def ratios(steps, clock):
    return [r["impacted"][clock] / r["plain"][clock] for r in steps]


def describe(values):
    if not values:
        return "-"
    named = {"mean": statistics.mean(values), "median": statistics.median(values), "worst": max(values)}
    return ", ".join(f"{name} {100 * value:.0f} %" for name, value in named.items())


def describe_sum(steps, clock):
    return f"{sum(r['impacted'][clock] for r in steps):.0f} of {sum(r['plain'][clock] for r in steps):.0f} s"


def print_times(steps):
    for name, clock in (("wall", WALL), ("processor", PROCESSOR)):
        print(f"  {name} time: {describe(ratios(steps, clock))}; together {describe_sum(steps, clock)}")


def print_project(name, records):
    steps = [r for r in records if r["kind"] == "step"]
    kinds = [kind_of(r) for r in steps]
    undone = [r["undo"] for r in steps if r.get("undo", {}).get("builds")]
    print(f"{name}: {len(steps)} commits after the first, {sum(r['kind'] == 'broken' for r in records)} do not build")
    print("  selected: " + ", ".join(f"{kind} {kinds.count(kind)}" for kind in ("none", "some", "all")) +
          f"; tests {steps[-1]['tests'] if steps else 0}")
    print(f"  newly failing {sum(len(r['newlyFailing']) for r in steps)}, another outcome {sum(r['changed'] for r in steps)}, "
          f"left out {sum(len(r['leftOut']) for r in steps)}")
    if undone:
        print(f"  undone: {len(undone)} build, tests that tell {sum(len(u['failing']) for u in undone)}, "
              f"left out {sum(len(u['leftOut']) for u in undone)}")
    if steps:
        print(f"  dotnet test: median {statistics.median(r['plain'][WALL] for r in steps):.1f} s of wall time")
        print_times(steps)
    for record, kind in zip(steps, kinds):
        if kind == "all":
            print(f"  all, {record['commit'][:8]}: {'; '.join(record['said'])}")
    for record in records:
        for problem in record["problems"][:5]:
            print(f"  WRONG, {record['commit'][:8]}: {problem}")
    return steps


def is_long(steps):
    return statistics.median(r["plain"][WALL] for r in steps) > LONG


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("logs", nargs="+")
    groups, wrong = {False: [], True: []}, 0
    for file in parser.parse_args().logs:
        records = read_records(file)
        steps = print_project(records[0]["subject"], records) if records else []
        wrong += sum(len(r["problems"]) for r in records)
        if steps:
            groups[is_long(steps)] += steps
            kinds = {kind_of(r) for r in steps}
            if kinds in ({"none"}, {"all"}):
                print(f"  WRONG: {kinds.pop()} for every commit")
                wrong += 1
    for long, steps in groups.items():
        if steps:
            print(f"{'long' if long else 'short'} suites, {len(steps)} commits")
            print_times(steps)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
