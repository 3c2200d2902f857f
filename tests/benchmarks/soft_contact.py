#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast soft bodies are that touch something with friction, by multipliers.

Usage: tests/benchmarks/soft_contact.py RUNSOFA [--scene NAME] [--solver NAME] [--steps N] [--threads N] [--mesh FILE]
       [--profile] [--write FILE]

Scenes (all, unless one is named):
  small   a liver of 180 nodes that a tool presses and strokes, in steps of 1 ms
  large   the same of 10 000 nodes, in steps of 10 ms
  pillars towers of two soft pillars of 250 nodes, 20 000 nodes in all, with 2 000 contacts, in steps of 10 ms
  blocks  the same with blocks of 1 000 nodes
  slab    one body of 20 250 nodes that lies on the floor with 2 025 of them, in steps of 10 ms
Solvers (by default the one that is recommended for the scene):
  direct  SparseLDLSolver and LinearSolverConstraintCorrection: a contact feels the whole body
  point   CGLinearSolver, which goes on from the last solution, and UncoupledConstraintCorrection: a contact feels a point
--mesh takes the liver's nodes and tetrahedra from a mesh file of Gmsh instead of an ellipsoid. Prints for each scene the
time of a step and the processor time of one without that of loading, which other programs on the machine disturb less.
--write leaves a scene in a file and runs nothing.
"""
import argparse
import itertools
import json
import math
import resource
import subprocess
import tempfile
from pathlib import Path

from contact_world import world

LIVER = (0.1, 0.07, 0.06)  # half lengths (m)
DENSITY = 1000  # (kg/m3)


def grid_mesh(counts, place):
    """Nodes of a grid, counts of them along the axes, at place(coordinates in [-1, 1]), five tetrahedra in each cell."""
    nx, ny, _ = counts
    points = [place([2 * i / (n - 1) - 1 for i, n in zip(at[::-1], counts)]) for at in
              itertools.product(*(range(n) for n in counts[::-1]))]
    cells = []
    for z, y, x in itertools.product(*(range(n - 1) for n in counts[::-1])):
        corner = lambda k: x + (k & 1) + nx * (y + (k >> 1 & 1) + ny * (z + (k >> 2)))
        odd = (x + y + z) % 2  # neighbours cut the face they share along the same diagonal
        inner = [k for k in range(8) if bin(k).count("1") % 2 == odd]
        cells.append(oriented(points, [corner(k) for k in inner]))
        for k in set(range(8)) - set(inner):
            cells.append(oriented(points, [corner(k), *(corner(k ^ bit) for bit in (1, 2, 4))]))
    return points, cells


def oriented(points, cell):
    a, b, c, d = (points[i] for i in cell)
    u, v, w = ([q - p for p, q in zip(a, other)] for other in (b, c, d))
    volume = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])
    return cell if volume > 0 else [cell[0], cell[1], cell[3], cell[2]]


def surface(cells):
    """Triangles of one tetrahedron alone, turned outwards."""
    faces = {}
    for a, b, c, d in cells:
        for face in ((b, d, c), (a, c, d), (a, d, b), (a, b, c)):
            key = tuple(sorted(face))
            faces[key] = None if key in faces else (face[0], face[2], face[1])
    return [face for face in faces.values() if face]


def liver(counts):
    def place(p):
        longest, length = max(map(abs, p)), math.sqrt(sum(v * v for v in p)) or 1
        return [half * v * (0.4 + 0.6 * longest / length) for half, v in zip(LIVER, p)]

    return grid_mesh(counts, place)


def block(counts, half, centre):
    return grid_mesh(counts, lambda p: [c + h * v for c, h, v in zip(centre, half, p)])


def read_gmsh(file):
    """Nodes and tetrahedra of a mesh file of Gmsh, versions 1 and 2, brought to the size of the liver."""
    words = iter(Path(file).read_text(encoding="utf8").split())
    points, cells, numbers = [], [], {}
    for word in words:
        if word in ("$NOD", "$Nodes"):
            for k in range(int(next(words))):
                numbers[next(words)] = k
                points.append([float(next(words)) for _ in range(3)])
        elif word in ("$ELM", "$Elements"):
            for _ in range(int(next(words))):
                next(words)
                kind, tags = int(next(words)), int(next(words))
                if word == "$ELM":
                    corners = int([next(words), next(words)][1])
                else:
                    for _ in range(tags):
                        next(words)
                    corners = {1: 2, 2: 3, 4: 4, 15: 1}[kind]
                cell = [numbers[next(words)] for _ in range(corners)]
                if kind == 4:
                    cells.append(cell)
    low, high = ([f(p[k] for p in points) for k in range(3)] for f in (min, max))
    scale = 2 * LIVER[0] / max(h - l for l, h in zip(low, high))
    points = [[scale * (v - (l + h) / 2) for v, l, h in zip(p, low, high)] for p in points]
    return points, [oriented(points, c) for c in cells]


def numbers(rows):
    return " ".join(" ".join(f"{v:.9g}" for v in row) for row in rows)


SOLVERS = {
    "direct": ("""<SparseLDLSolver name="solver" template="CompressedRowSparseMatrixMat3x3d"/>""",
               """<LinearSolverConstraintCorrection linearSolver="@solver"/>"""),
    "point": ("""<CGLinearSolver iterations="12" tolerance="1e-3" threshold="1e-30" warmStart="1"/>""",
              """<UncoupledConstraintCorrection useOdeSolverIntegrationFactors="0" defaultCompliance="{compliance:.6g}"/>"""),
}


def soft_body(name, mesh, young, solver, dt, models, held=()):
    points, cells = mesh
    volume = sum(abs(sum(a * b for a, b in zip(n, w))) for n, w in (edges(points, c) for c in cells)) / 6
    system, correction = SOLVERS[solver]
    compliance = dt * dt * len(points) / (DENSITY * volume)
    fixed = f"""<FixedProjectiveConstraint indices="{" ".join(map(str, held))}"/>""" if held else ""
    return f"""  <Node name="{name}">
    <EulerImplicitSolver rayleighMass="0.1" rayleighStiffness="0.005"/>
    {system}
    <MeshTopology position="{numbers(points)}" tetrahedra="{numbers(cells)}" triangles="{numbers(surface(cells))}"/>
    <MechanicalObject/>
    <UniformMass totalMass="{DENSITY * volume:.6g}"/>
    <TetrahedronFEMForceField method="large" youngModulus="{young}" poissonRatio="0.45"/>
    {fixed}
    {correction.format(compliance=compliance)}
    {models}
  </Node>
