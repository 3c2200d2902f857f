#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What it takes to load scenes of many equal parts and make a step: bodies with a solver each, components of one node,
chains of links, nodes, long lists.

Usage: tests/benchmarks/many_bodies.py RUNSOFA [LARGEST NUMBER] [KIND ...]

From 1000 parts, by factors of ten, to 100 000 unless another number is given. Prints seconds of the processor, peak
memory, both for each part, and by how much they grew with the parts: 10 is in proportion, 100 is the square.
"""
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scenes"))
from large_scenes import KINDS, cost, write  # noqa: E402


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        scene = Path(folder) / "scene.scn"
        for kind in sys.argv[3:] or KINDS:
            write(scene, kind, 1)
            base = cost(sys.argv[1], scene)
            before, n = None, 1000
            while n <= largest:
                write(scene, kind, n)
                seconds, memory = (value - least for value, least in zip(cost(sys.argv[1], scene), base))
                grown = "" if before is None else f"  x {seconds / max(before[0], 0.01):.1f}, x {memory / max(before[1], 1):.1f}"
                print(f"{kind:10} {n:7}: {seconds:8.2f} s {memory:8.1f} MB, {1e6 * seconds / n:7.1f} us {1e3 * memory / n:7.1f} kB each{grown}",
                      flush=True)
                before, n = (seconds, memory), 10 * n


if __name__ == "__main__":
    main()
