# SPDX-License-Identifier: Apache-2.0
"""Gradients of what comes out of a run with respect to what went in: docs/manual/python.md, "Gradients of a run"."""
import numpy

from Sofa import Study, _core

_relative = numpy.cbrt(numpy.finfo(float).eps)  # of steps of central differences: their two errors are then alike
_refused = ("InteractionForceField", "ConstraintSet", "CollisionAlgorithm", "Controller", "BehaviorModel", "ConstraintSolver",
            "NewtonSolver", "ContextObject")


class Gradients:
    """value: the objective; position, velocity: its gradient with respect to the state at the start, a row for each point;
    forces: with respect to a force on each point during each step, an array (steps, points, size); parameters: one array for
    each Data that was asked for, of its shape."""

    def __init__(self, value, position, velocity, forces, parameters):
        self.value, self.position, self.velocity, self.forces, self.parameters = value, position, velocity, forces, parameters


def _refuse(component, why):
    raise ValueError("%s (%s) has no place in a run that is differentiated: %s" % (component.getPathName(), component.getClassName(), why))


def _components(node, seen):
    if node not in seen:
        seen.add(node)
        yield from node.objects
        for child in node.children:
            yield from _components(child, seen)


def _value(component, name):
    data = component.getData(name)
    return data.value if data is not None else None