"""


def edges(points, cell):
    a, b, c, d = (points[i] for i in cell)
    u, v, w = ([q - p for p, q in zip(a, other)] for other in (b, c, d))
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]], w


def soft_world(dt, parts, gravity="0 0 0"):
    return world(dt, gravity, 100, "1e-5", (0.00075, 0.0005), 0.5, parts)


def tool(top):
    """A rod of spheres that goes down 2 cm in half a second, then strokes along the liver."""
    size, down = 0.008, 0.02
    spheres = [(0, size * (k - 2), 0) for k in range(5)]
    start = top + 1.5 * size
    return f"""  <Node name="tool">
    <EulerImplicitSolver/>
    <CGLinearSolver iterations="10" tolerance="1e-12" threshold="1e-20"/>
    <MechanicalObject template="Rigid3d" position="0 0 {start:.6g} 0 0 0 1"/>
    <UniformMass totalMass="0.1"/>
    <LinearMovementProjectiveConstraint template="Rigid3d" indices="0" keyTimes="0 0.5 1.5 2.5"
      movements="0 0 0 0 0 0  0 0 {-down} 0 0 0  0.03 0 {-down} 0 0 0  -0.03 0 {-down} 0 0 0"/>
    <UncoupledConstraintCorrection/>
    <Node name="spheres">
      <MechanicalObject position="{numbers(spheres)}"/>
      <SphereCollisionModel radius="{size}"/>
      <RigidMapping/>
    </Node>
  </Node>
"""


def touched_liver(mesh, solver, dt):
    top, held = max(p[2] for p in mesh[0]), [i for i, p in enumerate(mesh[0]) if p[0] < -0.6 * LIVER[0]]
    return soft_world(dt, soft_body("liver", mesh, 5e3, solver, dt, "<TriangleCollisionModel/>", held) + tool(top))


def floor(half):
    corners = [(-half, -half, 0), (2.9 * half, -half, 0), (-half, 3.1 * half, 0)]
    return f"""  <Node name="floor">
    <MeshTopology position="{numbers(corners)}" triangles="0 1 2"/>
    <MechanicalObject/>
    <TriangleCollisionModel moving="0" simulated="0" group="1"/>
  </Node>
