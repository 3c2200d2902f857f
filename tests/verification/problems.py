# SPDX-License-Identifier: Apache-2.0
"""The problems of examples/Verification: meshes, what is measured, and what it should be.

`reference`: quantity -> (value, source, whether the model's exact solution is known). `tolerance`: largest relative
error; it comes from the digits or the spread of the reference and from the accuracy that theory promises for the mesh.
`order`: False where meshes are not refined alike in all directions. `coarse` meshes are those of the test.
"""
import math

import numpy as np


def levels(sizes, tolerances, coarse=1, component="grid.n", names=None):
    """sizes: points of the grid per level; h is 1 over the cells along the first axis."""
    made = []
    for i, (size, tolerance) in enumerate(zip(sizes, tolerances)):
        cells = [max(int(n) - 1, 1) for n in size.split()]
        shown = " x ".join(str(c) for c, n in zip(cells, size.split()) if int(n) > 1)
        made.append({"set": {component: size}, "name": names[i] if names else shown, "h": 1 / cells[0],
                     "tolerance": tolerance, "coarse": i < coarse})
    return made


def squares(*cells):
    return [f"{n + 1} {n + 1} 1" for n in cells]


def lame_cylinder(young, poisson, a=1, b=2):
    return (1 + poisson) / young * a * a / (b * b - a * a) * ((1 - 2 * poisson) * a + b * b / a)


def lame_sphere(young, poisson, a=1, b=2):
    return a**3 / (young * (b**3 - a**3)) * ((1 - 2 * poisson) * a + (1 + poisson) * b**3 / (2 * a * a))


def elastica(result):
    values = {}
    for k, frame in ((1, 1), (5, 2), (10, 3)):
        ux, uy = result.moved((1, 0), frame)
        values[f"k = {k}: w/L"] = -uy
        values[f"k = {k}: u/L"] = -ux
        across = result.positions[frame][result.node((1, 0.005))] - result.positions[frame][result.node((1, -0.005))]
        values[f"k = {k}: turn"] = math.atan2(across[0], across[1])
    return values


def ventricle(result):
    """The apex inside and outside, and the volume under z = 5 by the faces of the inner surface."""
    x = result.x
    volume = 0
    one = np.array([-math.sqrt(0.6), 0, math.sqrt(0.6)])
    weight = np.array([5, 8, 5]) / 9
    local = [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0), (0, 0)]
    shape = lambda s, t: 1 - t * t if s == 0 else t * (t + s) / 2
    slope = lambda s, t: -2 * t if s == 0 else t + s / 2
    rest = result.rest
    for element in result.data["mesh.hexahedra27"]:
        face = element[[0, 1, 2, 3, 8, 9, 10, 11, 24]]
        r = rest[face]
        if np.abs((r[:, 0] ** 2 + r[:, 1] ** 2) / 49 + r[:, 2] ** 2 / 289 - 1).max() > 1e-9:
            continue
        p = x[face]
        for i in range(3):
            for j in range(3):
                u, v = one[i], one[j]
                n = np.array([shape(s, u) * shape(t, v) for s, t in local])
                along = np.array([slope(s, u) * shape(t, v) for s, t in local]) @ p
                across = np.array([shape(s, u) * slope(t, v) for s, t in local]) @ p
                volume += weight[i] * weight[j] * (5 - n @ p[:, 2]) * np.cross(along, across)[2]
    return {"apex inside, z": x[result.node((0, 0, -17))][2], "apex outside, z": x[result.node((0, 0, -20))][2],
            "volume of the cavity": 4 * abs(volume)}


