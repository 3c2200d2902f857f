#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long runSofa takes to show its window and the first picture of a scene.

Usage: xvfb-run -a tests/benchmarks/startup.py RUNSOFA SCENE [RUNS] [runSofa options]

Prints the middle value over the runs, in milliseconds: until the window is on the screen, what loading takes, and from
its end, or that of the window's coming, to the first picture.
"""
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile

LINE = re.compile(r"Startup: window after (\d+) ms, loading began after (\d+) ms and ended after (\d+) ms, "
                  r"first picture after (\d+) ms\.")


def start(runsofa, scene, *options, environment=None, timeout=60):
    """(window, loading, loaded, picture) in ms since the start of the program, and all that it printed; None for the
    times if it ended or was silent."""
    with tempfile.TemporaryDirectory() as settings:
        environment = {**os.environ, **(environment or {}), "XDG_CONFIG_HOME": settings}
        program = subprocess.Popen(["timeout", str(timeout), runsofa, "-g", "qt", "--tmp", "-b", *options, scene],
                                   env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        output, times = "", None
        for line in program.stdout:
            output += line
            if found := LINE.search(line):
                times = tuple(map(int, found.groups()))
                break
        program.send_signal(signal.SIGTERM)
        program.wait()
        program.stdout.close()
        return times, output


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    all_times = [start(sys.argv[1], sys.argv[2], *sys.argv[4:])[0] for _ in range(runs)]
    if None in all_times:
        sys.exit("The program showed no picture.")
    window = statistics.median(t[0] for t in all_times)
    loading = statistics.median(t[2] - t[1] for t in all_times)
    picture = statistics.median(t[3] - max(t[0], t[2]) for t in all_times)
    print(f"window {window:.0f} ms, loading {loading:.0f} ms, picture {picture:.0f} ms after both")


if __name__ == "__main__":
    main()
