# SPDX-License-Identifier: Apache-2.0
"""The processes behind Sofa.Learning.VectorEnvironment."""
import multiprocessing
import os
import tempfile
import traceback

import numpy


def cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def _layout(count, observation, action):
    """Name, shape and type of the shared arrays."""
    return [("observations", (count, *observation.shape), observation.dtype.str), ("actions", (count, *action.shape), action.dtype.str),
            ("rewards", (count,), "<f8"), ("terminated", (count,), "|b1"), ("truncated", (count,), "|b1")]


def _bytes(shape, kind):
    return int(numpy.prod(shape)) * numpy.dtype(kind).itemsize


def _views(file, layout):
    """Arrays on a file that is memory, one after the other, each at a multiple of 64 bytes. What looks at them keeps them."""
    memory, arrays, place = numpy.memmap(file, numpy.uint8, "r+"), {}, 0
    for name, shape, kind in layout:
        part = memory[place:place + _bytes(shape, kind)]
        arrays[name] = numpy.asarray(part).view(kind).reshape(shape)
        place += -(-part.nbytes // 64) * 64
    return arrays


def _makeFile(layout):
    folder = "/dev/shm" if os.path.isdir("/dev/shm") else None
    descriptor, file = tempfile.mkstemp(prefix="sofa-", dir=folder)
    os.ftruncate(descriptor, sum(-(-_bytes(shape, kind) // 64) * 64 for _, shape, kind in layout))
    os.close(descriptor)
    return file


class _Worker:
    """What a process does with its environments, the numbers of which begin at `first`."""

    def __init__(self, makers, first):
        self.environments, self.first = [make() for make in makers], first

    def spaces(self, _):
        one = self.environments[0]
        if one.observation_space is None or one.action_space is None:
            raise ValueError("%s needs observation_space and action_space" % type(one).__name__)
        return one.observation_space, one.action_space

    def attach(self, given):
        self.arrays = _views(*given)

    def reset(self, seed):
        infos = []
        for i, environment in enumerate(self.environments, self.first):
            self.arrays["observations"][i], info = environment.reset(seed=None if seed is None else seed + i)
            infos.append(info)
        return infos

    def step(self, _):
        infos, a = [], self.arrays
        for i, environment in enumerate(self.environments, self.first):
            action = a["actions"][i].copy() if a["actions"].ndim > 1 else a["actions"][i]
            observation, a["rewards"][i], a["terminated"][i], a["truncated"][i], info = environment.step(action)
            if a["terminated"][i] or a["truncated"][i]:
                info = dict(info, final_observation=observation)
                observation, info["reset_info"] = environment.reset()
            a["observations"][i] = observation
            infos.append(info)
        return infos

    def close(self, _):
        for environment in self.environments:
            environment.close()


def _serve(pipe, makers, first):
    from Sofa import _core
    _core.set_thread_count(1)
    try:
        worker = _Worker(makers, first)
        pipe.send((None, None))
    except BaseException:
        return pipe.send((traceback.format_exc(), None))
    while True:
        try:
            command, argument = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return None
        try:
            answer = (None, getattr(worker, command)(argument))
        except BaseException:
            answer = (traceback.format_exc(), None)
        pipe.send(answer)
        if command == "close":
            return None


class Workers:
    def __init__(self, makers, processes):
        context = multiprocessing.get_context("spawn")  # a fork would copy threads of the framework half
        self._pipes, self._processes, self.arrays = [], [], None
        bounds = [len(makers) * k // processes for k in range(processes + 1)]
        try:
            for begin, end in zip(bounds, bounds[1:]):
                here, there = context.Pipe()
                process = context.Process(target=_serve, args=(there, makers[begin:end], begin), daemon=True)
                process.start()
                there.close()
                self._pipes.append(here)
                self._processes.append(process)
            for k in range(processes):
                self._receive(k)
            self.spaces = self.each("spaces")[0]
            layout = _layout(len(makers), *self.spaces)
            file = _makeFile(layout)
            try:
                self.arrays = _views(file, layout)
                self.each("attach", (file, layout))
            finally:
                os.unlink(file)  # who has opened it keeps it
        except BaseException:
            self.close()
            raise

    def _receive(self, k):
        try:
            problem, answer = self._pipes[k].recv()
        except (EOFError, ConnectionError):
            self._processes[k].join(5)
            problem, answer = "the process ended with status %s" % self._processes[k].exitcode, None
        if problem:
            raise RuntimeError("an environment of process %d failed:\n%s" % (k, problem))
        return answer

    def each(self, command, argument=None):
        if not self._pipes:
            raise RuntimeError("the environments are closed")
        for pipe in self._pipes:
            pipe.send((command, argument))
        problems, answers = [], []
        for k in range(len(self._pipes)):  # all have to be read, or the next call would get what is left
            try:
                answers.append(self._receive(k))
            except RuntimeError as problem:
                problems.append(problem)
        if problems:
            raise problems[0]
        return answers

    def all(self, command, argument):
        """Of every environment, in order."""
        return [info for infos in self.each(command, argument) for info in infos]

    def close(self):
        pipes, self._pipes = self._pipes, []
        for pipe in pipes:
            try:
                pipe.send(("close", None))
            except (BrokenPipeError, OSError):
                pass
        for process, pipe in zip(self._processes, pipes):
            process.join(10)
            if process.is_alive():
                process.terminate()
            pipe.close()

    def __del__(self):
        if self._pipes:
            self.close()
