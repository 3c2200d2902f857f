# SPDX-License-Identifier: Apache-2.0
"""The problems of shells among those of examples/Verification (problems.py tells what the entries mean)."""
import math

from problems import COOK, MACNEAL, levels, squares

SZE = "K. Y. Sze, X. H. Liu, S. H. Lo, Popular benchmark problems for geometric nonlinear analysis of shells, 2004"
ELASTICA = "boundary value problem of the elastica, 1e-10"
SIMO = "J. C. Simo, D. D. Fox, M. S. Rifai, On a stress resultant geometrically exact shell model, part II, 1989"
ROLLED = "sin a / a, (1 - cos a) / a"
TRIANGLES, QUADS = "shells of triangles", "shells of quads"


def plate(terms=200):
    """The middle of a simply supported square plate of side 1 under a pressure, times rigidity over pressure: Navier's series."""
    odd = range(1, terms, 2)
    return 16 / math.pi**6 * sum((-1) ** ((m + n) // 2 - 1) / (m * n * (m * m + n * n) ** 2) for m in odd for n in odd)


def end_turn(result, frame):
    """By how much the frame of the end has turned about y."""
    quaternion = result.positions[frame][result.node((1, 0, 0))][3:]
    return 2 * math.atan2(quaternion[1], quaternion[3])


def elastica(result):
    values = {}
    for k, frame in ((1, 1), (5, 2), (10, 3)):
        moved = result.moved((1, 0, 0), frame)
        values[f"k = {k}: w/L"] = -moved[2]
        values[f"k = {k}: u/L"] = -moved[0]
        values[f"k = {k}: turn"] = end_turn(result, frame)
    return values


def rolled(result):
    """Where the end is at a quarter and half a circle; the full one has its middle on top and its end where it began."""
    node = result.node((1, 0, 0))
    quarter, half, full = (frame[node] for frame in result.positions[1:])
    return {"quarter: x": quarter[0], "quarter: z": quarter[2], "half: z": half[2],
            "full: middle z": result.x[result.node((0.5, 0, 0))][2], "full: 1 - gap": 1 - math.hypot(full[0], full[2]),
            "full: stress (MPa)": 1e-6 * result.data["body.shell.vonMisesPerElement"].mean()}


def of_quads(problem):
    """The same scene with quads."""
    return {**problem, "name": problem["name"].replace("shell/", "shell/quads/"), "title": problem["title"] + ", quads",
            "elements": QUADS, "quads": True}


TRIANGLE_SHELLS = [
    {"name": "shell/cook", "title": "Cook's membrane by shells", "scene": "cook_shell.scn", "elements": TRIANGLES,
     "text": "In their plane they are membranes with turns at the corners. Rise of the right edge times 1e6.",
     "levels": levels(squares(4, 8, 16, 32), [0.16, 8e-2, 4e-2, 2e-2], coarse=2),
     "measure": lambda r: {"middle": 1e6 * r.moved((48, 52, 0))[1]},
     "reference": {"middle": (23.965, COOK + "; value by quadratic elements", False)}},
    {"name": "shell/plate", "title": "Simply supported plate", "scene": "plate.scn", "elements": TRIANGLES,
     "text": "A quarter of the square plate.", "levels": levels(squares(2, 4, 8, 16, 32), [0.1, 2.5e-2, 6e-3, 1.5e-3, 4e-4], coarse=3),
     "measure": lambda r: {"centre": -1e3 * r.moved((0.5, 0.5, 0))[2]},
     "reference": {"centre": (plate(), "Navier's series", True)}},
    {"name": "shell/scordelis-lo", "title": "Roof of Scordelis and Lo", "scene": "scordelis_lo.scn", "elements": TRIANGLES,
     "text": "Sinking of the middle of the free edge; the reference is that of R. H. MacNeal and R. L. Harder, 1985, "
     "who found programs to converge to values between 0.300 and 0.3024.",
     "levels": levels(squares(4, 8, 16, 32), [0.15, 4e-2, 1.5e-2, 1e-2], coarse=2),
     "measure": lambda r: {"edge": -100 * r.moved((25 * math.sin(2 * math.pi / 9), 25, 25 * math.cos(2 * math.pi / 9)))[2]},
     "reference": {"edge": (0.3024, "A. C. Scordelis, K. S. Lo, Computer analysis of cylindrical shells, 1964; " + MACNEAL, False)}},
    {"name": "shell/cylinder", "title": "Pinched cylinder with diaphragms", "scene": "pinched_cylinder.scn",
     "elements": TRIANGLES, "text": "Displacement under the force.",
     "levels": levels(squares(8, 16, 32, 64), [0.4, 0.1, 3e-2, 1.5e-2]),
     "measure": lambda r: {"force": -r.moved((0, 300, 300))[2]},
     "reference": {"force": (1.8248e-5, "W. Fluegge, Stresses in shells, 1960", False)}},
    {"name": "shell/hemisphere", "title": "Pinched hemisphere with a hole", "scene": "pinched_hemisphere.scn",
     "elements": TRIANGLES, "text": "Outwards and inwards under the forces.",
     "levels": levels(squares(8, 16, 32), [0.16, 4e-2, 1e-2]),
     "measure": lambda r: {"pulled": 1000 * r.moved((10, 0, 0))[0], "pushed": -1000 * r.moved((0, 10, 0))[1]},
     "reference": {"pulled": (0.094, MACNEAL, False), "pushed": (0.094, MACNEAL, False)}},
    {"name": "shell/hemisphere-large", "title": "Pinched hemisphere, large forces", "scene": "pinched_hemisphere_large.scn",
     "elements": TRIANGLES, "text": "At a force of 400.", "steps": 41,
     "levels": levels(squares(8, 16, 32), [0.1, 3e-2, 1e-2], coarse=0),
     "measure": lambda r: {"pulled": r.moved((10, 0, 0))[0], "pushed": -r.moved((0, 10, 0))[1]},
     "reference": {"pulled": (4.067, SZE, False), "pushed": (8.178, SZE, False)}},
    {"name": "shell/twisted-beam/z", "title": "Twisted beam by shells, force across its thin side at the root",
     "scene": "twisted_beam_shell.scn", "elements": TRIANGLES,
     "text": "Without shear across the shell, which the reference has.",
     "levels": levels(["13 3 1", "25 5 1", "49 9 1"], [3e-2, 1e-2, 5e-3]),
     "measure": lambda r: {"end": 1000 * r.moved((12, 0, 0))[2]},
     "reference": {"end": (0.005424, MACNEAL, False)}},
    {"name": "shell/twisted-beam/y", "title": "Twisted beam by shells, force along its wide side at the root",
     "scene": "twisted_beam_shell.scn", "elements": TRIANGLES, "text": "",
     "set": {"load.totalForce": "0 0.001 0 0 0 0"},
     "levels": levels(["13 3 1", "25 5 1", "49 9 1"], [3e-2, 1e-2, 5e-3]),
     "measure": lambda r: {"end": 1000 * r.moved((12, 0, 0))[1]},
     "reference": {"end": (0.001754, MACNEAL, False)}},
    {"name": "shell/elastica", "title": "Elastica by shells", "scene": "elastica_shell.scn", "elements": TRIANGLES,
     "steps": 81, "record": [0, 9, 41, 81], "text": "The end of a strip of thickness L / 100, which is stretched by up to 1e-4.",
     "levels": levels(["11 2 1", "21 2 1", "41 2 1"], [2e-2, 5e-3, 1.25e-3]), "measure": elastica,
     "reference": {quantity: (value, ELASTICA, False) for quantity, value in
                   (("k = 1: w/L", 0.3017207738), ("k = 1: u/L", 0.0564332363), ("k = 1: turn", 0.4613519497),
                    ("k = 5: w/L", 0.7137915236), ("k = 5: u/L", 0.3876283607), ("k = 5: turn", 1.2153681176),
                    ("k = 10: w/L", 0.8106090249), ("k = 10: u/L", 0.5549955978), ("k = 10: turn", 1.4302855388))}},
    {"name": "shell/rolled", "title": "Strip rolled up to a circle", "scene": "rolled_strip.scn", "elements": TRIANGLES,
     "steps": 81, "record": [0, 21, 41, 81], "text": "Where its end is, and its middle once it is closed.",
     "levels": levels(["11 2 1", "21 2 1", "41 2 1"], [5e-2, 1.25e-2, 3e-3]), "measure": rolled,
     "data": ["body.shell.vonMisesPerElement"],
     "reference": {"quarter: x": (2 / math.pi, ROLLED, True), "quarter: z": (2 / math.pi, ROLLED, True),
                   "half: z": (2 / math.pi, ROLLED, True), "full: middle z": (1 / math.pi, ROLLED, True),
                   "full: 1 - gap": (1, ROLLED, True), "full: stress (MPa)": (1.2 * math.pi, "E t / (2 r)", True)}},
]


def thin_twisted_beam(quads, across, along):
    """The twisted beam with a hundredth of its thickness: what locks where elements are warped, or meet at angles, does so here."""
    kind = "quads/" if quads else ""
    common = {"scene": "twisted_beam_shell.scn", "elements": QUADS if quads else TRIANGLES, "quads": quads}
    meshes = ["13 3 1", "25 5 1", "49 9 1"]
    suffix = ", quads" if quads else ""
    return [
        {"name": f"shell/{kind}twisted-beam-thin/z", "title": "Thin twisted beam, force across its thin side at the root" + suffix,
         "text": "A hundredth of the thickness: elements that lock do so here.", **common,
         "set": {"shell.thickness": "0.0032", "load.totalForce": "0 0 1e-9 0 0 0"}, "levels": levels(meshes, across),
         "measure": lambda r: {"end": 1000 * r.moved((12, 0, 0))[2]}, "reference": {"end": (0.005256, SIMO, False)}},
        {"name": f"shell/{kind}twisted-beam-thin/y", "title": "Thin twisted beam, force along its wide side at the root" + suffix,
         "text": "", **common,
         "set": {"shell.thickness": "0.0032", "load.totalForce": "0 1e-9 0 0 0 0"}, "levels": levels(meshes, along),
         "measure": lambda r: {"end": 1000 * r.moved((12, 0, 0))[1]}, "reference": {"end": (0.001294, SIMO, False)}}]


SHELLS = (TRIANGLE_SHELLS + thin_twisted_beam(False, [0.6, 9e-2, 7e-3], [0.6, 9e-2, 7e-3]) +
          [of_quads(problem) for problem in TRIANGLE_SHELLS] +
          thin_twisted_beam(True, [3e-2, 1e-2, 5e-3], [3e-2, 1e-2, 5e-3]))
