// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/ContactPairForce.h"

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::component::collision {

using core::MechanicalParams;
using core::VecDerivId;

bool isObstacle(const core::CollisionModel& model, const core::BaseState& partner) {
  if (model.d_simulated.value()) return false;
  const auto* solver = model.context()->up<core::OdeSolver>();
  return !solver || solver != partner.context()->up<core::OdeSolver>();
}

void ContactPairForce::setObstacles(bool first, bool second) {
  m_obstacle1 = first;
  m_obstacle2 = second;
}

bool ContactPairForce::acts() {
  if (!l_object1 || !l_object2) return false;
  keepBelow(l_object1->size(), l_object2->size());
  return !isEmpty();
}

void ContactPairForce::accumulateForce(const MechanicalParams& params, VecDerivId f) {
  if (!acts()) return;
  if (m_obstacle1) m_ignored.resize(l_object1->size());
  if (m_obstacle2) m_ignored.resize(l_object2->size());
  addForce(params, m_obstacle1 ? m_ignored : l_object1->writeDerivs(f),
           m_obstacle2 ? m_ignored : l_object2->writeDerivs(f), l_object1->coords(place(m_obstacle1, params.x)),
           l_object2->coords(place(m_obstacle2, params.x)), l_object1->derivs(motion(m_obstacle1, params.v)),
           l_object2->derivs(motion(m_obstacle2, params.v)));
}

void ContactPairForce::lineariseAt(const MechanicalParams& params, core::Linearisation kind) {
  if (!acts()) return;
  linearise(params, l_object1->coords(place(m_obstacle1, params.x)), l_object2->coords(place(m_obstacle2, params.x)),
            l_object1->derivs(motion(m_obstacle1, params.v)), l_object2->derivs(motion(m_obstacle2, params.v)), kind);
}

void ContactPairForce::accumulateDForce(const MechanicalParams& params, VecDerivId df) {
  if (!acts()) return;
  const std::size_t obstacleSize = m_obstacle1 ? l_object1->size() : m_obstacle2 ? l_object2->size() : 0;
  m_ignored.resize(obstacleSize);
  m_zero.assign(obstacleSize, Deriv::Zero());
  addDForce(params, m_obstacle1 ? m_ignored : l_object1->writeDerivs(df),
            m_obstacle2 ? m_ignored : l_object2->writeDerivs(df), m_obstacle1 ? m_zero : l_object1->derivs(params.dx),
            m_obstacle2 ? m_zero : l_object2->derivs(params.dx), stiffnessFactor(params), params.bFactor);
}

std::optional<double> ContactPairForce::potentialEnergy(const MechanicalParams& params) {
  if (!acts()) return 0;
  return energy(l_object1->coords(place(m_obstacle1, params.x)), l_object2->coords(place(m_obstacle2, params.x)));
}

void ContactPairForce::archive(core::Archive& archive) {
  archive.io(m_obstacle1);
  archive.io(m_obstacle2);
}

}  // namespace sofa::component::collision
