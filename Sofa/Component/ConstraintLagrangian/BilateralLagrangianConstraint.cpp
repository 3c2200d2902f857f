// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/BilateralLagrangianConstraint.h"

#include <algorithm>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::constraintlagrangian {

template <class DataTypes>
void BilateralLagrangianConstraint<DataTypes>::init() {
  BaseLagrangianConstraint::init();
  if (!core::requireState(*this, l_object1) || !core::requireState(*this, l_object2)) return;
  core::connectMesh(l_topology1, *l_object1->context());
  core::connectMesh(l_topology2, *l_object2->context());
  if (const double load = d_load.value(); load < 0 || load > 1) {
    d_load.set(std::clamp(load, 0.0, 1.0));
    warning("load=\"{}\" is not between 0 and 1: {} is used.", load, d_load.value());
  }
  setValid();
}

template <class DataTypes>
void BilateralLagrangianConstraint<DataTypes>::bwdInit() {
  m_differences.clear();
  if (!isValid()) return;
  // States below this component have their points by now.
  if (!checkPoints()) return setInvalid();
  if constexpr (DataTypes::isRigid) {
    if (!d_keepOrientationDifference.value()) return;
    if (d_restVector.isSet())
      warning("rest_vector is not used: keepOrientationDifference takes the frames as they are.");
    d_restVector.set({});
    for (std::size_t k = 0; k < count(); ++k) {
      const auto& a = l_object1->positions()[d_firstPoint.value()[k]];
      const auto& b = l_object2->positions()[d_secondPoint.value()[k]];
      Coord difference;
      difference.center = b.center - a.center;
      difference.orientation = a.orientation.conjugate() * b.orientation;
      m_differences.push_back(difference);
    }
  }
}

template <class DataTypes>
bool BilateralLagrangianConstraint<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid() || !l_object1 || !l_object2) return true;
  simulation::PairedPoints ends{d_firstPoint.value(), d_secondPoint.value()};
  const std::size_t pairs = std::min(ends.first.size(), ends.second.size());
  ends.first.resize(pairs);
  ends.second.resize(pairs);
  const auto lost = simulation::followPairs(ends, *l_object1, *l_object2, changes);
  simulation::dropMarked(ends.first, lost);
  simulation::dropMarked(ends.second, lost);
  simulation::dropMarked(m_differences, lost);
  if (auto rest = d_restVector.value(); !rest.empty()) {
    rest.resize(pairs, Deriv::Zero());
    simulation::dropMarked(rest, lost);
    d_restVector.set(std::move(rest));
  }
  d_firstPoint.set(std::move(ends.first));
  d_secondPoint.set(std::move(ends.second));
  return true;
}

template <class DataTypes>
void BilateralLagrangianConstraint<DataTypes>::archive(core::Archive& archive) {
  BaseLagrangianConstraint::archive(archive);
  if (!archive.sizesDiffer()) return;
  auto first = d_firstPoint.value(), second = d_secondPoint.value();
  auto rest = d_restVector.value();
  auto differences = m_differences;
  archive.io(first), archive.io(second), archive.io(rest), archive.io(differences);
  if (!archive.isLoading() || !archive.isGood()) return;
  d_firstPoint.set(std::move(first));
  d_secondPoint.set(std::move(second));
  d_restVector.set(std::move(rest));
  m_differences = std::move(differences);
}

template <class DataTypes>
bool BilateralLagrangianConstraint<DataTypes>::checkPoints() const {
  return hasPoints(d_firstPoint, *l_object1) && hasPoints(d_secondPoint, *l_object2);
}

template <class DataTypes>
bool BilateralLagrangianConstraint<DataTypes>::hasPoints(const Data<std::vector<type::Index>>& points,
                                                         const core::BaseState& state) const {
  for (const auto i : points.value())
    if (i >= state.size()) {
      error("{}: {} is beyond the {} points of {}: nothing is tied. Name points that are there.", points.name(), i,
            state.size(), state.path());
      return false;
    }
  return true;
}

