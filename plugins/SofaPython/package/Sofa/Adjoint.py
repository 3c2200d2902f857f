# SPDX-License-Identifier: Apache-2.0
"""Gradients of what comes out of a run with respect to what went in: docs/manual/python.md, "Gradients of a run"."""
import numpy

from Sofa import Study, _core

_step = numpy.cbrt(numpy.finfo(float).eps)  # of central differences, relative: their two errors are then alike
_refused = ("ConstraintSet", "CollisionAlgorithm", "Controller", "BehaviorModel", "ConstraintSolver", "ContextObject")
_damping = ("rayleighMass", "rayleighStiffness")


class StateGradients:
    """Gradients by what concerns one state. position, velocity: by its state at the start, a row for each point, None for states that
    mappings move; forces: by a force on each point during each step, an array (steps, points, size). Rows are as long as those
    of velocities: the last three numbers of a frame are by a rotation vector in space."""

    def __init__(self, state, position, velocity, forces):
        self.state, self.position, self.velocity, self.forces = state, position, velocity, forces


class Gradients:
    """value: the objective; parameters: one array for each Data that was asked for, of its shape; of(state): StateGradients of a
    mechanical state, and position, velocity, forces: those of the state that no mapping moves, if there is just one."""

    def __init__(self, value, states, parameters):
        self.value, self.states, self.parameters = value, states, parameters

    def of(self, state):
        for found in self.states:
            if found.state is state:
                return found
        raise KeyError("%s is no state of the run" % state.getPathName())

    def _only(self):
        free = [found for found in self.states if found.position is not None]
        if len(free) != 1:
            raise AttributeError("There are %d states that no mapping moves: say which by of(state)" % len(free))
        return free[0]

    position = property(lambda self: self._only().position)
    velocity = property(lambda self: self._only().velocity)
    forces = property(lambda self: self._only().forces)


def _refuse(component, why):
    raise ValueError("%s (%s) has no place in a run that is differentiated: %s" % (component.getPathName(), component.getClassName(), why))


def _checkComponents(node, seen):
    """ValueError with the name of a component that moves the scene in a way that is not followed."""
    if node in seen:
        return
    seen.add(node)
    for component in node.objects:
        for category in component.getCategories():
            if category in _refused:
                _refuse(component, "components of the category %s are not followed" % category)
    for child in node.children:
        _checkComponents(child, seen)


def _checkParameters(root, parameters):
    for data in parameters:
        owner = data.getOwner()
        if numpy.asarray(data.value).dtype.kind != "f":
            raise TypeError("%s holds no real numbers: there is no gradient with respect to it" % data.getPathName())
        if owner is root and data.getName() == "gravity":
            continue
        categories = owner.getCategories() if hasattr(owner, "getCategories") else ()
        if not ({"ForceField", "InteractionForceField", "Mass"} & set(categories)
                or ("OdeSolver" in categories and data.getName() in _damping)):
            raise ValueError("%s: parameters are Data of force fields and masses, the Rayleigh damping of solvers and the gravity of the root"
                             % data.getPathName())


def _overEnd(objective, states, single):
    """The value, and the two gradients of each state."""
    x, v = [s.position.value.copy() for s in states], [s.velocity.value.copy() for s in states]
    value, overPositions, overVelocities = objective(x[0], v[0]) if single else objective(x, v)
    if single:
        overPositions, overVelocities = [overPositions], [overVelocities]

    def rows(gradients):
        gradients = [None] * len(states) if gradients is None else list(gradients)
        if len(gradients) != len(states):
            raise ValueError("The objective has %d gradients for %d states" % (len(gradients), len(states)))
        return [numpy.zeros(0) if g is None else numpy.asarray(g, dtype=float) for g in gradients]
    return float(value), rows(overPositions), rows(overVelocities)


