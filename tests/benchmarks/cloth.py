#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a step of a hanging cloth costs: triangles as elastic membranes, springs along and across their edges.

Usage: tests/benchmarks/cloth.py RUNSOFA [CELLS ALONG A SIDE] [STEPS] [FORCES]

A square of 10 m hangs from two corners; 71 cells along a side (10 082 triangles) and 30 steps of 5 ms unless others are
given, each with 25 iterations of conjugate gradients. FORCES is some of f (TriangularFEMForceField), s
(MeshSpringForceField), b (TriangularBendingSprings), q and c (TriangularBiquadratic- and -QuadraticSpringsForceField);
fsb unless given. Prints the median step with one thread and with two.
"""
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

FORCES = {
    "f": '<TriangularFEMForceField youngModulus="60" poissonRatio="0.3" method="large"/>',
    "s": '<MeshSpringForceField stiffness="100" damping="1"/>',
    "b": '<TriangularBendingSprings stiffness="300" damping="1"/>',
    "q": '<TriangularBiquadraticSpringsForceField youngModulus="15" poissonRatio="0.3"/>',
    "c": '<TriangularQuadraticSpringsForceField youngModulus="15" poissonRatio="0.3"/>',
}


def scene(cells, forces, width=10.0):
    n = cells + 1
    points = " ".join(f"{x * width / cells:.9g} {y * width / cells:.9g} 0" for y in range(n) for x in range(n))
    triangles = []
    for y, x in itertools.product(range(cells), repeat=2):
        a, b, c, d = x + n * y, x + 1 + n * y, x + 1 + n * (y + 1), x + n * (y + 1)
        triangles += [a, b, c, a, c, d] if (x + y) % 2 else [a, b, d, b, c, d]
    newline = "\n  "
    return f"""<Node name="root" dt="0.005" gravity="0 -9 1">
  <DefaultAnimationLoop/>
  <EulerImplicitSolver rayleighStiffness="0.1" rayleighMass="0.1"/>
  <CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>
  <TriangleSetTopologyContainer position="{points}" triangles="{" ".join(map(str, triangles))}"/>
  <MechanicalObject/>
  <DiagonalMass massDensity="0.015"/>
  <FixedProjectiveConstraint indices="{n * cells} {n * n - 1}"/>
  {newline.join(FORCES[f] for f in forces)}
</Node>
"""


def median_step(runsofa, text, steps, threads):
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "cloth.scn", Path(folder) / "times.json"
        file.write_text(text)
        subprocess.run([runsofa, "-g", "batch", "-n", str(steps), "--threads", str(threads), "--times-out", str(out),
                        str(file)], check=True, stdout=subprocess.DEVNULL)
        return json.loads(out.read_text())["step_ms"]["median"]


def main():
    runsofa, cells, steps, forces = (sys.argv[1:] + ["71", "30", "fsb"][len(sys.argv) - 2:])[:4]
    text = scene(int(cells), forces)
    times = [median_step(runsofa, text, int(steps), threads) for threads in (1, 2)]
    print(f"{2 * int(cells) ** 2} triangles, {forces}: {times[0]:.2f} ms a step, {times[1]:.2f} ms with two threads")


if __name__ == "__main__":
    main()