def chain(links=20, length=1.5, span=1.0, mass=1 / 21, gravity=10.0, stiffness=1000.0):
    """Sag of the middle: link i pulls down by what hangs between it and the middle, all pull alike along x."""
    rest = length / links
    down = (links / 2 - 0.5 - np.arange(links)) * mass * gravity
    low, high = 1e-6, 1e3
    for _ in range(200):
        along = (low + high) / 2
        tension = np.hypot(along, down)
        long = rest * (1 + tension / stiffness)
        low, high = (low, along) if (long * along / tension).sum() > span else (along, high)
    return (long * down / tension)[: links // 2].sum()


def frequency(result):
    """From the times at which the end passes through its place at rest, upwards."""
    height = np.array([result.moved((1, 0, 0), i)[2] for i in range(len(result.times))])
    t = np.array(result.times)
    up = [i for i in range(len(t) - 1) if height[i] < 0 <= height[i + 1]]
    zero = [t[i] - height[i] * (t[i + 1] - t[i]) / (height[i + 1] - height[i]) for i in up]
    return {"first frequency (Hz)": (len(zero) - 1) / (zero[-1] - zero[0])}


TOP_MOMENTS = np.array([0.6**2 + 0.3**2, 1 + 0.3**2, 1 + 0.6**2]) / 4


def top(result):
    """Velocities are those of the middle of a step, where the positions are half a step back."""
    values = []
    for t, x, v in zip(result.times[1:], result.positions[1:], result.velocities[1:]):
        middle = x - 0.005 * v
        values.append((np.linalg.norm(np.cross(middle, v).sum(0)) / 8, (v * v).sum() / 16))
    momentum, energy = np.array(values).T
    start = TOP_MOMENTS * (0.1, 2, 0)
    axis = result.x[2] + result.x[3] - result.x[0] - result.x[1]
    return {"least angular momentum / first": momentum.min() / np.linalg.norm(start),
            "most angular momentum / first": momentum.max() / np.linalg.norm(start),
            "least kinetic energy / first": energy.min() / (start @ (0.1, 2, 0) / 2),
            "most kinetic energy / first": energy.max() / (start @ (0.1, 2, 0) / 2),
            "y of the intermediate axis at t = 10": axis[1] / np.linalg.norm(axis)}


def euler_top(end=10.0, steps=20000):
    """Euler's equations of the rigid body by the method of Runge and Kutta: y of its second axis at the end."""
    def rate(state):
        omega, r = state[:3], state[3:].reshape(3, 3)
        turn = -np.cross(omega, TOP_MOMENTS * omega) / TOP_MOMENTS
        cross = np.array([[0, -omega[2], omega[1]], [omega[2], 0, -omega[0]], [-omega[1], omega[0], 0]])
        return np.concatenate([turn, (r @ cross).ravel()])
    state, h = np.concatenate([(0.1, 2, 0), np.eye(3).ravel()]), end / steps
    for _ in range(steps):
        a = rate(state)
        b = rate(state + h / 2 * a)
        c = rate(state + h / 2 * b)
        state = state + h / 6 * (a + 2 * b + 2 * c + rate(state + h * c))
    return state[3:].reshape(3, 3)[1, 1]


def sphere_pressure(stretch, a=1, b=2):
    """Of a thick neo-Hookean sphere of mu = 1 whose inner wall is stretched: integral of W'(s) / (s^3 - 1) over s."""
    outer = (1 + (stretch**3 - 1) * a**3 / b**3) ** (1 / 3)
    return 2 * (1 / outer - 1 / stretch) + (1 / outer**4 - 1 / stretch**4) / 2


def sphere_stretch(pressure, low=1.0, high=1.828147):
    """The stretch of the inner wall between 1 and the limit point, or between that and a larger one."""
    rises = sphere_pressure(high) > sphere_pressure(low)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if (sphere_pressure(middle) < pressure) == rises else (low, middle)
    return low


def inflated(result):
    inner = result.node((0, 0, 1))
    return {f"stretch at p = {p:g}": result.positions[i][inner][2] for i, p in ((1, 0.25), (2, 0.5), (3, 0.75))}


def beyond(result):
    """The first recorded place is not that at rest: the inner wall is nearest to the middle."""
    pole = np.abs(result.x[:, :2]).max(axis=1) < 1e-6
    stretch = result.x[pole, 2].min()
    return {"stretch at p = 0.75": stretch, "stretch at p = 0.6345": stretch}


COOK = "R. D. Cook, Improved two-dimensional finite element, 1974"
LAND = "S. Land et al., Verification of cardiac mechanics software, 2015 (11 groups, spread 0.5 %)"
TUREK = "S. Turek, J. Hron, Proposal for numerical benchmarking of fluid-structure interaction, 2006"
MACNEAL = "R. H. MacNeal, R. L. Harder, A proposed standard set of problems to test finite element accuracy, 1985"
EXACT_LAME = "Lame's solution"
EXACT_RUBBER = "pressure and stretch of the incompressible sphere"

PROBLEMS = [
    {"name": "cook/plane-stress", "title": "Cook's membrane, plane stress", "scene": "cook_plane_stress.scn",
     "elements": "quads of 9 nodes", "text": "Rise of the right edge; the reference is known to four digits, and the corner "
     "at the clamped edge, where the stress is infinite, lets the order sink.",
     "levels": levels(squares(4, 8, 16, 32), [3e-2, 1.5e-2, 7.5e-3, 3.75e-3]),
     "measure": lambda r: {"middle": r.moved((48, 52))[1], "corner": r.moved((48, 60))[1]},
     "reference": {"middle": (23.965, COOK + "; value by quadratic elements", False),
                   "corner": (25.164, COOK + "; value by quadratic elements", False)}},
    {"name": "cook/plane-strain", "title": "Cook's membrane, plane strain", "scene": "cook_plane_strain.scn",
     "elements": "quads of 9 nodes", "text": "Other programs give 32.20 to 32.33.",
     "levels": levels(squares(4, 8, 16, 32), [3e-2, 1.5e-2, 7.5e-3, 3.75e-3]),
     "measure": lambda r: {"corner": r.moved((48, 60))[1]},
     "reference": {"corner": (32.263, COOK + "; value by quadratic elements", False)}},
    {"name": "cook/incompressible", "title": "Cook's membrane, nearly incompressible",
     "scene": "cook_nearly_incompressible.scn", "elements": "quads of 9 nodes, volumes averaged linearly",
     "text": "nu = 0.4999; 8.0 to 8.1 are published, the reference is the middle.",
     "levels": levels(squares(2, 4, 8, 16, 32), [5e-2, 2e-2, 1e-2, 1e-2, 1e-2], coarse=2),
     "measure": lambda r: {"corner": r.moved((48, 60))[1]},
     "reference": {"corner": (8.05, COOK + "; published values 8.0 to 8.1", False)}},
    {"name": "twisted-beam/z", "title": "Twisted beam, force across its thin side at the root", "scene": "twisted_beam.scn",
     "elements": "hexahedra of 27 nodes", "text": "",
     "levels": levels(["7 2 2", "13 3 2", "25 5 3"], [3.2e-2, 8e-3, 2e-3]),
     "measure": lambda r: {"end": r.moved((12, 0, 0))[2]},
     "reference": {"end": (0.005424534868469, MACNEAL, False)}},
    {"name": "twisted-beam/y", "title": "Twisted beam, force along its wide side at the root", "scene": "twisted_beam.scn",
     "elements": "hexahedra of 27 nodes", "text": "", "set": {"load.totalForce": "0 1 0"},
     "levels": levels(["7 2 2", "13 3 2", "25 5 3"], [3.2e-2, 8e-3, 2e-3]),
     "measure": lambda r: {"end": r.moved((12, 0, 0))[1]},
     "reference": {"end": (0.001753248285256, MACNEAL, False)}},
    {"name": "le10", "title": "NAFEMS LE10, thick plate under pressure", "scene": "le10.scn",
     "elements": "hexahedra of 20 nodes", "text": "Stress at the top of the hole's edge. The support along a line lets the order sink.", "data": ["solid.stress"],
     "levels": levels(["5 7 5", "9 13 9", "17 25 17"], [4e-2, 2e-2, 1e-2]),
     "measure": lambda r: {"stress yy at D (MPa)": r.data["solid.stress"][r.node((2, 0, 0.3))][1]},
     "reference": {"stress yy at D (MPa)": (-5.38, "NAFEMS, The standard NAFEMS benchmarks, 1990", False)}},
    {"name": "le1", "title": "NAFEMS LE1, elliptic membrane", "scene": "le1.scn", "elements": "quads of 9 nodes",
     "text": "Stress at the edge of the hole.", "data": ["solid.stress"],
     "levels": levels(["5 7 1", "9 13 1", "17 25 1", "33 49 1"], [4e-2, 2e-2, 1e-2, 5e-3]),
     "measure": lambda r: {"stress yy at D (MPa)": r.data["solid.stress"][r.node((2, 0))][1]},
     "reference": {"stress yy at D (MPa)": (92.7, "NAFEMS, The standard NAFEMS benchmarks, 1990", False)}},
    {"name": "cantilever", "title": "Timoshenko's cantilever", "scene": "cantilever.scn", "elements": "quads of 9 nodes",
     "text": "The clamped end holds the section plane, as the theory has it up to the warping by shear.",
     "levels": levels(["6 2 1", "11 2 1", "21 3 1", "41 5 1"], [5e-3] * 4),
     "measure": lambda r: {"end": r.moved((10, 0))[1]},
     "reference": {"end": (0.4024, "F L^3 / (3 E I) + F L / (kappa A G), kappa = 5/6", False)}},
    {"name": "cylinder/0.3", "title": "Thick cylinder under pressure", "scene": "thick_cylinder.scn",
     "elements": "quads of 9 nodes", "text": "nu = 0.3.",
     "levels": levels(["3 4 1", "5 7 1", "9 13 1"], [5e-3, 5e-4, 5e-5]),
     "measure": lambda r: {"inner wall": r.moved((1, 0))[0]},
     "reference": {"inner wall": (lame_cylinder(1e6, 0.3), EXACT_LAME, True)}},
    {"name": "cylinder/0.4999", "title": "Thick cylinder, nearly incompressible", "scene": "thick_cylinder.scn",
     "elements": "quads of 9 nodes, volumes averaged linearly", "text": "nu = 0.4999.",
     "set": {"solid.poissonRatio": "0.4999", "solid.volumeAverage": "linear"},
     "levels": levels(["3 4 1", "5 7 1", "9 13 1"], [5e-3, 5e-4, 5e-5]),
     "measure": lambda r: {"inner wall": r.moved((1, 0))[0]},
     "reference": {"inner wall": (lame_cylinder(1e6, 0.4999), EXACT_LAME, True)}},
    {"name": "sphere", "title": "Thick sphere, nearly incompressible", "scene": "thick_sphere.scn",
     "elements": "hexahedra of 27 nodes, volumes averaged linearly", "text": "nu = 0.4999.",
     "levels": levels(["3 3 3", "5 5 5", "9 9 9"], [2e-2, 2e-3, 5e-4]),
     "measure": lambda r: {"inner wall": r.moved((0, 0, 1))[2]},
     "reference": {"inner wall": (lame_sphere(1e6, 0.4999), EXACT_LAME, True)}},
    {"name": "inflated-sphere", "title": "Inflated sphere of rubber", "scene": "inflated_sphere.scn", "steps": 15,
     "record": [0, 5, 10, 15], "elements": "hexahedra of 27 nodes, volumes averaged linearly",
     "text": "Stretch of the inner wall, below the limit point; neo-Hookean, compressible by 1e-4.",
     "levels": levels(["2 2 2", "3 3 3", "5 5 5"], [2e-2, 5e-3, 1.25e-3], coarse=2), "measure": inflated,
     "reference": {f"stretch at p = {p:g}": (sphere_stretch(p), EXACT_RUBBER, False) for p in (0.25, 0.5, 0.75)}},
    {"name": "inflated-sphere/beyond", "title": "Inflated sphere of rubber beyond its limit point",
     "scene": "inflated_sphere_beyond.scn", "elements": "hexahedra of 27 nodes, volumes averaged linearly",
     "text": "The other stretch at which the same pressure holds it, not stably: points start at the exact places.",
     "levels": levels(["5 5 5", "7 7 7"], [5e-3, 2e-3]), "measure": beyond,
     "reference": {"stretch at p = 0.75": (sphere_stretch(0.75, 1.828147, 6), EXACT_RUBBER, False)}},
    {"name": "inflated-sphere/far", "title": "Inflated sphere of rubber far beyond its limit point",
     "scene": "inflated_sphere_beyond.scn", "elements": "hexahedra of 27 nodes, volumes averaged linearly",
     "text": "The same at the pressure of a stretch of 3.",
     "set": {"air.pressure": f"{sphere_pressure(3)}",
             **{f"grown.{axis}": f"{axis} * (1 + 26 / (x^2 + y^2 + z^2)^1.5)^(1/3)" for axis in "xyz"}},
     "levels": levels(["5 5 5", "7 7 7"], [5e-3, 2e-3]), "measure": beyond,
     "reference": {"stretch at p = 0.6345": (3, EXACT_RUBBER, False)}},
    {"name": "hanging-bar", "title": "Hanging bar", "scene": "hanging_bar.scn", "elements": "hexahedra of 27 nodes",
     "text": "Quadratic elements hold the solution: errors are those of rounding.",
     "levels": levels(["2 2 2", "2 2 3"], [1e-8, 1e-8]),
     "measure": lambda r: {"end": -r.moved((0, 0, -2))[2]},
     "reference": {"end": (1.962e-5, "rho g L^2 / (2 E)", True)}},
    {"name": "elastica", "title": "Elastica", "scene": "elastica.scn", "elements": "quads of 9 nodes", "steps": 20,
     "record": [0, 2, 10, 20],
     "text": "The beam has the thickness L/100: shear and stretch add some 1e-4, which the theory leaves out.",
     "levels": levels(["21 2 1", "41 2 1", "81 2 1"], [1e-2, 1e-3, 5e-4]),
     "measure": elastica,
     "reference": {quantity: (value, "boundary value problem of the elastica, 1e-10", False) for quantity, value in
                   (("k = 1: w/L", 0.3017207738), ("k = 1: u/L", 0.0564332363), ("k = 1: turn", 0.4613519497),
                    ("k = 5: w/L", 0.7137915236), ("k = 5: u/L", 0.3876283607), ("k = 5: turn", 1.2153681176),
                    ("k = 10: w/L", 0.8106090249), ("k = 10: u/L", 0.5549955978), ("k = 10: turn", 1.4302855388))}},
    {"name": "csm1", "title": "Turek and Hron, CSM1", "scene": "turek_hron_csm.scn", "elements": "quads of 9 nodes",
     "text": "Displacement of the middle of the end, mm.",
     "levels": levels(["11 2 1", "21 3 1", "41 5 1", "81 9 1"], [6e-2, 2e-2, 7.5e-3, 2.5e-3]),
     "measure": lambda r: dict(zip(("x", "y"), 1000 * r.moved((0.6, 0.2)))),
     "reference": {"x": (-7.187, TUREK, False), "y": (-66.10, TUREK, False)}},
    {"name": "csm2", "title": "Turek and Hron, CSM2", "scene": "turek_hron_csm.scn", "elements": "quads of 9 nodes",
     "text": "Displacement of the middle of the end, mm.", "set": {"solid.youngModulus": "5.6e6"},
     "levels": levels(["11 2 1", "21 3 1", "41 5 1", "81 9 1"], [6e-2, 2e-2, 7.5e-3, 2.5e-3]),
     "measure": lambda r: dict(zip(("x", "y"), 1000 * r.moved((0.6, 0.2)))),
     "reference": {"x": (-0.469, TUREK, False), "y": (-16.97, TUREK, False)}},
    {"name": "land/1", "title": "Land et al., problem 1: bar of heart muscle", "scene": "land_bending_bar.scn", "steps": 10, "order": False,
     "elements": "hexahedra of 27 nodes, volumes averaged linearly", "text": "Deformed z of (10, 0.5, 1), mm.",
     "levels": levels(["11 2 2", "21 3 3", "41 3 3"], [2e-2, 5e-3, 5e-3]),
     "measure": lambda r: {"z": r.x[r.node((10, 0.5, 1))][2]},
     "reference": {"z": (4.17, LAND, False)}},
    {"name": "land/2", "title": "Land et al., problem 2: ellipsoid under pressure", "scene": "land_ventricle.scn",
     "steps": 50, "elements": "hexahedra of 27 nodes, volumes averaged linearly", "text": "Deformed apex, mm, and mm^3.",
     "data": ["mesh.hexahedra27"],
     "levels": levels(["4 4 2", "6 6 3", "9 9 3"], [2e-2, 1e-2, 5e-3], coarse=0), "measure": ventricle,
     "reference": {"apex inside, z": (-26.612, LAND, False), "apex outside, z": (-28.279, LAND, False),
                   "volume of the cavity": (10734.3, LAND, False)}},
    {"name": "hanging-chain", "title": "Hanging chain", "scene": "hanging_chain.scn", "elements": "springs",
     "text": "Sag of the middle of 20 links.", "levels": levels(["21 1 1"], [1e-8]),
     "measure": lambda r: {"sag": -r.moved((0.5, -0.5, 0))[1] + 0.5},
     "reference": {"sag": (chain(), "balance of forces at the points", True)}},
    {"name": "frequency", "title": "First frequency of a cantilever", "scene": "vibrating_cantilever.scn", "steps": 600,
     "record": list(range(601)), "elements": "hexahedra of 27 nodes, consistent mass, midpoint rule",
     "text": "With dt = 0.02 the midpoint rule lowers the frequency by (omega dt)^2 / 12 = 0.04 %, shear and rotation of the "
     "sections by some 0.01 %.",
     "levels": levels(["6 2 2", "11 2 2", "21 2 2"], [5e-2, 5e-3, 2e-3]),
     "measure": frequency,
     "reference": {"first frequency (Hz)": (1.875104068711961**2 / (2 * math.pi), "1.8751^2 sqrt(E I / (rho A L^4)) / (2 pi)", False)}},
    {"name": "top", "title": "Free asymmetric top", "scene": "free_top.scn", "steps": 1000, "record": list(range(1001)),
     "elements": "one hexahedron, masses in its corners, midpoint rule",
     "text": "It turns about its intermediate axis, which flips over. The box is stiff, not rigid: its energy is not kinetic alone.",
     "levels": [{"set": {}, "name": "dt = 0.01", "h": 1, "tolerance": 2e-3, "coarse": True}], "measure": top,
     "reference": {**{quantity: (1, "conserved", True) for quantity in (
         "least angular momentum / first", "most angular momentum / first", "least kinetic energy / first",
         "most kinetic energy / first")},
         "y of the intermediate axis at t = 10": (euler_top(), "Euler's equations of the rigid body", False)}},
]
