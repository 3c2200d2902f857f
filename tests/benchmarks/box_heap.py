#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast rigid boxes fall into a heap, with contacts and friction by multipliers.

Usage: tests/benchmarks/box_heap.py RUNSOFA [--boxes N] [--steps N] [--threads N] [--layout bodies|state] [--profile]
       [--drag RATE] [--warm] [--energy N] [--write FILE]

Boxes of 0.5 m that stand askew in five layers, a quarter of a metre apart, fall on a floor through something viscous: in
steps of 0.01 s, four seconds. They are `bodies`, each with a node, solver and correction of its own, or the frames of one
`state`. Prints the times of the steps, how much faster than real time the run was, the processor time of the program,
which other programs on the machine disturb less, and where the boxes are. --energy N prints the mechanical energy per box
every N steps and its largest rise between two of them, which contacts and friction should not cause; --drag 0 takes the
viscous part away. Contacts start from no force at every step, as in SOFA; with --warm from those of the step before.
--write leaves the scene in a file and runs nothing.
"""
import argparse
import json
import math
import random
import resource
import subprocess
import tempfile
from pathlib import Path

from contact_world import world

DT = 0.01
HALF = 0.25
LAYERS = 5
GRAVITY = 9.81
INERTIA = (2 * HALF) ** 2 / 6  # of a box of 1 kg, about any axis


def frames(count):
    """Places in columns, the lowest layer first, with small turns that repeat."""
    chance = random.Random(1)
    side = max(1, round(math.sqrt(count / LAYERS)))
    places = []
    for k in range(count):
        layer, rest = divmod(k, side * side)
        z, x = divmod(rest, side)
        turn = [chance.uniform(-0.2, 0.2) for _ in range(3)] + [1]
        length = math.sqrt(sum(q * q for q in turn))
        place = [3 * HALF * (x - (side - 1) / 2), 1.6 * HALF + 3 * HALF * layer, 3 * HALF * (z - (side - 1) / 2)]
        place = [p + chance.uniform(-0.05, 0.05) for p in place]
        places.append(" ".join(f"{v:.9g}" for v in [*place, *(q / length for q in turn)]))
    return places


def body(name, places, touches_itself, drag):
    return f"""  <Node name="{name}">
    <EulerImplicitSolver rayleighMass="{drag}"/>
    <CGLinearSolver iterations="10" tolerance="1e-12" threshold="1e-20"/>
    <MechanicalObject template="Rigid3d" name="frames" position="{"  ".join(places)}"/>
    <UniformMass vertexMass="1 1 [{INERTIA:.9g} 0 0  0 {INERTIA:.9g} 0  0 0 {INERTIA:.9g}]"/>
    <UncoupledConstraintCorrection/>
    <OBBCollisionModel defaultExtent="{HALF}" selfCollision="{int(touches_itself)}"/>
  </Node>
"""


def scene(count, layout, drag, warm):
    places = frames(count)
    bodies = [body(f"box{k}", [place], False, drag) for k, place in enumerate(places)]
    floor = """  <Node name="floor">
    <MechanicalObject template="Rigid3d" position="0 -5 0  0 0 0 1"/>
    <OBBCollisionModel extents="100 5 100" moving="0" simulated="0"/>
  </Node>
"""
    parts = "".join(bodies) if layout == "bodies" else body("boxes", places, True, drag)
    return world(DT, f"0 {-GRAVITY} 0", 50, "1e-4", (0.05, 0.005), f"0.8&amp;warmStart={int(warm)}", floor + parts)


def energy(states):
    """Mechanical energy of all boxes, of 1 kg each (J)."""
    total = 0
    for state in states:
        x, v = state["position"], state["velocity"]
        for k in range(len(x) // 7):
            along, turn = v[6 * k:6 * k + 3], v[6 * k + 3:6 * k + 6]
            total += GRAVITY * x[7 * k + 1] + (sum(c * c for c in along) + INERTIA * sum(c * c for c in turn)) / 2
    return total


def print_energies(frames, count):
    energies = [(frame["step"], energy(boxes_of(frame)) / count) for frame in frames]
    for step, value in energies:
        print(f"step {step}: {value:.4f} J a box")
    rises = [(later - earlier, step) for (_, earlier), (step, later) in zip(energies, energies[1:])]
    print("largest rise of the energy: {:.3g} J a box, before step {}".format(*max(rises)))


def boxes_of(frame):
    return [s for s in frame["states"] if s["template"] == "Rigid3d" and "/box" in s["path"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa")
    parser.add_argument("--boxes", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--layout", choices=["bodies", "state"], default="bodies")
    parser.add_argument("--profile", action="store_true", help="print the times of the parts of a step")
    parser.add_argument("--drag", type=float, default=3, help="rate at which motion fades (1/s)")
    parser.add_argument("--warm", action="store_true", help="contacts start from their forces of the step before")
    parser.add_argument("--energy", type=int, default=0, metavar="N", help="print the energy every N steps")
    parser.add_argument("--write", help="file that the scene is written to, instead of running it")
    given = parser.parse_args()
    text = scene(given.boxes, given.layout, given.drag, given.warm)
    if given.write:
        Path(given.write).write_text(text, encoding="utf8")
        return
    with tempfile.TemporaryDirectory() as folder:
        file, out, times = (Path(folder) / name for name in ("heap.scn", "states.json", "times.json"))
        file.write_text(text, encoding="utf8")
        recorded = [*(range(0, given.steps, given.energy) if given.energy else ()), given.steps]
        command = [given.runsofa, "-g", "batch", "-n", str(given.steps), "--hideProgressBar", "--threads",
                   str(given.threads), "--state-at", ",".join(map(str, recorded)), "--state-out", str(out),
                   "--times-out", str(times), str(file)]
        subprocess.run(command + ["--profile"] * given.profile, check=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        recorded = json.loads(out.read_text(encoding="utf8"))
        times = json.loads(times.read_text(encoding="utf8"))["step_ms"]
    heights = [y for state in boxes_of(recorded["frames"][-1]) for y in state["position"][1::7]]
    if given.energy:
        print_energies(recorded["frames"], given.boxes)
    print(f"{given.boxes} boxes, layout {given.layout}, {given.threads} threads: {times['total'] / given.steps:.1f} ms a "
          f"step (median {times['median']:.1f}, largest {times['max']:.1f}), "
          f"{1000 * DT * given.steps / times['total']:.2f} of real time")
    print(f"processor time: {1000 * (used.ru_utime + used.ru_stime) / given.steps:.1f} ms a step")
    print(f"heights of centres: {min(heights):.3f} to {max(heights):.3f} m, mean {sum(heights) / len(heights):.3f} m")


if __name__ == "__main__":
    main()