class _Parameter:
    """Derivatives of a run's residual by the numbers of one Data, by differences. How is chosen in the step taken back first: on both
    sides, in shorter steps where a bound or a pole is near (a Poisson's ratio of 0.4999), or on one side where the owner is not valid
    on the other (no damping)."""

    # Steps with their weights, f' = sum of w f(x + n size) / size; of second order all.
    _both = ((1, 0.5), (-1, -0.5))
    _ahead = ((1, 2.0), (2, -0.5), (0, -1.5))
    _behind = tuple((-n, -w) for n, w in _ahead)

    def __init__(self, data):
        self.data, self.owner = data, data.getOwner()
        self.start = numpy.array(data.value, dtype=float)
        self._state = self.owner.componentState.value if hasattr(self.owner, "componentState") else None
        self._chosen = {}  # of each number: size and steps

    def _set(self, value):
        self.data.value = value if self.start.ndim else float(value)
        if hasattr(self.owner, "reinit"):
            self.owner.reinit()

    def _isValid(self):
        return self._state is None or str(self.owner.componentState.value) != "Invalid"

    def _putBack(self):
        """The value, and an owner that is valid with it."""
        if not self._isValid():
            self.owner.componentState.value = self._state
        self._set(self.start)

    def _difference(self, run, i, size, steps):
        """None where the owner is not valid."""
        total = 0.0
        for n, weight in steps:
            value = self.start.copy()
            value[i] += n * size
            self._set(value)
            total += weight * run.weighted_residual()
            if not self._isValid() or not numpy.isfinite(total):
                self._putBack()
                return None
        return total / size

    def _choose(self, run, i):
        size = _step * (abs(self.start[i]) or 1.0)
        sizes = (size, size / 30, size / 1000)  # rounding errors stay below 1e-6
        long, middle, short = (self._difference(run, i, s, self._both) for s in sizes)
        if short is not None:
            # Errors fall with the size where they are those of the method, and grow where they are those of rounding.
            isSmooth = long is not None and middle is not None and abs(long - middle) <= abs(middle - short)
            return sizes[0 if isSmooth else 2], self._both
        for steps in (self._ahead, self._behind):
            if self._difference(run, i, size, steps) is not None:
                return size, steps
        return size, self._both

    def gradient(self, run):
        """Through the step that was taken back last."""
        gradient = numpy.zeros(self.start.shape)
        try:
            for i in numpy.ndindex(self.start.shape):
                if i not in self._chosen:
                    self._chosen[i] = self._choose(run, i)
                found = self._difference(run, i, *self._chosen[i])
                if found is None:
                    raise ValueError("%s: no derivative is found, since neither larger nor smaller values give a valid component and "
                                     "finite numbers" % self.data.getPathName())
                gradient[i] = found
        finally:
            self._putBack()
        return gradient


def gradients(root, objective, steps, parameters=(), dt=0.0, states=None):
    """Runs an initialised scene for some steps, and back: how the objective depends on the start, on forces and parameters.

    objective(x, v) returns its value and its gradients with respect to x and v, arrays like these (None for zero), of the
    state that no mapping moves. `states` names another state, or a list of them, mapped ones too: with a list, and where several
    states move by themselves, x, v and the gradients are lists. `parameters` are Data of force fields and masses, which reinit()
    has to take into account, the Rayleigh damping of ODE solvers, and the root's gravity. The scene is left at the end of the run.
    """
    _checkComponents(root, set())
    parameters = list(parameters)
    _checkParameters(root, parameters)
    run = _core.RunAdjoint(root)
    every, free = run.states(), run.free_states()
    seen = free if states is None else list(states) if isinstance(states, (list, tuple)) else [states]
    single = len(seen) == 1 and not isinstance(states, (list, tuple))
    h = dt or root.dt.value
    for _ in range(steps):
        run.record(h)
        _core.animate(root, h)
    run.record(0.0)
    end = Study.save(root)
    value, overPositions, overVelocities = _overEnd(objective, seen, single)
    forces = [[] for _ in every]
    parameters = [_Parameter(data) for data in parameters]
    overParameters = [numpy.zeros(parameter.start.shape) for parameter in parameters]
    try:
        for state, overPosition, overVelocity in zip(seen, overPositions, overVelocities):
            run.set_end(state, overPosition, overVelocity)
        run.begin_backwards()
        while run.step_back():
            for i, state in enumerate(every):
                forces[i].append(run.over_forces(state))
            for i, parameter in enumerate(parameters):
                overParameters[i] += parameter.gradient(run)
    finally:
        Study.restore(root, end)
    return Gradients(value, [StateGradients(
        state, run.over_positions(state) if state in free else None, run.over_velocities(state) if state in free else None,
        numpy.array(forces[i][::-1]).reshape(steps, *run.over_forces(state).shape)) for i, state in enumerate(every)], overParameters)
