#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What it takes to load a large tetrahedral mesh with its topology.

Usage: tests/benchmarks/large_mesh.py RUNSOFA [CELLS ALONG A SIDE] [RUNS]

Writes a cube of cells, six tetrahedra each, as a mesh file of Gmsh (version 2.2, ascii), and loads it into a
TetrahedronSetTopologyContainer with its geometry algorithms; 55 cells along a side (998 250 tetrahedra) and 3 runs
unless others are given. Prints seconds and peak memory of each run of the whole program, with one thread.
"""
import itertools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SCENE = """<Node name="root" dt="0.01">
  <DefaultAnimationLoop/>
  <MeshGmshLoader name="loader" filename="cube.msh"/>
  <TetrahedronSetTopologyContainer src="@loader"/>
  <TetrahedronSetGeometryAlgorithms/>
  <MechanicalObject/>
</Node>
"""


def write_mesh(file, cells):
    n = cells + 1
    steps = (1, n, n * n)
    file.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{n ** 3}\n")
    for k, (z, y, x) in enumerate(itertools.product(range(n), repeat=3)):
        file.write(f"{k + 1} {x / cells:.8g} {y / cells:.8g} {z / cells:.8g}\n")
    file.write(f"$EndNodes\n$Elements\n{6 * cells ** 3}\n")
    number = 0
    for z, y, x in itertools.product(range(cells), repeat=3):
        corner = 1 + x + n * (y + n * z)
        # A way from a corner to the opposite one, along the axes in some order; odd orders turn a cell inside out.
        for a, b, c in itertools.permutations(range(3)):
            way = [corner, corner + steps[a], corner + steps[a] + steps[b], corner + sum(steps)]
            if (a, b, c) not in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
                way[2], way[1] = way[1], way[2]
            number += 1
            file.write(f"{number} 4 2 1 1 {' '.join(map(str, way))}\n")
    file.write("$EndElements\n")


def load(runsofa, scene):
    """Seconds and MB."""
    started = time.perf_counter()
    program = subprocess.Popen([runsofa, "-g", "batch", "-n", "1", "--threads", "1", scene], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode != 0:
        sys.exit(f"runSofa ended with status {program.returncode}.")
    return time.perf_counter() - started, used.ru_maxrss / 1024


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cells, runs = (int(value) for value in (sys.argv[2:] + ["55", "3"][len(sys.argv) - 2:])[:2])
    with tempfile.TemporaryDirectory() as folder:
        with open(Path(folder) / "cube.msh", "w", encoding="utf8") as file:
            write_mesh(file, cells)
        scene = Path(folder) / "cube.scn"
        scene.write_text(SCENE, encoding="utf8")
        for _ in range(runs):
            print("{} tetrahedra: {:.2f} s, {:.0f} MB".format(6 * cells ** 3, *load(sys.argv[1], scene)), flush=True)


if __name__ == "__main__":
    main()
