# SPDX-License-Identifier: Apache-2.0
"""Scenes and an objective for gradients of runs."""
import numpy

from Sofa import Study, _core

DIRECT = dict(template="CompressedRowSparseMatrixMat3x3d")


def begin(root, dt=0.03):
    root.dt, root.gravity = dt, [0.5, -9, 1]
    root.addObject("DefaultAnimationLoop")


def solvers(node, **implicit):
    node.addObject("EulerImplicitSolver", name="ode", **{"rayleighStiffness": 0.02, "rayleighMass": 0.1, **implicit})
    node.addObject("SparseLDLSolver", name="solver", **DIRECT)


def moving(count, size=3):
    """Velocities for a start that is not at rest."""
    return numpy.linspace(-0.5, 0.6, count * size).reshape(count, size)


def moved(position, increment):
    """Positions moved by increments: those of frames by a translation, and a rotation vector in space."""
    if position.shape == increment.shape:
        return position + increment
    result = position.copy()
    result[:, :3] += increment[:, :3]
    for q, d in zip(result[:, 3:], increment[:, 3:]):
        angle = numpy.linalg.norm(d)
        turn = numpy.append(d * (numpy.sin(angle / 2) / angle if angle else 0.5), numpy.cos(angle / 2))
        v, w = q[:3].copy(), q[3]
        q[:3] = turn[3] * v + w * turn[:3] + numpy.cross(turn[:3], v)
        q[3] = turn[3] * w - turn[:3] @ v
    return result


def state(node, name, position, velocity=None, template="Vec3d"):
    velocity = moving(len(position), 6 if template == "Rigid3d" else 3) if velocity is None else numpy.asarray(velocity)
    node.addObject("MechanicalObject", name=name, template=template, position=numpy.asarray(position).tolist(), velocity=velocity.tolist())


def start(scene, change=(), gravity=0):
    """The initialised scene, with states moved by `change`: a dictionary with increments for (path, "position" or "velocity")."""
    def create(root):
        scene(root)
        root.gravity = root.gravity.value + gravity
    root = Study.build(create)
    for (path, name), increment in dict(change).items():
        with find(root, path).getData(name).writeable() as values:
            values[:] = moved(values, increment)
    _core.RunAdjoint(root).record(0.0)  # mapped states follow
    return root


def find(root, paths):
    """The component or Data at "node.component.data"; a list for a list."""
    if isinstance(paths, list):
        return [find(root, path) for path in paths]
    for name in paths.split("."):
        data = root.getData(name) if root is not None else None
        root = data if data is not None else getattr(root, name)
    return root


def springs(root, **implicit):
    """A chain whose springs have dampers, held at one end."""
    begin(root)
    solvers(root, **implicit)
    state(root, "dofs", [[0, 0, 0], [1, 0.3, 0], [2.1, 0, 0.4], [3, 0.1, 0]])
    root.addObject("UniformMass", name="mass", vertexMass=0.7)
    root.addObject("SpringForceField", name="force", spring=[[i, i + 1, 60 + 10 * i, 0.8, 0.9] for i in range(3)])
    root.addObject("RestShapeSpringsForceField", name="rest", stiffness=[5.0])
    root.addObject("FixedProjectiveConstraint", name="fixed", indices=[0])


BEAM = [[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1, 2)]
CUBES = [[0, 1, 4, 3, 6, 7, 10, 9], [1, 2, 5, 4, 7, 8, 11, 10]]
TETRAHEDRA = [[h[a] for a in t] for h in CUBES for t in ([0, 5, 1, 6], [0, 1, 3, 6], [1, 3, 6, 2], [6, 3, 0, 7], [6, 7, 0, 5], [7, 5, 4, 0])]


def beam(force, mapped=False, mass="MeshMatrixMass", **implicit):
    """A beam of tetrahedra or hexahedra that is held at one end; loads on points that it carries."""
    def scene(root):
        begin(root)
        solvers(root, **implicit)
        state(root, "dofs", BEAM)
        elements = dict(hexahedra=CUBES) if force[0].startswith("Hexa") else dict(tetrahedra=TETRAHEDRA)
        kind = "Hexahedron" if "hexahedra" in elements else "Tetrahedron"
        root.addObject(kind + "SetTopologyContainer", name="mesh", position=BEAM, **elements)
        root.addObject(kind + "SetGeometryAlgorithms")
        root.addObject(mass, name="mass", totalMass=3)
        root.addObject(force[0], name="force", **force[1])
        root.addObject("FixedProjectiveConstraint", name="fixed", indices=[0, 3, 6, 9])
        if mapped:
            skin = root.addChild("skin")
            skin.addObject("MechanicalObject", name="skin", position=[[1.2, 0.3, 0.6], [1.9, 0.8, 0.1], [0.5, 0.5, 0.5]])
            skin.addObject("ConstantForceField", name="load", indices=[0, 1], forces=[[3, -5, 1], [-2, 4, 6]])
            skin.addObject("RestShapeSpringsForceField", name="rest", stiffness=[20.0])
            skin.addObject("BarycentricMapping", name="mapping")
    return scene


def other(scene, solver):
    """The scene with another solver in the place of its EulerImplicitSolver."""
    def create(root):
        scene(root)
        root.removeObject(root.ode)
        solver(root)
    return create


def static(root):
    root.addObject("StaticSolver", name="ode")
    root.addObject("NewtonRaphsonSolver", name="newton", maxNbIterationsNewton=100, absoluteResidualStoppingThreshold=1e-13,
                   relativeInitialStoppingThreshold=1e-14, relativeEstimateDifferenceThreshold=1e-15)


