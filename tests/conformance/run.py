#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare runSofa with the reference trajectories of SOFA v26.06.

The data is a folder with a script `check`, a micro/manifest.json of small scenes and, where SOFA's own scenes are at hand, a
manifest.json of these. reference_data.py says where it is looked for; without such a folder the small scenes are those that
the repository holds; SOFA's own, and those that read meshes of SOFA, are left out.

Usage: run.py --runsofa PATH                 every scene of passing.txt must match; exit status 1 if one does not
       run.py --runsofa PATH --update        grade all scenes and add those that match to passing.txt; none is removed
       run.py --runsofa PATH [check options] grade what they choose, such as --filter fem/ or --kind regression --verbose
passing.txt holds one scene of either manifest a line, sorted.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import reference_data  # noqa: E402

HERE = Path(__file__).resolve().parent
PASSING = HERE / "passing.txt"
OF_SOFA = re.compile(r"(examples|applications|share)/")  # how the paths of SOFA's own scenes begin
SKIPPED = 77


def read_list(path):
    lines = path.read_text(encoding="utf8").splitlines() if path.exists() else []
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def scenes_of(manifest):
    return [entry["scene"] for entry in json.loads(manifest.read_text(encoding="utf8"))["scenes"]]


def run_check(folder, manifest, runsofa, options):
    """Exit status and output of one run of the grader, printed as it comes."""
    command = [sys.executable, str(folder / "check"), "--runsofa", runsofa, "--manifest", str(manifest), *options]
    if "--jobs" not in options:
        command += ["--jobs", str(len(os.sched_getaffinity(0)))]
    listed = subprocess.run([*command, "--list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if listed.returncode != 0:  # a wrong option, or a list naming a scene that is not there
        sys.exit(listed.stderr or listed.stdout)
    if not listed.stdout.strip():
        return 0, ""
    print(f"conformance: {manifest.relative_to(folder)}", flush=True)
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, "".join(lines)


def check_passing(folder, manifests, runsofa):
    """Run every scene of passing.txt, each with the manifest that knows it."""
    wanted = read_list(PASSING)
    if not wanted:
        print(f"conformance: skipped, {PASSING.name} names no scene")
        return SKIPPED
    if folder / "manifest.json" not in manifests:
        own = [scene for scene in wanted if not OF_SOFA.match(scene) and not reference_data.reads_sofa_mesh(folder / "micro" / scene)]
        print(f"conformance: {len(wanted) - len(own)} scenes are left out: they, or meshes they read, are SOFA's, and not at hand "
              "(SOFA_CONFORMANCE names the folder that holds them)")
        wanted = own
    known = {manifest: set(scenes_of(manifest)) for manifest in manifests}
    unknown = [scene for scene in wanted if not any(scene in scenes for scenes in known.values())]
    if unknown:
        print(f"{PASSING.name} names scenes that are in no manifest: " + ", ".join(unknown))
        return 1
    status, failed = 0, []
    with tempfile.TemporaryDirectory() as temporary:
        for manifest in manifests:
            part = [scene for scene in wanted if scene in known[manifest]]
            if not part:
                continue
            path = Path(temporary, "expected.txt")
            path.write_text("\n".join(part) + "\n", encoding="utf8")
            code, output = run_check(folder, manifest, runsofa, ["--expect", str(path)])
            status = status or code
            failed += re.findall(r"^(?:match|run|load|fail) *\*.*$", output, re.MULTILINE)
    print(f"conformance: {len(wanted) - len(failed)} of {len(wanted)} expected scenes match")
    for line in failed:
        print("  no longer: " + line)
    return 1 if status or failed else 0


def update(folder, manifests, runsofa, options):
    """Add the scenes that reach their best grade to passing.txt; name those in it that do not, and keep them."""
    before, good, seen = set(read_list(PASSING)), set(), set()
    with tempfile.TemporaryDirectory() as temporary:
        for manifest in manifests:
            result = Path(temporary, "result.json")
            result.unlink(missing_ok=True)
            run_check(folder, manifest, runsofa, [*options, "--json", str(result)])
            if result.exists():
                graded = json.loads(result.read_text(encoding="utf8"))
                seen |= {r["scene"] for r in graded}
                good |= {r["scene"] for r in graded if r.get("best")}
    PASSING.write_text("".join(scene + "\n" for scene in sorted(before | good)), encoding="utf8")
    print(f"conformance: {len(good - before)} scenes added to {PASSING.name}, {len(before | good)} in all")
    lost = sorted((before & seen) - good)
    for scene in lost:
        print("  no longer: " + scene)
    return 1 if lost else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runsofa", required=True)
    parser.add_argument("--update", action="store_true")
    args, options = parser.parse_known_args()
    folder = reference_data.folder()
    manifests = [path for path in (folder / "manifest.json", folder / "micro" / "manifest.json") if path.exists()]
    runsofa = os.path.abspath(args.runsofa)
    if not os.access(runsofa, os.X_OK):
        sys.exit(f"{args.runsofa}: no such program; build it with ./dev build")
    if args.update:
        return update(folder, manifests, runsofa, options)
    if options:
        return max(run_check(folder, manifest, runsofa, options)[0] for manifest in manifests)
    return check_passing(folder, manifests, runsofa)


if __name__ == "__main__":
    sys.exit(main())
