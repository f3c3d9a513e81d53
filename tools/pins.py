#!/usr/bin/env python3
"""Runs the pinned rows of experiments/pins.json and compares them with their figures.

  tools/pins.py [--set ci|long|all] [--only ID[,ID]] [--record]

Each row is one `marrow bench` command, printed before it runs. A row passes when every pinned measure
lies within its tolerance and above the rows it must exceed. --record writes docs/measured/pins-SET.json.
Rows of the other set are listed with what was measured last and when, or as stale when files that they
depend on changed since. Exit code 1 when a row fails."""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A change here makes a measured figure stale.
MEASURED_CODE = ["src", "include", "apps/cli/bench_command.cpp", "experiments/pins.json"]


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def bench_command(pins, pin, output):
    data = os.environ.get("MARROW_DATA") or str(pathlib.Path(os.environ.get("MARROW_SHARED", ROOT.parent / "shared"), "data"))
    return [str(ROOT / "build/release/marrow"), "bench", *pins["common"], "--data-dir", data, *pin["command"],
            "--cache", str(ROOT / "build/bench"), "--json", str(output)]


def run(pins, pin):
    output = ROOT / "build" / f"pin-{pin['id']}.json"
    output.parent.mkdir(exist_ok=True)
    command = bench_command(pins, pin, output)
    print(f"\n==> {pin['id']}: {pin['what']}\n    " + " ".join(os.path.relpath(c, ROOT) if c.startswith(str(ROOT)) else c
                                                               for c in command), flush=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return {result["stage"]: result for result in json.loads(output.read_text())["results"]}


def verdicts(pin, rows):
    """(text, passed) a check of one pin."""
    row = rows[pin["stage"]]
    for name, expected in pin["measures"].items():
        found = row["measures"][name]
        within = abs(found - expected["value"]) <= expected["tolerance"]
        yield (f"{name} {found:.5f}, expected {expected['value']} +- {expected['tolerance']} ({expected['source']})", within)
    for other in pin.get("above", []):
        mine, theirs = row["measures"]["nDCG@10"], rows[other]["measures"]["nDCG@10"]
        yield f"nDCG@10 {mine:.5f} above {other}'s {theirs:.5f}", mine > theirs
    if not pin["measures"]:
        beside = ", ".join(f"{stage} {r['measures']['nDCG@10']:.5f}" for stage, r in rows.items())
        yield f"printed: {beside}; {row['ms_per_query']:.1f} ms a query", True


def last_measured(pin):
    for file in sorted((ROOT / "docs/measured").glob("pins-*.json")):
        record = json.loads(file.read_text())
        for row in record["pins"]:
            if row["id"] == pin["id"]:
                changed = git("diff", "--name-only", record["commit"], "--", *MEASURED_CODE)
                when = f"measured {record['date']} at {record['commit'][:12]}"
                return f"stale, {when}: {len(changed.split())} files changed since" if changed else when
    return "never measured here"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="ci", choices=["ci", "long", "all"])
    parser.add_argument("--only", default="")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    pins = json.loads((ROOT / "experiments/pins.json").read_text())
    only = set(filter(None, options.only.split(",")))
    failed, lines, records = 0, [], []
    for pin in pins["pins"]:
        if (only and pin["id"] not in only) or (not only and options.set not in ("all", pin["set"])):
            lines.append(f"{pin['id']:26} {'watched by CI' if pin['set'] == 'ci' else last_measured(pin)}")
            continue
        rows = run(pins, pin)
        for text, passed in verdicts(pin, rows):
            failed += not passed
            lines.append(f"{pin['id']:26} {'ok  ' if passed else 'FAIL'} {text}")
            print("    " + lines[-1], flush=True)
        records.append({"id": pin["id"], "what": pin["what"], "command": pin["command"], "rows": list(rows.values())})
    print("\npins:\n" + "\n".join(lines))
    if options.record and records:
        target = ROOT / f"docs/measured/pins-{options.set}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps({"date": datetime.date.today().isoformat(), "commit": git("rev-parse", "HEAD"),
                                      "runs": 1, "pins": records}, indent=1) + "\n")
        print(f"pins: recorded in {target.relative_to(ROOT)}")
    print(f"pins: {'all within their tolerances' if not failed else f'{failed} FAILED'}")
    return 1 if failed else 0


sys.exit(main())
