"""Scenes of many equal parts, and what it takes to load one and make a step: for tests and benchmarks of the cost of size."""
import os
import subprocess

HEAD = '<Node name="r"><DefaultAnimationLoop/>'
BODY = ('<Node name="n{i}"><EulerImplicitSolver/><CGLinearSolver iterations="5" tolerance="1e-9" threshold="1e-9"/>'
        '<MechanicalObject position="0 0 0"/><UniformMass totalMass="1"/></Node>')


# Of each kind: what comes first, then a part for each number, then the end. Scenes are written part by part: the peak memory of a
# run would count that of the program that starts it.
KINDS = {
    # Bodies with a solver each.
    "bodies": ("", lambda i: BODY.format(i=i), ""),
    # Components of one node that look for others there.
    "components": ('<MechanicalObject position="0 0 0"/>', lambda i: f'<ConstantForceField name="f{i}" indices="0" forces="0 0 0"/>', ""),
    # Engines of which each takes the output of the one before.
    "chain": ('<TransformEngine name="e0" input_position="0 0 0"/>',
              lambda i: f'<TransformEngine name="e{i + 1}" input_position="@e{i}.output_position"/>', ""),
    # Nodes with a state each, all beside each other.
    "nodes": ("", lambda i: f'<Node name="n{i}"><MechanicalObject position="0 0 0"/></Node>', ""),
    # One list of numbers of one digit, as text twice as long.
    "indices": ('<MechanicalObject position="0 0 0"/><ConstantForceField forces="0 0 0" indices="', lambda i: "0 ", '"/>'),
}


def write(file, kind, n):
    first, part, last = KINDS[kind]
    with open(file, "w", encoding="utf8") as scene:
        scene.write(HEAD + first)
        for i in range(n):
            scene.write(part(i))
        scene.write(last + "</Node>")


def cost(runsofa, file, steps=1):
    """Seconds of the processor and MB of a run."""
    run = subprocess.Popen([runsofa, "-g", "batch", "-n", str(steps), "--noscenecheck", str(file)], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise RuntimeError(f"runSofa ended with status {run.returncode}")
    return used.ru_utime, used.ru_maxrss / 1024
