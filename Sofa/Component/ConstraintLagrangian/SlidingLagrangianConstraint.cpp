// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/SlidingLagrangianConstraint.h"

#include <algorithm>
#include <limits>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintKind;
using type::Vec3;

template <class DataTypes>
void SlidingLagrangianConstraint<DataTypes>::init() {
  BaseLagrangianConstraint::init();
  m_directions.clear();
  d_listening.set(true);
  if (!core::requireState(*this, l_object1) || !core::requireState(*this, l_object2)) return;
  setValid();
}

template <class DataTypes>
bool SlidingLagrangianConstraint<DataTypes>::checkPoints() const {
  const auto isThere = [&](const core::Data<int>& index, const core::BaseState& state) {
    const int size = static_cast<int>(state.size());
    if (index.value() >= 0 && index.value() < size) return true;
    error("{}: {} is not one of the {} points of {}: nothing is bound. Name a point that is there.", index.name(),
          index.value(), size, state.path());
    return false;
  };
  return isThere(d_slidingPoint, *l_object1) && isThere(d_axis1, *l_object2) && isThere(d_axis2, *l_object2);
}

template <class DataTypes>
void SlidingLagrangianConstraint<DataTypes>::addRow(core::ConstraintProblem& problem, ConstraintKind kind,
                                                    const Vec3& d, double s, double violation) {
  core::ConstraintBlock block;
  block.kind = kind;
  block.identity = static_cast<std::int64_t>(m_directions.size());
  const int row = problem.addBlock(block, violation);
  const auto add = [&](const core::BaseState* state, int index, const Vec3& direction) {
    if (!direction.isZero(0)) problem.jacobian.add(state, row, static_cast<std::size_t>(index), direction);
  };
  add(l_object1.get(), d_slidingPoint.value(), d);
  add(l_object2.get(), d_axis1.value(), -(1 - s) * d);
  add(l_object2.get(), d_axis2.value(), -s * d);
  m_directions.push_back(d);
}

namespace {
constexpr double smallest = std::numeric_limits<double>::epsilon();

/// A unit vector across the unit vector a: towards `preferred` if it has a length, compared with this one.
Vec3 across(const Vec3& a, const Vec3& preferred, double length) {
  if (preferred.norm() > smallest * length) return preferred.normalized();
  const Vec3 u = Vec3(1, 0, 0).cross(a);
  return (u.norm() > smallest ? u : Vec3(Vec3(1, 1, 0).cross(a))).normalized();
}
}  // namespace

/// Directions are those at the beginning of the step; violations those of the free motion along them.
template <class DataTypes>
void SlidingLagrangianConstraint<DataTypes>::addRows(core::ConstraintProblem& problem) {
  const auto& params = problem.params;
  m_directions.clear();
  const Vec3 p = point(params.x), a = end(0, params.x), b = end(1, params.x);
  const Vec3 pFree = point(params.xFree), aFree = end(0, params.xFree), bFree = end(1, params.xFree);
  const double length = (b - a).norm();
  if (!(length > smallest * std::max(a.norm(), b.norm()))) {  // a point: tied to it
    for (int k = 0; k < 3; ++k) addRow(problem, ConstraintKind::equality, Vec3::Unit(k), 0, (pFree - aFree)[k]);
    return;
  }
  const Vec3 along = (b - a) / length;
  const double r = (p - a).dot(along), s = std::clamp(r / length, 0.0, 1.0);
  const Vec3 u = across(along, p - (a + r * along), length), w = u.cross(along).normalized();
  const Vec3 gap = pFree - ((1 - s) * aFree + s * bFree);
  addRow(problem, ConstraintKind::equality, u, s, gap.dot(u));
  addRow(problem, ConstraintKind::equality, w, s, gap.dot(w));
  addRow(problem, ConstraintKind::unilateral, along, 0, (pFree - aFree).dot(along));
  addRow(problem, ConstraintKind::unilateral, -along, 1, (bFree - pFree).dot(along));
}

template <class DataTypes>
void SlidingLagrangianConstraint<DataTypes>::handleEvent(core::Event& event) {
  if (!dynamic_cast<core::AnimateEndEvent*>(&event) || !isValid()) return;
  Deriv force = Deriv::Zero();
  for (std::size_t k = 0; k < m_directions.size(); ++k) {
    core::ConstraintBlock block;
    block.identity = static_cast<std::int64_t>(k);
    double lambda = 0;
    kept().read(block, std::span(&lambda, 1));
    force.template head<3>() += lambda * m_directions[k];
  }
  d_force.set(force);
}

template <class DataTypes>
void SlidingLagrangianConstraint<DataTypes>::draw(core::DrawList& list) const {
  if (!isValid() || !l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const auto isThere = [](int i, const core::BaseState& state) { return i >= 0 && i < static_cast<int>(state.size()); };
  if (!isThere(d_slidingPoint.value(), *l_object1) || !isThere(d_axis1.value(), *l_object2) ||
      !isThere(d_axis2.value(), *l_object2))
    return;
  constexpr type::Color magenta{1, 0, 1, 1}, blue{0, 0, 1, 1};
  list.point(point(core::vec::position), 10, magenta);
  list.line(end(0, core::vec::position), end(1, core::vec::position), 3, blue);
}

namespace {
const auto registered = core::Register("SlidingLagrangianConstraint", "Sofa.Component.Constraint.Lagrangian.Model",
                                       "lets a point slide along a segment by multipliers")
                            .wasCalled("SlidingConstraint")
                            .addAll<SlidingLagrangianConstraint, type::Vec3Types, type::Rigid3Types>(true);
}

}  // namespace sofa::component::constraintlagrangian