template <class DataTypes>
std::size_t BilateralLagrangianConstraint<DataTypes>::count() const {
  if (!DataTypes::isRigid && !d_activate.value()) return 0;
  return std::min(d_firstPoint.value().size(), d_secondPoint.value().size());
}

template <class DataTypes>
auto BilateralLagrangianConstraint<DataTypes>::restVector(std::size_t k) const -> Deriv {
  return k < d_restVector.value().size() ? d_restVector.value()[k] : Deriv(Deriv::Zero());
}

template <class DataTypes>
auto BilateralLagrangianConstraint<DataTypes>::violationOf(std::size_t k, const core::ConstraintParams& params) const
    -> Deriv {
  const auto i = d_firstPoint.value()[k], j = d_secondPoint.value()[k];
  if constexpr (DataTypes::isRigid) {
    auto a = l_object1->coords(params.xFree)[i];
    const auto& b = l_object2->coords(params.xFree)[j];
    if (k < m_differences.size()) {
      a.center += m_differences[k].center;
      a.orientation = a.orientation * m_differences[k].orientation;
    }
    type::Quat q = a.orientation.conjugate() * b.orientation;
    if (a.orientation.dot(b.orientation) < 0) q.coeffs() *= -1;
    Deriv d;
    d.template head<3>() = b.center - a.center;
    d.template tail<3>() = a.orientation * type::rotationVector(q);
    return d - restVector(k);
  } else if (params.order == core::ConstraintOrder::velocity) {
    const Deriv position = l_object2->coords(params.x)[j] - l_object1->coords(params.x)[i] + restVector(k);
    return l_object2->derivs(params.vFree)[j] - l_object1->derivs(params.vFree)[i] + position / params.dt;
  } else {
    return l_object2->coords(params.xFree)[j] - l_object1->coords(params.xFree)[i] - restVector(k);
  }
}

template <class DataTypes>
void BilateralLagrangianConstraint<DataTypes>::addRows(core::ConstraintProblem& problem) {
  constexpr int width = DataTypes::derivSize;
  for (std::size_t k = 0; k < count(); ++k) {
    const Deriv violation = violationOf(k, problem.params);
    core::ConstraintBlock block;
    block.startsFromLast = !DataTypes::isRigid;
    block.load = DataTypes::isRigid ? 1 : d_load.value();
    for (int first = 0; first < width; first += 3) {
      block.identity = static_cast<std::int64_t>(k) * width + first;
      const int row = problem.addBlock(block, std::span(violation.data() + first, 3));
      for (int j = 0; j < 3; ++j) {
        problem.jacobian.add(l_object1.get(), row + j, d_firstPoint.value()[k], first + j, -1.0);
        problem.jacobian.add(l_object2.get(), row + j, d_secondPoint.value()[k], first + j, 1.0);
      }
    }
  }
}

template <class DataTypes>
void BilateralLagrangianConstraint<DataTypes>::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  constexpr type::Color magenta{1, 0, 1, 1}, green{0, 1, 0, 1};
  const type::Color color = DataTypes::isRigid || d_activate.value() ? magenta : green;
  const auto draw = [&](const auto& points, const auto& x) {
    for (const type::Index i : points)
      if (i < x.size()) list.point(DataTypes::position(x[i]), 10, color);
  };
  draw(d_firstPoint.value(), l_object1->positions());
  draw(d_secondPoint.value(), l_object2->positions());
}

namespace {
const auto registered = core::Register("BilateralLagrangianConstraint", "Sofa.Component.Constraint.Lagrangian.Model",
                                       "ties points of two states by multipliers")
                            .wasCalled("BilateralInteractionConstraint")
                            .addAll<BilateralLagrangianConstraint, type::Vec3Types, type::Rigid3Types>();
}

}  // namespace sofa::component::constraintlagrangian
