# SPDX-License-Identifier: Apache-2.0
"""Environments to learn in, with the calls that gymnasium made common: docs/manual/python.md, "Learning"."""
import numpy

from Sofa import Study, _core


class Box:
    """Arrays between two bounds."""

    def __init__(self, low, high, shape=None, dtype=numpy.float64):
        shape = numpy.broadcast(low, high).shape if shape is None else tuple(shape)
        self.low, self.high = (numpy.array(numpy.broadcast_to(b, shape), dtype=dtype) for b in (low, high))
        self.shape, self.dtype = shape, numpy.dtype(dtype)
        self._random = numpy.random.default_rng()

    def seed(self, number=None):
        self._random = numpy.random.default_rng(number)

    def sample(self):
        """Evenly between finite bounds; on a side without bound from an exponential, without any from a normal distribution."""
        low, high = numpy.isfinite(self.low), numpy.isfinite(self.high)
        tail = self._random.exponential(size=self.shape)
        values = self._random.normal(size=self.shape)
        values[low & ~high] = (self.low + tail)[low & ~high]
        values[high & ~low] = (self.high - tail)[high & ~low]
        both = low & high
        values[both] = self._random.uniform(self.low[both], self.high[both])
        return values.astype(self.dtype)

    def contains(self, value):
        value = numpy.asarray(value)
        return value.shape == self.shape and bool((value >= self.low).all() and (value <= self.high).all())

    __contains__ = contains

    def __repr__(self):
        return "Box(%s, %s, %s, %s)" % (self.low.min(initial=numpy.inf), self.high.max(initial=-numpy.inf), self.shape, self.dtype)


class Discrete:
    """The integers from 0 to n - 1."""
    shape, dtype = (), numpy.dtype("int64")

    def __init__(self, n):
        self.n = n
        self._random = numpy.random.default_rng()

    def seed(self, number=None):
        self._random = numpy.random.default_rng(number)

    def sample(self):
        return int(self._random.integers(self.n))

    def contains(self, value):
        return isinstance(value, (int, numpy.integer)) and 0 <= value < self.n

    __contains__ = contains

    def __repr__(self):
        return "Discrete(%d)" % self.n


def _checkShape(what, array, shape, space):
    """What does not fit would be repeated or cut somewhere, without a word."""
    if array.shape != tuple(shape):
        raise ValueError("%s an array of shape %s, and %s has the shape %s" % (what, array.shape, space, tuple(shape)))


def _checkAction(environment, action):
    space, name = environment.action_space, type(environment).__name__
    if space is None or space.shape is None:
        return
    if isinstance(space, Discrete) and not space.contains(action):
        raise ValueError("step() of %s was given the action %r, which %r does not contain" % (name, action, space))
    _checkShape("step() of %s was given" % name, numpy.asarray(action), space.shape, "action_space")


class Environment:
    """A scene in which something acts: derive from it, and give createScene(), act(), observe() and reward().

    reset() brings the scene back to where it was when it was initialised, from memory: with the values of Data that act(),
    randomise() and controllers wrote meanwhile. Then it calls randomise().
    """
    observation_space = action_space = None
    metadata, render_mode, spec = {"render_modes": ["rgb_array"]}, None, None
    pictureSize = (320, 240)
    stepsPerAction = 1   #: steps of the scene that an action lasts
    limit = None         #: actions after which an episode is truncated

    def __init__(self, render_mode=None):
        self.root = self._start = None
        self.render_mode = render_mode or type(self).render_mode
        self.actions = 0
        self.np_random = numpy.random.default_rng()
        self._written = None

    # -- what a derived class gives
    def createScene(self, root):
        raise NotImplementedError("an environment needs createScene(self, root), which builds its scene")

    def act(self, action):
        raise NotImplementedError("an environment needs act(self, action), which writes the action into the scene")

    def observe(self):
        raise NotImplementedError("an environment needs observe(self), which returns an array")

    def reward(self):
        raise NotImplementedError("an environment needs reward(self), which returns a number")

    def terminated(self):
        """Whether the episode ended by itself."""
        return False

    def randomise(self):
        """What differs between episodes: written into the scene with numbers of self.np_random."""

    def info(self):
        return {}

    # -- what a learner calls
    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.np_random = numpy.random.default_rng(seed)
        if self.root is None:
            self.root = Study.build(self.createScene)
            self._written = _core.WriteLog()
            self._start = Study.save(self.root)
        else:
            self._written.put_back()
            Study.restore(self.root, self._start)
        self.actions = 0
        with self._written:
            self.randomise()
        return self._observation(), self.info()

    def step(self, action):
        if self.root is None:
            raise RuntimeError("call reset() before the first step()")
        _checkAction(self, action)
        with self._written:
            self.act(action)
            _core.animateNSteps(self.root, self.stepsPerAction, 0.0)
        self.actions += 1
        truncated = self.limit is not None and self.actions >= self.limit
        return self._observation(), float(self.reward()), bool(self.terminated()), truncated, self.info()

    def _observation(self):
        """A copy: what observe() returns may be a view on the scene."""
        space = self.observation_space
        observation = numpy.array(self.observe(), dtype=None if space is None else space.dtype)
        if space is not None and space.shape is not None:
            _checkShape("observe() of %s returned" % type(self).__name__, observation, space.shape, "observation_space")
        return observation

    def render(self):
        """A picture as an array of bytes (height, width, 3) if render_mode is "rgb_array", else None."""
        if self.render_mode != "rgb_array":
            return None
        from Sofa.Picture import picture
        return picture(self.root, *self.pictureSize)

    def close(self):
        if self.root is not None:
            _core.unload(self.root)
            self.root = self._start = None

    @property
    def unwrapped(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
        return False


class VectorEnvironment:
    """Several environments that go on side by side in processes; observations, actions and rewards are shared memory.

    `makers` are functions of a module without arguments (or functools.partial of such), each of which makes one; `processes`
    share them. An episode that ends begins anew within the same step(): its last observation is info["final_observation"].
    What is returned are views that the next call overwrites. The script needs its `if __name__ == "__main__":`.
    """

    def __init__(self, makers, processes=None):
        from Sofa import _workers
        makers = list(makers)
        if not makers:
            raise ValueError("give at least one function that makes an environment")
        self.num_envs = len(makers)
        self._pool = _workers.Workers(makers, min(processes or _workers.cores(), len(makers)))
        self.single_observation_space, self.single_action_space = self._pool.spaces
        self._arrays = self._pool.arrays

    def reset(self, *, seed=None, options=None):
        """`seed`: environment i gets seed + i."""
        infos = self._pool.all("reset", seed)
        return self._arrays["observations"], infos

    def step(self, actions):
        _checkShape("step() was given", numpy.asarray(actions), self._arrays["actions"].shape, "the action_space of all")
        self._arrays["actions"][:] = actions
        infos = self._pool.all("step", None)
        a = self._arrays
        return a["observations"], a["rewards"], a["terminated"], a["truncated"], infos

    def rollout(self, policy, steps, seed=None):
        """policy(observations) -> actions, `steps` times: arrays of all that happened, with the step as first index."""
        observations, _ = self.reset(seed=seed)
        names = ("observations", "actions", "rewards", "terminated", "truncated")
        kept = {name: numpy.empty((steps, *self._arrays[name].shape), self._arrays[name].dtype) for name in names}
        for k in range(steps):
            kept["observations"][k] = observations
            observations, *_ = self.step(policy(observations))
            for name in names[1:]:
                kept[name][k] = self._arrays[name]
        return kept

    def close(self):
        self._pool.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
        return False
