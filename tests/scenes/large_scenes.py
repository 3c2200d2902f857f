"""Scenes of many equal parts, and what it takes to load one and make a step: for tests and benchmarks of the cost of size."""
import os
import subprocess

HEAD = '<Node name="r"><DefaultAnimationLoop/>'
BODY = ('<Node name="n{i}"><EulerImplicitSolver/><CGLinearSolver iterations="5" tolerance="1e-9" threshold="1e-9"/>'
        '<MechanicalObject position="0 0 0"/><UniformMass totalMass="1"/></Node>')


def bodies(n):
    """Bodies with a solver each."""
    return HEAD + "".join(BODY.format(i=i) for i in range(n)) + "</Node>"


def components(n):
    """Components of one node that look for others there."""
    return (HEAD + '<MechanicalObject position="0 0 0"/>' +
            "".join(f'<ConstantForceField name="f{i}" indices="0" forces="0 0 0"/>' for i in range(n)) + "</Node>")


def chain(n):
    """Engines of which each takes the output of the one before."""
    first = '<TransformEngine name="e0" input_position="0 0 0"/>'
    return HEAD + first + "".join(f'<TransformEngine name="e{i}" input_position="@e{i - 1}.output_position"/>' for i in range(1, n)) + "</Node>"


def nodes(n):
    """Nodes with a state each, all beside each other."""
    return HEAD + "".join(f'<Node name="n{i}"><MechanicalObject position="0 0 0"/></Node>' for i in range(n)) + "</Node>"


def indices(n):
    """One list of that many numbers of one digit, as text twice as long."""
    return HEAD + '<MechanicalObject position="0 0 0"/><ConstantForceField forces="0 0 0" indices="' + "0 " * n + '"/></Node>'


KINDS = {"bodies": bodies, "components": components, "chain": chain, "nodes": nodes, "indices": indices}


def cost(runsofa, file, steps=1):
    """Seconds of the processor and MB of a run."""
    run = subprocess.Popen([runsofa, "-g", "batch", "-n", str(steps), "--noscenecheck", str(file)], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise RuntimeError(f"runSofa ended with status {run.returncode}")
    return used.ru_utime, used.ru_maxrss / 1024
