# SPDX-License-Identifier: Apache-2.0
"""What scenes of bodies in contact with friction, solved by multipliers, have in common."""


def world(dt, gravity, iterations, tolerance, distances, friction, parts):
    """The text of a scene around `parts`; `distances` are those at which contacts are found and kept (m)."""
    alarm, contact = distances
    return f"""<?xml version="1.0"?>
<Node name="root" dt="{dt}" gravity="{gravity}">
  <VisualStyle displayFlags="showCollisionModels"/>
  <FreeMotionAnimationLoop/>
  <BlockGaussSeidelConstraintSolver name="solver" maxIterations="{iterations}" tolerance="{tolerance}"/>
  <CollisionPipeline/>
  <BruteForceBroadPhase/>
  <BVHNarrowPhase/>
  <NewProximityIntersection alarmDistance="{alarm:.6g}" contactDistance="{contact:.6g}"/>
  <CollisionResponse response="FrictionContactConstraint" responseParams="mu={friction}"/>
{parts}</Node>
"""