def minimising(root):
    root.addObject("IncrementalPotentialSolver", name="ode", residual_tolerance_rel=1e-13, rayleighMass=0.2)


COROTATIONAL = ("TetrahedronFEMForceField", dict(youngModulus=400, poissonRatio=0.3, method="large"))
HYPERELASTIC = ("TetrahedronHyperelasticityFEMForceField", dict(materialName="NeoHookean", ParameterSet=[100, 300]))

VISCOUS = ("StableNeoHookeanForceField", dict(youngModulus=400, poissonRatio=0.3, damping=4))


def membrane(root):
    """A viscous membrane held at two corners."""
    begin(root)
    solvers(root)
    points = [[x, y, 0.1 * x * y] for y in range(3) for x in range(3)]
    state(root, "dofs", points)
    root.addObject("TriangleSetTopologyContainer", name="mesh", position=points,
                   triangles=[t for a in (0, 1, 3, 4) for t in ([a, a + 1, a + 4], [a, a + 4, a + 3])])
    root.addObject("UniformMass", name="mass", totalMass=2)
    root.addObject("NeoHookeanMembraneForceField", name="force", youngModulus=2000, poissonRatio=0.3, thickness=0.1, damping=20)
    root.addObject("FixedProjectiveConstraint", name="fixed", indices=[0, 2])


def skinned(root):
    """A surface that two frames carry, held by springs."""
    begin(root)
    solvers(root)
    state(root, "dofs", [[0, 0, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 0.6, 0.8]], template="Rigid3d")
    root.addObject("UniformMass", name="mass", vertexMass=[1.5, 1, [0.3, 0.02, 0.01, 0.02, 0.4, 0.03, 0.01, 0.03, 0.5]])
    skin = root.addChild("skin")
    skin.addObject("MechanicalObject", name="skin", position=[[0.2, 0.5, 0], [0.9, -0.4, 0.3], [1.7, 0.3, 0.4], [2.2, 0, -0.5]])
    skin.addObject("SkinningMapping", name="mapping", nbRef=[2])
    skin.addObject("RestShapeSpringsForceField", name="force", stiffness=[30.0])
    skin.addObject("ConstantForceField", indices=[1], forces=[[0, 4, 2]])


def rigid(root, geometricStiffness=0):
    """A body with points under springs, tumbling; geometricStiffness=1 makes a matrix that is not symmetric."""
    begin(root)
    solvers(root)
    if geometricStiffness:
        root.removeObject(root.solver)
        root.addObject("EigenSparseLU", name="solver", template="CompressedRowSparseMatrixd")
    state(root, "dofs", [[0.1, 0.2, 0, 0.1, 0.2, 0.3, (1 - 0.14) ** 0.5]], velocity=[[0.4, 1, -0.3, 2, -1, 3]], template="Rigid3d")
    root.addObject("UniformMass", name="mass", vertexMass=[1.5, 1, [0.3, 0, 0, 0, 0.4, 0, 0, 0, 0.5]])
    points = root.addChild("points")
    points.addObject("MechanicalObject", name="points", position=[[1, 0, 0], [0, 1, 0.2], [-0.5, -0.5, 1]])
    points.addObject("RestShapeSpringsForceField", name="force", stiffness=[40.0])
    points.addObject("SpringForceField", name="damper", spring=[[0, 2, 25, 0.5, 1.0]])
    points.addObject("RigidMapping", name="mapping", geometricStiffness=geometricStiffness)


def bodies(below):
    """Two bodies that springs couple: below one solver, or with a solver each."""
    def scene(root):
        begin(root)
        if below == "one":
            solvers(root)
        for i, name in enumerate(("first", "second")):
            body = root.addChild(name)
            if below == "each":
                solvers(body, rayleighMass=0.1 * i)
            state(body, name, numpy.array([[0, 0, 0], [1, 0, 0.2], [0, 1, 0]]) + [0, 0, 1.5 * i], velocity=(2 * i - 1) * moving(3))
            body.addObject("UniformMass", name="mass", totalMass=1 + i)
            body.addObject("SpringForceField", name="force", spring=[[0, 1, 50, 0.3, 1], [1, 2, 60, 0.2, 1.4], [0, 2, 70, 0, 1.1]])
        root.addObject("RestShapeSpringsForceField", name="rest", mstate="@first/first", stiffness=[8.0])
        if below == "each":
            root.removeObject(root.rest)
            root.first.addObject("RestShapeSpringsForceField", name="rest", stiffness=[8.0])
        root.addObject("SpringForceField", name="coupling", template="Vec3d", object1="@first/first", object2="@second/second",
                       spring=[[0, 0, 30, 0.4, 1], [1, 2, 20, 0.1, 1.2]])
    return scene


def exact(scene):
    def create(root):
        root.compatibility = "exact"
        scene(root)
    return create


class Objective:
    """Weighted squares of where the points of states end, and of how fast."""

    def __init__(self, states):
        random = numpy.random.default_rng(4)
        self.single = not isinstance(states, list)
        states = [states] if self.single else states
        self.weights = [(random.normal(size=s.position.value.shape), random.normal(size=s.velocity.value.shape)) for s in states]

    def __call__(self, x, v):
        x, v = ([x], [v]) if self.single else (x, v)
        value, overX, overV = 0, [], []
        for (a, b), xs, vs in zip(self.weights, x, v):
            value += 0.5 * (a * xs ** 2).sum() + 0.1 * (b * vs ** 2).sum()
            overX.append(a * xs)
            overV.append(0.2 * b * vs)
        return (value, overX[0], overV[0]) if self.single else (value, overX, overV)
