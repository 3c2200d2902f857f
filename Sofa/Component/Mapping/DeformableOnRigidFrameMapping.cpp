// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/DeformableOnRigidFrameMapping.h"

#include <utility>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::mapping {

void DeformableOnRigidFrameMapping::init() {
  setValid();
  if (of<0>().states.size() != 1 || of<1>().states.size() > 1) {
    error("input1 must name one state of points and input2 at most one of bodies: nothing is mapped.");
    setInvalid();
  }
  trackData(d_index);
  trackData(d_indexFromEnd);
  trackData(d_repartition);
  m_lacksBody = false;
  MultiMapping::init();
}

void DeformableOnRigidFrameMapping::dataChanged() {
  m_bodies.clear();
  if (std::exchange(m_lacksBody, false)) setValid();
  if (!isValid() || !l_output) return;
  mapPositions(core::vec::position, core::vec::position);
  mapVelocities(core::vec::velocity, core::vec::velocity);
}

bool DeformableOnRigidFrameMapping::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid() || of<1>().states.size() == 0 || m_bodies.empty()) return true;
  const auto& bodies = *of<1>().states[0];
  simulation::followPoints(m_bodies, bodies, changes);
  if (simulation::meshOfState(*of<0>().states[0]) != changes.mesh) return true;
  const auto common = static_cast<type::Index>(commonBody(bodies.size()));
  for (const auto& step : changes.steps) {
    if (l_output->size() == step->points().before()) l_output->followPoints(step->points());
    core::carryValues(m_bodies, step->points(), [&](std::size_t i, const core::Ancestors* ancestors) {
      m_bodies[i] = ancestors ? m_bodies[ancestors->elements[0]] : common < bodies.size() ? common : type::invalidIndex;
    });
  }
  return true;
}

void DeformableOnRigidFrameMapping::archive(core::Archive& archive) {
  if (archive.sizesDiffer() && isValid() && of<1>().states.size() > 0) {
    archive.io(m_bodies);
    for (const type::Index body : m_bodies)
      if (body != type::invalidIndex && body >= of<1>().states[0]->size()) archive.fail();
  }
  MultiMapping::archive(archive);
}

bool DeformableOnRigidFrameMapping::chooseBodies(std::size_t points, std::size_t bodies) {
  m_bodies.assign(points, static_cast<type::Index>(commonBody(bodies)));
  std::size_t point = 0;
  type::Index body = 0;
  for (const type::Index count : d_repartition.value()) {
    for (type::Index k = 0; k < count && point < points; ++k) m_bodies[point++] = body;
    ++body;
  }
  for (const type::Index b : m_bodies)
    if (b >= bodies) {
      error("index or repartition name a body that does not exist, {} has {}: nothing is mapped.",
            of<1>().states[0]->path(), bodies);
      setInvalid();
      m_lacksBody = true;
      return false;
    }
  return true;
}

void DeformableOnRigidFrameMapping::apply(OutVecCoord& out, core::VecCoordId in) {
  const auto& x = of<0>().states[0]->coords(in);
  resizeOutput(out, x.size());
  auto& points = of<0>().jacobians[0];
  points.clear();
  if (of<1>().states.size() == 0) {
    out = x;
    for (std::size_t i = 0; i < x.size(); ++i) points.add(i, i, type::Mat3::Identity());
    return;
  }
  const auto& frames = of<1>().states[0]->coords(in);
  auto& bodies = of<1>().jacobians[0];
  bodies.clear();
  if (m_bodies.size() != x.size() && !chooseBodies(x.size(), frames.size())) return;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (m_bodies[i] == type::invalidIndex) continue;
    const auto& frame = frames[m_bodies[i]];
    const type::Mat3 turn = type::toMatrix(frame.orientation);
    const type::Vec3 arm = turn * x[i];
    out[i] = frame.center + arm;
    points.add(i, i, turn);
    bodies.add(i, m_bodies[i], armBlock(arm));
  }
}

void DeformableOnRigidFrameMapping::buildJacobian(core::JacobianMatrix* matrix) {
  const double linear = d_rootLinearForceScaleFactor.value(), angular = d_rootAngularForceScaleFactor.value();
  if (!isValid() || of<1>().states.size() == 0 || (linear == 1 && angular == 1))
    return MultiMapping::buildJacobian(matrix);
  of<0>().jacobians[0].addTo(matrix->block(l_output.get(), of<0>().states[0]));
  auto scaled = of<1>().jacobians[0];
  type::Vec6 factors;
  factors << linear, linear, linear, angular, angular, angular;
  scaled.scaleColumns(factors);
  scaled.addTo(matrix->block(l_output.get(), of<1>().states[0]));
}

namespace {
const auto registered = core::Register("DeformableOnRigidFrameMapping", "Sofa.Component.Mapping.Linear",
                                       "points that move in the frame of a body")
                            .ignores("globalToLocalCoords", "it has no effect")
                            .add<DeformableOnRigidFrameMapping>();
}  // namespace

}  // namespace sofa::component::mapping
