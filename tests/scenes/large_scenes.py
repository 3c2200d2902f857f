# SPDX-License-Identifier: Apache-2.0
"""Scenes of many equal parts, and what it takes to load one and make a step: for tests and benchmarks of the cost of size."""
import os
import subprocess

HEAD = '<Node name="r"><DefaultAnimationLoop/>'
BODY = ('<Node name="n{i}"><EulerImplicitSolver/><CGLinearSolver iterations="5" tolerance="1e-9" threshold="1e-9"/>'
        '<MechanicalObject position="0 0 0"/><UniformMass totalMass="1"/></Node>')


DEEP = 50  # mappings below each other

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
    # The same, of which each takes the output of the one behind it.
    "backwards": ("", lambda i: f'<TransformEngine name="e{i}" input_position="@e{i + 1}.output_position"/>', ""),
    # Data that all follow one.
    "links": ('<MechanicalObject name="s" position="0 0 0"/>',
              lambda i: f'<ConstantForceField name="f{i}" indices="0" forces="@s.force"/>', ""),
    # Components that name the state by the node that it is in.
    "here": ('<MechanicalObject name="s" position="0 0 0"/>',
             lambda i: f'<ConstantForceField name="f{i}" mstate="@." indices="0" forces="0 0 0"/>', ""),
    # Components of several classes in one node.
    "regions": ('<MechanicalObject position="0 0 0"/>',
                lambda i: f'<BoxROI name="b{i}" box="-1 -1 -1 1 1 1"/><FixedProjectiveConstraint indices="@b{i}.indices"/>', ""),
    "meshes": ('<MechanicalObject position="0 0 0 1 0 0 0 1 0 0 0 1"/>',
               lambda i: f'<MeshTopology name="m{i}" tetrahedra="0 1 2 3"/>'
                         f'<TetrahedronFEMForceField topology="@m{i}" youngModulus="1" poissonRatio="0.3"/>', ""),
    "surfaces": ("", lambda i: f'<OglModel name="v{i}" position="0 0 0 1 0 0 0 1 0" triangles="0 1 2"/>', ""),
    # Nodes with a state each, all beside each other.
    "nodes": ("", lambda i: f'<Node name="n{i}"><MechanicalObject position="0 0 0"/></Node>', ""),
    # Bodies without names, and of one name.
    "nameless": ("", lambda i: '<Node><MechanicalObject position="0 0 0"/></Node>', ""),
    # Mapped states beside each other, which name what drives them.
    "mapped": ('<MechanicalObject name="s" position="0 0 0"/>',
               lambda i: f'<Node name="n{i}"><MechanicalObject name="t" position="0 0 0"/><IdentityMapping input="@../s" output="@t"/></Node>', ""),
    # Bodies with a solver each, and springs from each to the next.
    "springs": ("", lambda i: BODY.format(i=i) + (f'<SpringForceField object1="@n{i - 1}/MechanicalObject1" object2="@n{i}/MechanicalObject1" '
                                                  'spring="0 0 1 0 1"/>' if i else ""), ""),
    # Chains of mapped states, each below the one before, as deep as scenes may be.
    "mappings": ('<EulerImplicitSolver/><CGLinearSolver iterations="5" tolerance="1e-9" threshold="1e-9"/><MechanicalObject position="0 0 0"/>'
                 '<UniformMass totalMass="1"/>',
                 lambda i: (f'<Node name="c{i}">' if i % DEEP == 0 else "") +
                           f'<Node name="n{i}"><MechanicalObject name="s" position="0 0 0"/>'
                           f'<IdentityMapping input="@{"../" if i % DEEP else "../../"}"/>' + ("</Node>" * (DEEP + 1) if i % DEEP == DEEP - 1 else ""), ""),
    # Points that collide, or do not, with a model each.
    "contacts": ('<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><MinProximityIntersection alarmDistance="0.01" contactDistance="0.005"/>'
                 '<CollisionResponse response="PenalityContactForceField"/>',
                 lambda i: f'<Node name="n{i}"><MechanicalObject position="{i} 0 0"/><SphereCollisionModel radius="0.1"/></Node>', ""),
    # Bodies with one solver for all.
    "shared": ('<EulerImplicitSolver/><CGLinearSolver iterations="5" tolerance="1e-9" threshold="1e-9"/>',
                   lambda i: f'<Node name="n{i}"><MechanicalObject position="0 0 0"/><UniformMass totalMass="1"/></Node>', ""),
    # Bodies with a Lagrangian constraint each.
    "constraints": ('<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations="10"/>',
                    lambda i: f'<Node name="n{i}"><EulerImplicitSolver/><CGLinearSolver iterations="5" tolerance="1e-9" threshold="1e-9"/>'
                              '<MechanicalObject position="0 0 0"/><UniformMass totalMass="1"/><UncoupledConstraintCorrection/>'
                              '<FixedLagrangianConstraint indices="0"/></Node>', ""),
    # Files that are included.
    "includes": ("", lambda i: f'<include href="part.xml" name="p{i}"/>', ""),
    # Attributes that no component has.
    "unknown": ('<MechanicalObject position="0 0 0"/>', lambda i: '<ConstantForceField indices="0" forces="0 0 0" unknown="1"/>', ""),
    # One list of numbers of one digit, as text twice as long; and one of points.
    "indices": ('<MechanicalObject position="0 0 0"/><ConstantForceField forces="0 0 0" indices="', lambda i: "0 ", '"/>'),
    "points": ('<MechanicalObject position="', lambda i: f"{0.37 * i:.6g} {1.25 * (i % 977):.6g} {-0.11 * i:.6g} ", '"/>'),
}


def write(file, kind, n):
    first, part, last = KINDS[kind]
    if kind == "includes":
        with open(os.path.join(os.path.dirname(file), "part.xml"), "w", encoding="utf8") as included:
            included.write('<Node name="part"><MechanicalObject position="0 0 0"/></Node>')
    if kind == "mappings":
        n = -(-n // DEEP) * DEEP  # whole chains
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