"""


def towers(counts, half, columns, rows, solver, dt):
    """Towers of two blocks, the upper ones a little aside so that their nodes touch triangles, not edges."""
    parts, skin = floor(1), 0.0005
    for k in range(columns * rows):
        at = [3 * half[0] * (k % columns - (columns - 1) / 2), 3 * half[1] * (k // columns - (rows - 1) / 2), half[2] + skin]
        parts += soft_body(f"lower{k}", block(counts, half, at), 1e5, solver, dt,
                           """<TriangleCollisionModel group="1"/><PointCollisionModel group="2"/>""")
        at = [at[0] + 0.04 * half[0], at[1] + 0.023 * half[1], at[2] + 2 * half[2] + skin]
        parts += soft_body(f"upper{k}", block(counts, half, at), 1e5, solver, dt, """<PointCollisionModel group="2"/>""")
    return soft_world(dt, parts, "0 0 -9.81")


def slab(solver, dt):
    half = (0.225, 0.225, 0.045)
    mesh = block((45, 45, 10), half, (0, 0, half[2] + 0.0005))
    return soft_world(dt, floor(1) + soft_body("slab", mesh, 1e5, solver, dt, "<PointCollisionModel/>"), "0 0 -9.81")


SCENES = {  # time step (s), steps, recommended solver, text
    "small": (0.001, 600, "direct", lambda mesh, *rest: touched_liver(mesh or liver((6, 6, 5)), *rest)),
    "large": (0.01, 80, "point", lambda mesh, *rest: touched_liver(mesh or liver((25, 20, 20)), *rest)),
    "pillars": (0.01, 20, "direct", lambda _, *rest: towers((5, 5, 10), (0.02, 0.02, 0.045), 8, 5, *rest)),
    "blocks": (0.01, 20, "direct", lambda _, *rest: towers((10, 10, 10), (0.05, 0.05, 0.05), 5, 2, *rest)),
    "slab": (0.01, 20, "direct", lambda _, *rest: slab(*rest)),
}


def run(command, steps, out):
    """Times of the steps (ms), points of contact at the end on triangles, and processor time (s)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "-n", str(steps), "--state-at", str(steps), "--state-out", str(out), "--times-out",
                    str(out) + ".times"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    recorded = json.loads(out.read_text(encoding="utf8"))
    points = sum(len(s["position"]) // 3 for s in recorded["frames"][-1]["states"] if "/contacts of " in s["path"])
    times = json.loads(Path(str(out) + ".times").read_text(encoding="utf8"))
    return times["step_ms"], points, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(given, name, text, steps):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.scn"
        file.write_text(text, encoding="utf8")
        command = [given.runsofa, "-g", "batch", "--hideProgressBar", "--threads", str(given.threads), str(file)]
        begin = max(steps // 4, 1)  # until the tool touches, with loading
        begun = run(command, begin, Path(folder) / "begin.json")[2]
        times, contacts, used = run(command + ["--profile"] * given.profile, steps, Path(folder) / "end.json")
    used = 1000 * (used - begun) / (steps - begin)
    print(f"{name}, {given.threads} threads, {contacts} contacts: {times['median']:.2f} ms a step (median, largest "
          f"{times['max']:.1f}), {1000 / times['median']:.0f} Hz; processor time {used:.2f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa")
    parser.add_argument("--scene", choices=SCENES)
    parser.add_argument("--solver", choices=SOLVERS)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--mesh", help="mesh file of Gmsh that the liver is taken from")
    parser.add_argument("--profile", action="store_true", help="print the times of the parts of a step")
    parser.add_argument("--write", help="file that the scene is written to, instead of running it")
    given = parser.parse_args()
    for name in [given.scene] if given.scene else SCENES:
        dt, steps, recommended, text = SCENES[name]
        solver = given.solver or recommended
        text = text(read_gmsh(given.mesh) if given.mesh else None, solver, dt)
        if given.write:
            Path(given.write).write_text(text, encoding="utf8")
        else:
            measure(given, f"{name}, {solver}", text, given.steps or steps)


if __name__ == "__main__":
    main()