class _Parts:
    """The components that make the motion; ValueError with the name of one that gradients are not known of."""

    def __init__(self, root):
        every = list(_components(root, set()))
        self.root = root
        self.state = self._one(every, "MechanicalState", "only one state can be followed")
        self.mass = self._one(every, "Mass", "only one mass can be followed")
        self.ode = self._one(every, "OdeSolver", "only one solver can be followed")
        self.solver = self._one(every, "LinearSolver", "only one linear solver can be followed")
        self.forces, self.fixed = [], numpy.zeros(self.state.velocity.size, dtype=bool)
        for component in every:
            self._take(component, component.getCategories())
        self._checkOptions()
        self._checkTangents()

    def _one(self, every, category, why):
        found = [c for c in every if category in c.getCategories()]
        if not found:
            raise ValueError("%s holds no component of the category %s" % (self.root.getPathName(), category))
        if len(found) > 1:
            _refuse(found[1], why)
        return found[0]

    def _take(self, component, categories):
        isOwn = all(link is None or link.getLinkedBase() is self.state for link in map(component.findLink, ("object1", "object2")))
        for category in categories:
            if category in _refused and not (category == "InteractionForceField" and isOwn):
                _refuse(component, "components of the category %s are not known here" % category)
        if "AnimationLoop" in categories and component.getClassName() != "DefaultAnimationLoop":
            _refuse(component, "use a DefaultAnimationLoop")
        if "Mapping" in categories and component.findLink("output").getLinkedBase().getCategories() == ["MechanicalState"]:
            _refuse(component, "mapped states are not known here")
        if {"ForceField", "InteractionForceField", "Mass"} & set(categories):
            self.forces.append(component)
        if "ProjectiveConstraintSet" in categories:
            self.fixed[_core.fixed_scalars(component)] = True

    def _checkOptions(self):
        if not self.state.getTemplateName().startswith("Vec"):
            _refuse(self.state, "states of type %s have rotations, which are not known here" % self.state.getTemplateName())
        if self.ode.getClassName() != "EulerImplicitSolver":
            _refuse(self.ode, "use an EulerImplicitSolver")
        for name in ("firstOrder", "trapezoidalScheme", "solveConstraint", "vdamping", "velocityDamping"):
            if _value(self.ode, name):
                _refuse(self.ode, "its %s is not known here" % name)
        if _value(self.mass, "separateGravity"):
            _refuse(self.mass, "its separateGravity is not known here")

    def _checkTangents(self):
        for force in self.forces:
            if force is self.mass:
                continue
            try:
                force.assembleKMatrix()
            except (RuntimeError, TypeError, NotImplementedError) as problem:
                _refuse(force, "its tangent is not known: %s" % problem)
            if "does not support stiffness matrix assembly" in force.getLoggedMessagesAsString():
                _refuse(force, "it has no tangent: neither addDForce nor buildStiffnessMatrix")

    def colours(self):
        """Lists of points no two of which act on a common one; and which point acts on which, a sparse matrix."""
        import scipy.sparse
        count = len(self.state.position)
        size = self.state.velocity.size // count
        touch = scipy.sparse.identity(count, format="csr")
        for force in self.forces:
            if force is not self.mass:
                k = force.assembleKMatrix().tocoo()
                ones = numpy.ones(len(k.data))
                touch = touch + scipy.sparse.csr_matrix((ones, (k.row // size, k.col // size)), shape=(count, count))
        touch = ((touch + touch.T) != 0).astype(float).tocsr()
        far = (touch @ touch).tocsr()
        colour = numpy.full(count, -1)
        for i in range(count):
            taken = set(colour[far.indices[far.indptr[i]:far.indptr[i + 1]]])
            colour[i] = next(c for c in range(count + 1) if c not in taken)
        return [numpy.flatnonzero(colour == c) for c in range(colour.max() + 1)], touch


class _Step:
    """One step as it went: (1 + h rM) M dv - h B dv - h (h + rK) K dv = h (f - rM M v + (h + rK) K v), B and K at x and v."""

    def __init__(self, time, x, v, matrix, rhs, change):
        self.time, self.x, self.v, self.matrix, self.rhs, self.change = time, x, v, matrix, rhs, change


def _run(parts, steps, h):
    state, history = parts.state, []
    for _ in range(steps):
        time, x, v = parts.root.time.value, state.position.value.copy(), state.velocity.value.copy()
        _core.animate(parts.root, h)
        try:
            matrix, rhs, change = parts.solver.A(), parts.solver.b(), parts.solver.x()
        except AttributeError:
            _refuse(parts.solver, "it has no matrix; use a SparseLDLSolver")
        if numpy.abs(matrix @ change - rhs).max(initial=0) > 1e-8 * max(numpy.abs(rhs).max(initial=0), 1e-300):
            _refuse(parts.solver, "its solution is approximate; use a direct solver such as SparseLDLSolver")
        after = v + change.reshape(v.shape)
        _compare(state.velocity.value, after, "velocities")
        _compare(state.position.value, x + h * after, "positions")
        history.append(_Step(time, x, v, matrix, rhs, change.reshape(v.shape)))
    return history


def _compare(found, expected, what, tolerance=1e-9):
    scale = max(numpy.abs(expected).max(initial=0), 1e-12)
    if numpy.abs(found - expected).max(initial=0) > tolerance * scale:
        raise RuntimeError("The %s after a step are not those of the components that are known here: something else moves the scene, or "
                           "a component keeps something from step to step" % what)


class _Backwards:
    def __init__(self, parts, h):
        self.parts, self.h = parts, h
        self.stiffnessFactor = h + parts.ode.rayleighStiffness.value
        self.massFactor = parts.ode.rayleighMass.value
        self.massMatrix = parts.mass.assembleMMatrix() if self.massFactor else None
        self.colours, self.touch = parts.colours()
        x = parts.state.position.value
        spread = x.max(axis=0) - x.min(axis=0)
        self.length = max(spread.max(), 1e-9) / max(1.0, len(x) ** (1 / x.shape[1]))

    def forces(self, step, x, v, change):
        """U = f + B dv + (h + rK) K (v + dv) at x and v, with dv as it was."""
        return _core.evaluate_forces(self.parts.state, self.parts.forces, x, v, v + change, self.stiffnessFactor, change, 1.0)

    def check(self, step):
        """What the solver was given is what is differentiated here."""
        rhs = self.h * _core.evaluate_forces(self.parts.state, self.parts.forces, step.x, step.v, step.v, self.stiffnessFactor,
                                             step.v, 0.0).ravel()
        if self.massMatrix is not None:
            rhs -= self.h * self.massFactor * (self.massMatrix @ step.v.ravel())
        rhs[self.parts.fixed] = 0
        _compare(step.rhs, rhs, "right-hand sides", 1e-7)

    def along(self, step, multiplier, start, size, evaluate):
        """The gradient of multiplier . U with respect to an array that evaluate() takes: all points of a colour at once."""
        gradient = numpy.zeros(start.shape)
        for points in self.colours:
            for k in range(start.shape[1]):
                moved = start.copy()
                moved[points, k] += size
                ahead = evaluate(moved)
                moved[points, k] -= 2 * size
                difference = ((ahead - evaluate(moved)) * multiplier).sum(axis=1) / (2 * size)
                gradient[points, k] = self.touch[points] @ difference
        return gradient

    def overVelocity(self, step, multiplier):
        """The gradient of multiplier . U with respect to v: K transposed, or differences where f or K depend on v."""
        moves = step.v + step.change

        def at(v):
            return _core.evaluate_forces(self.parts.state, self.parts.forces, step.x, v, moves, self.stiffnessFactor, step.change, 1.0)
        speed = max(numpy.abs(step.v).max(initial=0), self.length)
        probe = speed * numpy.cos(numpy.arange(step.v.size, dtype=float)).reshape(step.v.shape)
        if not numpy.array_equal(at(step.v + probe), at(step.v)):
            return self.along(step, multiplier, step.v, _relative * speed, lambda v: self.forces(step, step.x, v, step.change))
        gradient = numpy.zeros(step.v.size)
        for force in self.parts.forces:
            if force is not self.parts.mass:
                gradient += self.stiffnessFactor * (force.assembleKMatrix().T @ multiplier.ravel())
        return gradient.reshape(step.v.shape)

    def parameter(self, step, multiplier, data):
        """The gradient of multiplier . U with respect to a Data of a force field."""
        start = numpy.array(data.value, dtype=float)
        gradient = numpy.zeros(start.shape)
        owner = data.getOwner()

        def at(value):
            data.value = value if start.ndim else float(value)
            owner.reinit()
            return (multiplier * self.forces(step, step.x, step.v, step.change)).sum()
        for i in numpy.ndindex(start.shape):
            size = _relative * (abs(start[i]) or 1.0)
            ahead, behind = start.copy(), start.copy()
            ahead[i] += size
            behind[i] -= size
            gradient[i] = (at(ahead) - at(behind)) / (2 * size)
        at(start)
        return gradient

    def through(self, step, overPosition, overVelocity):
        """Gradients before a step from those after it; and the multiplier, the gradient over forces divided by h."""
        from scipy.sparse.linalg import splu
        self.parts.root.time.value = step.time
        self.check(step)
        h, fixed = self.h, self.parts.fixed
        overVelocity = overVelocity + h * overPosition
        multiplier = splu(step.matrix.T.tocsc()).solve(overVelocity.ravel())
        multiplier[fixed] = 0
        flat, multiplier = multiplier, multiplier.reshape(step.v.shape)
        before = overPosition + h * self.along(step, multiplier, step.x, _relative * self.length,
                                               lambda x: self.forces(step, x, step.v, step.change))
        slower = overVelocity + h * self.overVelocity(step, multiplier)
        if self.massMatrix is not None:
            slower -= h * self.massFactor * (self.massMatrix @ flat).reshape(step.v.shape)
        return before, slower, multiplier


def _checkParameters(parts, parameters):
    for data in parameters:
        owner = data.getOwner()
        if owner is parts.mass or owner not in parts.forces:
            _refuse(owner, "parameters are Data of force fields, which %s is not one of" % data.getName())
        if numpy.asarray(data.value).dtype.kind != "f":
            raise TypeError("%s holds no real numbers: there is no gradient with respect to it" % data.getPathName())


def gradients(root, objective, steps, parameters=(), dt=0.0):
    """Runs an initialised scene for some steps, and back: how the objective depends on the start, on forces and parameters.

    objective(x, v) returns its value and its gradients with respect to x and v, arrays like these (None for zero). `parameters`
    are Data of force fields, which reinit() has to take into account. The scene is left at the end of the run.
    """
    parts = _Parts(root)
    parameters = list(parameters)
    _checkParameters(parts, parameters)
    h = dt or root.dt.value
    history = _run(parts, steps, h)
    end = Study.save(root)
    x, v = parts.state.position.value.copy(), parts.state.velocity.value.copy()
    value, overPosition, overVelocity = objective(x, v)
    overPosition, overVelocity = (numpy.zeros(x.shape) if g is None else numpy.array(g, dtype=float).reshape(x.shape)
                                  for g in (overPosition, overVelocity))
    forces = numpy.zeros((steps, *x.shape))
    overParameters = [numpy.zeros(numpy.shape(data.value)) for data in parameters]
    try:
        backwards = _Backwards(parts, h)
        for k in reversed(range(steps)):
            step = history[k]
            overPosition, overVelocity, multiplier = backwards.through(step, overPosition, overVelocity)
            forces[k] = h * multiplier
            for i, data in enumerate(parameters):
                overParameters[i] += h * backwards.parameter(step, multiplier, data)
    finally:
        Study.restore(root, end)
    return Gradients(float(value), overPosition, overVelocity, forces, overParameters)
