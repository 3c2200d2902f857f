#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether a tower of cubes with a large ratio of masses stands still, with contacts and friction by multipliers.

Usage: tests/benchmarks/tower.py RUNSOFA [--solver NAME ...] [--cubes N] [--ratio R] [--seconds S] [--limit L]
                                          [--intersection NAME] [--write FILE]

Cubes of side 1 m stand on each other, the lightest (1 kg) at the bottom and one R (100) times as heavy on top, for a
minute in steps of 0.01 s. Solvers: newton, anderson, nncg, sweeps (block Gauss-Seidel); all, unless some are named. Prints for
each how far a cube moved at most, centre or corner, at ten times of the run, and the processor time of a step. Ends with an error
if one that was named drifts by more than L (1e-4) of a side. --write leaves a scene in a file and runs nothing.
"""
import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from contact_world import world

DT = 0.01
SKIN = 0.01  # distance that contacts keep (m)
SOLVERS = {
    "newton": """<NewtonConstraintSolver name="solver" maxIterations="50" tolerance="1e-9"/>""",
    "anderson": """<AndersonConstraintSolver name="solver" maxIterations="2000" tolerance="1e-12"/>""",
    "nncg": """<NNCGConstraintSolver name="solver" maxIterations="2000" tolerance="1e-12"/>""",
    "sweeps": """<BlockGaussSeidelConstraintSolver name="solver" maxIterations="2000" tolerance="1e-12"/>""",
}


def cube(k, count, ratio):
    mass = ratio ** (k / max(count - 1, 1))
    corners = "  ".join(f"{x} {y} {z}" for z in (-.5, .5) for y in (-.5, .5) for x in (-.5, .5))
    triangles = "0 2 3  0 3 1  4 5 7  4 7 6  0 1 5  0 5 4  2 6 7  2 7 3  0 4 6  0 6 2  1 3 7  1 7 5"
    return f"""  <Node name="cube{k}">
    <EulerImplicitSolver/>
    <CGLinearSolver iterations="10" tolerance="1e-15" threshold="1e-30"/>
    <MechanicalObject template="Rigid3d" position="0 {0.5 + SKIN + k * (1 + SKIN):.9g} 0  0 0 0 1"/>
    <UniformMass vertexMass="{mass:.9g} 1 [{1 / 6:.9g} 0 0  0 {1 / 6:.9g} 0  0 0 {1 / 6:.9g}]"/>
    <UncoupledConstraintCorrection/>
    <Node name="sides">
      <MeshTopology position="{corners}" triangles="{triangles}"/>
      <MechanicalObject/>
      <TriangleCollisionModel/>
      <PointCollisionModel/>
      <RigidMapping/>
    </Node>
  </Node>
"""


def scene(solver, count, ratio, intersection):
    floor = """  <Node name="floor">
    <MeshTopology position="-20 0 -20  20 0 -20  0 0 30" triangles="0 2 1"/>
    <MechanicalObject/>
    <TriangleCollisionModel moving="0" simulated="0"/>
  </Node>
"""
    parts = floor + "".join(cube(k, count, ratio) for k in range(count))
    text = world(DT, "0 -9.81 0", 1, "1", (0.05, SKIN), 0.6, parts)
    lines = text.replace("NewProximityIntersection", intersection).splitlines(keepends=True)
    return "".join(f"  {SOLVERS[solver]}\n" if 'name="solver"' in line else line for line in lines)


def corners_of(frame):
    """Places of the corners of all cubes."""
    return [s["position"] for s in frame["states"] if "/cube" in s["path"] and s["template"] == "Vec3d"
            and "/sides/" in s["path"] and "/contacts of " not in s["path"]]


def drift(first, now):
    return max(math.dist(a[k:k + 3], b[k:k + 3]) for a, b in zip(first, now) for k in range(0, len(a), 3))


def run(given, solver, folder):
    """Largest drifts by step, and processor time of a step (ms)."""
    file, out = Path(folder) / "tower.scn", Path(folder) / "states.json"
    file.write_text(scene(solver, given.cubes, given.ratio, given.intersection), encoding="utf8")
    steps = round(given.seconds / DT)
    watched = sorted({round(steps * k / 10) for k in range(11)})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([given.runsofa, "-g", "batch", "-n", str(steps), "--hideProgressBar", "--state-at",
                    ",".join(map(str, watched)), "--state-out", str(out), str(file)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    frames = json.loads(out.read_text(encoding="utf8"))["frames"]
    start = corners_of(frames[0])
    drifts = {frame["step"]: drift(start, corners_of(frame)) for frame in frames[1:]}
    return drifts, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / steps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa")
    parser.add_argument("--solver", choices=SOLVERS, nargs="+")
    parser.add_argument("--cubes", type=int, default=20)
    parser.add_argument("--ratio", type=float, default=100, help="mass of the highest cube to that of the lowest")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--limit", type=float, default=1e-4, help="drift that is allowed (m)")
    parser.add_argument("--intersection", choices=["MinProximityIntersection", "NewProximityIntersection"],
                        default="MinProximityIntersection")
    parser.add_argument("--write", help="file that the scene is written to, instead of running it")
    given = parser.parse_args()
    if given.write:
        text = scene((given.solver or ["newton"])[0], given.cubes, given.ratio, given.intersection)
        Path(given.write).write_text(text, encoding="utf8")
        return
    missed = []
    for solver in given.solver or SOLVERS:
        with tempfile.TemporaryDirectory() as folder:
            drifts, milliseconds = run(given, solver, folder)
        print(f"{solver}: processor time {milliseconds:.1f} ms a step; drift (m) by step: "
              + ", ".join(f"{step}: {value:.2g}" for step, value in drifts.items()), flush=True)
        if not max(drifts.values()) <= given.limit:
            missed.append(solver)
    if missed and given.solver:
        sys.exit(f"These let the tower drift by more than {given.limit:g} m: {', '.join(missed)}.")


if __name__ == "__main__":
    main()
