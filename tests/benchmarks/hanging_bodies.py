#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How IncrementalPotentialSolver fares with a box of soft rubber and a cotton cloth that fall and hang from two corners.

Usage: tests/benchmarks/hanging_bodies.py RUNSOFA [CELLS OF THE BOX] [CELLS OF THE CLOTH]

Five seconds in steps of 1/30 s. Prints for each body its unknowns, the time of all steps and how low it comes. The box
is half a metre wide, of twelve tetrahedra a cell around its centre; the cloth is one square metre, its diagonals
alternate. With 10 and 32 cells these are the bodies that STARK (Fernandez-Fernandez, Loeschner, Westhofen, Longva and
Bender, SymX: Energy-based Simulation from Symbolic Expressions, 2025) ships as examples: there they come down to
z = -1.335 m and -1.120 m.
"""
import itertools
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STEPS = 151


def numbers(rows):
    return " ".join(" ".join(f"{v:.9g}" for v in row) for row in rows)


def box(cells, width=0.5):
    """Corners and centres of the cells, the tetrahedra, and the two corners of the top that are held."""
    n = cells + 1
    place = lambda i, shift: [(k + shift) * width / cells - width / 2 for k in i]
    points = [place((x, y, z), 0) for z, y, x in itertools.product(range(n), repeat=3)]
    points += [place((x, y, z), 0.5) for z, y, x in itertools.product(range(cells), repeat=3)]
    corner = lambda x, y, z: x + n * (y + n * z)
    tetrahedra = []
    for number, (z, y, x) in enumerate(itertools.product(range(cells), repeat=3)):
        for axis, side in itertools.product(range(3), range(2)):
            face = []
            for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
                at = [0, 0, 0]
                at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3] = side, u, v
                face.append(corner(x + at[0], y + at[1], z + at[2]))
            if (x + y + z + side) % 2:  # neighbours cut the face they share along the same diagonal
                face = face[1:] + face[:1]
            tetrahedra += [(n**3 + number, face[0], face[1], face[2]), (n**3 + number, face[0], face[2], face[3])]
    return points, [oriented(points, t) for t in tetrahedra], (corner(0, 0, cells), corner(cells, 0, cells))


def oriented(points, tetrahedron):
    a, b, c, d = (points[i] for i in tetrahedron)
    u, v, w = ([q - p for p, q in zip(a, other)] for other in (b, c, d))
    volume = (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]))
    return tetrahedron if volume > 0 else (tetrahedron[0], tetrahedron[1], tetrahedron[3], tetrahedron[2])


def cloth(cells, width=1.0):
    n = cells + 1
    points = [(x * width / cells - width / 2, y * width / cells - width / 2, 0) for y in range(n) for x in range(n)]
    triangles = []
    for y, x in itertools.product(range(cells), repeat=2):
        a, b, c, d = x + n * y, x + 1 + n * y, x + 1 + n * (y + 1), x + n * (y + 1)
        triangles += [(a, b, c), (a, c, d)] if (x + y) % 2 else [(a, b, d), (b, c, d)]
    return points, triangles, (0, cells)


def scene(points, container, cells, forces, held):
    kind = container[0].lower() + container[1:]
    plural = {"triangle": "triangles", "tetrahedron": "tetrahedra"}[kind]
    return f"""<Node name="root" dt="0.0333333333333333" gravity="0 0 -9.81">
  <DefaultAnimationLoop/>
  <IncrementalPotentialSolver rayleighMass="0.1"/>
  <SparseLDLSolver template="CompressedRowSparseMatrixMat3x3d"/>
  <{container}SetTopologyContainer position="{numbers(points)}" {plural}="{numbers(cells)}"/>
  <MechanicalObject template="Vec3d" name="state"/>
  {forces}
  <RestShapeSpringsForceField points="{held[0]} {held[1]}" stiffness="1e6"/>
</Node>
"""


def run(runsofa, name, text, unknowns):
    with tempfile.TemporaryDirectory() as folder:
        file, out, times = (Path(folder) / n for n in (f"{name}.scn", "states.json", "times.json"))
        file.write_text(text)
        begin = time.monotonic()
        subprocess.run([runsofa, "-g", "batch", "-n", str(STEPS), "--hideProgressBar", "--state-at", str(STEPS),
                        "--state-out", str(out), "--times-out", str(times), str(file)], check=True)
        seconds = time.monotonic() - begin
        recorded = json.loads(out.read_text())
        step = json.loads(times.read_text())["step_ms"]["median"]
    z = min(recorded["frames"][-1]["states"][0]["position"][2::3])
    print(f"{name}: {unknowns} unknowns, {STEPS} steps in {seconds:.1f} s (median {step:.1f} ms), lowest z {z:.3f} m")


def main():
    runsofa = sys.argv[1]
    box_cells, cloth_cells = (int(v) for v in (sys.argv[2:] + ["10", "32"][len(sys.argv) - 2:])[:2])
    points, cells, held = box(box_cells)
    run(runsofa, "box", scene(points, "Tetrahedron", cells, """<DiagonalMass massDensity="1000"/>
  <StableNeoHookeanForceField youngModulus="10000" poissonRatio="0.3" strainLimit="1" strainLimitStiffness="100"/>""",
                              held), 3 * len(points))
    points, cells, held = cloth(cloth_cells)
    run(runsofa, "cloth", scene(points, "Triangle", cells, """<DiagonalMass massDensity="0.2"/>
  <NeoHookeanMembraneForceField youngModulus="5000" poissonRatio="0.3" thickness="0.001" damping="15" strainLimit="0.1"
                                strainLimitStiffness="1e6"/>
  <QuadraticBendingForceField stiffness="1e-6"/>""", held), 3 * len(points))


if __name__ == "__main__":
    main()
