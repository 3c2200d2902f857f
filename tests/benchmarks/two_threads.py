#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much faster scenes run with two threads on two processors than with one on one.

Usage: tests/benchmarks/two_threads.py RUNSOFA STEPS PAIRS SCENE [SCENE ...]

Runs both in turn, PAIRS times. Prints for each scene the shortest of the median steps of either, their ratio, and the
middle one of the ratios of pairs: on a machine that others use as well, runs differ more than what they measure.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def median_step(runsofa, scene, steps, threads, folder):
    out = Path(folder) / "times.json"
    processors = sorted(os.sched_getaffinity(0))[:threads]
    subprocess.run([runsofa, "-g", "batch", "-n", steps, "--threads", str(threads), "--times-out", str(out), scene],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   preexec_fn=lambda: os.sched_setaffinity(0, processors))
    return json.loads(out.read_text())["step_ms"]["median"]


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    runsofa, steps, pairs, *scenes = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for scene in scenes:
            times = [[median_step(runsofa, scene, steps, threads, folder) for threads in (1, 2)]
                     for _ in range(int(pairs))]
            one, two = (min(t) for t in zip(*times))
            middle = statistics.median(a / b for a, b in times)
            print(f"{Path(scene).name}: {one:.2f} ms, {two:.2f} ms with two threads, {one / two:.2f}x, "
                  f"of pairs {middle:.2f}x", flush=True)


if __name__ == "__main__":
    main()
