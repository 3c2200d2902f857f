// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/AngularSpringForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {
namespace {

/// Axis times angle of a unit quaternion, the angle between 0 and a full turn.
type::Vec3 wholeTurn(const type::Quat& q) {
  const double sine = q.vec().norm();
  if (!(sine > 0)) return type::Vec3::Zero();
  return 2 * std::atan2(sine, q.w()) / sine * q.vec();
}

}  // namespace

void AngularSpringForceField::init() {
  ForceField::init();
  if (!isValid()) return;
  trackData(d_indices);
  trackData(d_angularStiffness);
  prepare();
}

void AngularSpringForceField::prepare() {
  const auto& indices = d_indices.value();
  const auto& stiffness = d_angularStiffness.value();
  m_springs.clear();
  setValid();
  if (indices.size() < 2) warning("indices holds {} bodies: the first of the list has no torque.", indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const bool exists = indices[i] < mstate()->size();
    if (!exists || (i > 0 && indices[i] == 0)) {
      error("indices[{}] is {}, but {}: no spring acts.", i, indices[i],
            exists ? "body 0 has none before it" : fmt::format("{} has {} bodies", mstate()->path(), mstate()->size()));
      m_springs.clear();
      return setInvalid();
    }
    m_springs.push_back({indices[i], stiffness.empty() ? 100 : stiffness[i < stiffness.size() ? i : 0]});
  }
}

void AngularSpringForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) {
  for (std::size_t i = 1; i < m_springs.size(); ++i) {
    const auto& [body, stiffness] = m_springs[i];
    if (body >= x.size()) continue;
    const type::Quat turn = (x[body].orientation * type::inverse(x[body - 1].orientation)).normalized();
    f[body].tail<3>() -= stiffness * wholeTurn(turn);
  }
}

void AngularSpringForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                        double kFactor) {
  for (const auto& [body, stiffness] : m_springs)
    if (body < dx.size()) df[body].tail<3>() -= kFactor * stiffness * dx[body].tail<3>();
}

void AngularSpringForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = mstate();
  if (!state) return;
  const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  for (const auto& [body, stiffness] : m_springs) {
    const int scalar = 6 * static_cast<int>(body) + 3;
    dfdx(scalar, scalar) += type::Mat<3>(-stiffness * type::Mat<3>::Identity());
  }
}

void AngularSpringForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !d_drawSpring.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  for (std::size_t i = 1; i < m_springs.size(); ++i)
    if (m_springs[i].body < x.size())
      list.line(x[m_springs[i].body - 1].center, x[m_springs[i].body].center, 2, d_springColor.value());
}

namespace {
const auto registered = core::Register("AngularSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs that turn bodies towards the one before them")
                            .ignores("limit", "it has no effect")
                            .add<AngularSpringForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
