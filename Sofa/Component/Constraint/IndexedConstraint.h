// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/ranges.h>

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::component::constraint {

/// What the constraints on a list of points share: the list, and the part of it that exists.
template <class DataTypes>
class IndexedConstraint : public core::ProjectiveConstraint<DataTypes> {
 public:
  using Base = core::ProjectiveConstraint<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  explicit IndexedConstraint(std::vector<type::Index> indices = {0})
      : d_indices(this, "indices", std::move(indices), "constrained points", {.follows = core::pointIndices}) {}

  core::Data<std::vector<type::Index>> d_indices;
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh whose points the indices follow; default: the node's"};

  void init() override;

 protected:
  /// The listed points that the state has. Others are named in a warning, once per change of the list.
  const std::vector<type::Index>& points();
  /// Points 10 pixels wide, or spheres of that radius if it is positive; nothing while the constraint doesn't act.
  void drawPoints(core::DrawList& list, double radius, bool all = false,
                  const type::Color& pointColor = {1, 0.5f, 0.5f, 1}) const;
  /// Discards the scalars c of the listed points, or of all, for which isFixed(c).
  template <class Mask>
  void discardPoints(core::ZeroDirichletCondition& matrix, bool all, const Mask& isFixed) {
    const auto discard = [&](std::size_t point) {
      for (int c = 0; c < DataTypes::derivSize; ++c) {
        const int scalar = static_cast<int>(point) * DataTypes::derivSize + c;
        if (isFixed(c)) matrix.discardRowCol(scalar, scalar);
      }
    };
    if (all)
      for (std::size_t i = 0; i < this->mstate()->size(); ++i) discard(i);
    else
      for (const type::Index i : points()) discard(i);
  }
  void discardPoints(core::ZeroDirichletCondition& matrix, bool all = false) {
    discardPoints(matrix, all, [](int) { return true; });
  }
  /// Says once how an assembled system differs from the constraint.
  void tellOnce(std::string_view difference) {
    if (!std::exchange(m_told, true)) this->warning("{}", difference);
  }
  /// Says once that an assembled system holds points that are free.
  void tellHeld();

 private:
  bool m_toldHeld = false;
  std::vector<type::Index> m_points;
  std::size_t m_size = 0;
  int m_counter = -1;
  bool m_told = false;
};

template <class DataTypes>
void IndexedConstraint<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  core::connectMesh(*this, l_topology);
  points();
}

template <class DataTypes>
const std::vector<type::Index>& IndexedConstraint<DataTypes>::points() {
  const std::size_t size = this->mstate()->size();
  const int counter = d_indices.counter();
  if (counter == m_counter && size == m_size) return m_points;
  m_counter = counter;
  m_size = size;
  m_points.clear();
  std::vector<type::Index> beyond;
  for (const type::Index i : d_indices.value()) (i < size ? m_points : beyond).push_back(i);
  if (!beyond.empty())
    this->warning("indices beyond the {} points of {} are ignored: {}.", size, this->mstate()->path(),
                  fmt::join(beyond.begin(), beyond.begin() + std::min<std::size_t>(beyond.size(), 20), " "));
  return m_points;
}

template <class DataTypes>
void IndexedConstraint<DataTypes>::drawPoints(core::DrawList& list, double radius, bool all,
                                              const type::Color& pointColor) const {
  if (!this->mstate() || !this->isActive() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  constexpr type::Color sphereColor{1, 0.35f, 0.35f, 1};
  const auto& x = this->mstate()->positions();
  const auto draw = [&](const Coord& point) {
    const type::Vec3 p = DataTypes::position(point);
    if (radius > 0)
      list.sphere(p, radius, sphereColor);
    else
      list.point(p, 10, pointColor);
  };
  if (all) return std::for_each(x.begin(), x.end(), draw), void();
  for (const type::Index i : d_indices.value())
    if (i < x.size()) draw(x[i]);
}

template <class DataTypes>
void IndexedConstraint<DataTypes>::tellHeld() {
  if (std::exchange(m_toldHeld, true)) return;
  this->warning(
      "The points are free now, but the assembled matrix still holds their rows: they move as if they had unit mass "
      "and "
      "no springs. Use a solver without a matrix (CGLinearSolver) to release them.");
}

}  // namespace sofa::component::constraint
