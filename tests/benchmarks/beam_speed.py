#!/usr/bin/env python3
"""Times the steps of clamped beams and writes the tables of README.md and docs/speed.md: this program beside SOFA v26.06.

Usage: beam_speed.py RUNSOFA [--rounds N] [--filter TEXT]   measure and print the table
       beam_speed.py RUNSOFA --write                        measure, keep the times in beams/measured.json, write both tables
       beam_speed.py --tables                               write both tables from the times that are kept

beams/sofa-v26.06.json has SOFA's times, taken beside this program on one core of another machine. They are scaled by how fast
beams/calibrate.cpp (products with a sparse matrix, a loop over elements) runs here and ran there. The scale is a guess where the
machines differ much; it cancels where two builds of this program are compared.
A time is the median over the steps of a run without the first step, and the shortest of all rounds; so is the calibration.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent / "beams"
ROOT = HERE.parents[2]
MEASURED = HERE / "measured.json"
KINDS = {"tetra_cg": "tetrahedra, CG", "corotational_cg": "corotational tetrahedra, CG",
         "hexa_cg": "hexahedra, CG", "hyperelastic_cg": "hyperelastic tetrahedra, CG",
         "tetra_ldl": "tetrahedra, L D Lᵀ"}
POINTS = {"small": "2,673", "medium": "18,785", "large": "105,633"}
ON_FRONT_PAGE = ("tetra_cg_large", "corotational_cg_medium", "hexa_cg_large", "hyperelastic_cg_medium", "tetra_ldl_medium")
MARKER = re.compile(r"(<!-- written by tests/benchmarks/beam_speed.py -->\n).*?(<!-- end -->)", re.DOTALL)


def sofa():
    return json.loads((HERE / "sofa-v26.06.json").read_text(encoding="utf8"))


def on_core_zero(*command):
    return subprocess.run(["taskset", "-c", "0", *map(str, command)], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def step_time(runsofa, scene, steps, folder):
    out = folder / "times.json"
    on_core_zero(runsofa, "-g", "batch", "-n", steps, "--threads", 1, "--times-out", out, scene)
    times = json.loads(out.read_text(encoding="utf8"))["step_ms"]
    return times["median"] if steps > 1 else times["total"]


def measure(runsofa, names, rounds):
    """Times of the steps by name (ms), and of the calibration."""
    times, calibration = {}, {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "calibrate"
        subprocess.run(["g++", "-O2", HERE / "calibrate.cpp", "-o", program], check=True)
        for _ in range(rounds):
            for scene in names:
                here = json.loads(on_core_zero(program))
                for key in ("spmv_ms", "elem_ms"):
                    calibration[key] = min(calibration.get(key, math.inf), here[key])
                steps = {"small": 40, "medium": 15, "large": 8}[scene.rsplit("_", 1)[1]]
                time = step_time(runsofa, HERE / f"beam_{scene}.scn", steps, folder)
                times[scene] = min(times.get(scene, math.inf), time)
                print(f"{scene:24} {time:10.2f} ms", file=sys.stderr)
    return times, calibration


def factor(calibration):
    """How much slower than the machine of SOFA's times this one is."""
    there = sofa()["calibration"]
    return math.sqrt(math.prod(calibration[key] / there[key] for key in there))


def number(milliseconds):
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.1f}"


def rows(measured, names):
    scale = factor(measured["calibration"])
    table = sofa()["scenes"]
    for name in names:
        kind, size = name.rsplit("_", 1)
        theirs, ours = table[f"beam_{name}"]["step_ms"] * scale, measured["step_ms"][name]
        yield KINDS[kind], POINTS[size], number(ours), number(theirs), f"{theirs / ours:.0f}"


def markdown(measured, names):
    lines = ["| Beam of | Points | Here (ms) | SOFA (ms) | Ratio |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += ["| " + " | ".join(row) + " |" for row in rows(measured, names)]
    return "\n".join(lines) + "\n"


def all_names():
    order = list(KINDS)
    names = [name.removeprefix("beam_") for name in sofa()["scenes"]]
    return sorted(names, key=lambda name: (order.index(name.rsplit("_", 1)[0]), list(POINTS).index(name.rsplit("_", 1)[1])))


def narrow(measured, names):
    """For the front page, which is read on phones too."""
    lines = ["| Beam of | Here (ms) | SOFA (ms) | Ratio |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {kind}, {points} points | {ours} | {theirs} | {ratio} |" for kind, points, ours, theirs, ratio in rows(measured, names)]
    return "\n".join(lines) + "\n"


def about(measured):
    ratios = [sofa()["scenes"][f"beam_{name}"]["step_ms"] * factor(measured["calibration"]) / time for name, time in measured["step_ms"].items()]
    return (f"\nMeasured on {measured['machine']}, one core; SOFA's times, taken on {sofa()['machine']}, are multiplied by "
            f"{factor(measured['calibration']):.2f}. Geometric mean: {math.exp(statistics.fmean(map(math.log, ratios))):.0f} times faster.\n")


def pages(measured):
    """The pages as they are with the tables of these times."""
    tables = {ROOT / "README.md": narrow(measured, ON_FRONT_PAGE), ROOT / "docs" / "speed.md": markdown(measured, all_names()) + about(measured)}
    for page, table in tables.items():
        yield page, MARKER.sub(lambda m, table=table: m[1] + table + m[2], page.read_text(encoding="utf8"))


def machine():
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf8"))
    return found[1].strip() if found else os.uname().machine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--filter", default="")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--tables", action="store_true")
    args = parser.parse_args()
    if not args.tables:
        if not args.runsofa:
            parser.error("the path of runSofa is missing")
        names = [name for name in all_names() if args.filter in name]
        times, calibration = measure(os.path.abspath(args.runsofa), names, args.rounds)
        measured = {"machine": machine(), "calibration": calibration, "step_ms": times}
        print(markdown(measured, names) + about(measured))
        if args.write:
            MEASURED.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf8")
    if args.tables or args.write:
        for page, text in pages(json.loads(MEASURED.read_text(encoding="utf8"))):
            page.write_text(text, encoding="utf8")


if __name__ == "__main__":
    main()
