// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/KeptMomentum.h"

#include <Eigen/QR>

#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::component::topology {

using type::Vec3;
using type::Vec3Types;
using type::Vec6;

namespace {

template <class Contract>
std::vector<Contract*> actingOn(core::State<Vec3Types>& state) {
  std::vector<Contract*> all;
  state.context()->root()->collectDown(all);
  std::erase_if(all, [&](const Contract* c) { return c->mstate() != &state || !c->isValid(); });
  return all;
}

}  // namespace

KeptMomentum::KeptMomentum(State& state) : m_state(state), m_momentum(momentumOf(state.velocities())) {}

Vec6 KeptMomentum::momentumOf(const Vec3Types::VecDeriv& velocities) const {
  Vec3Types::VecDeriv impulse(velocities.size(), Vec3::Zero());
  for (auto* mass : actingOn<core::Mass<Vec3Types>>(m_state)) mass->addMDx(impulse, velocities, 1);
  const auto& x = m_state.positions();
  Vec6 sum = Vec6::Zero();
  for (std::size_t i = 0; i < std::min(impulse.size(), x.size()); ++i) {
    sum.head<3>() += impulse[i];
    sum.tail<3>() += x[i].cross(impulse[i]);
  }
  return sum;
}

void KeptMomentum::restore(const std::vector<type::Index>& points) const {
  const Vec6 missing = m_momentum - momentumOf(m_state.velocities());
  if (!missing.allFinite() || missing.isZero(0)) return;
  const auto& x = m_state.positions();
  const auto constraints = actingOn<core::ProjectiveConstraint<Vec3Types>>(m_state);
  std::array<Vec3Types::VecDeriv, 6> motions;
  type::Mat<6, 6> moved;
  Vec3 middle = Vec3::Zero();  // turning about which is told well from going
  for (const auto i : points) middle += x[i] / static_cast<double>(points.size());
  for (int k = 0; k < 6; ++k) {
    auto& motion = motions[static_cast<std::size_t>(k)];
    motion.assign(x.size(), Vec3::Zero());
    for (const auto i : points) motion[i] = k < 3 ? Vec3::Unit(k) : Vec3(Vec3::Unit(k - 3).cross(x[i] - middle));
    for (auto* constraint : constraints)
      if (constraint->isActive()) constraint->projectResponse(motion);
    moved.col(k) = momentumOf(motion);
  }
  const Vec6 parts = eigen(moved).completeOrthogonalDecomposition().solve(eigen(missing));
  if (!parts.allFinite()) return;
  auto& v = m_state.writeDerivs(core::vec::velocity);
  for (const auto i : points)
    for (int k = 0; k < 6; ++k) v[i] += parts[k] * motions[static_cast<std::size_t>(k)][i];
}

}  // namespace sofa::component::topology
