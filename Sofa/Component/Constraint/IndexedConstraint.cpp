#include "Sofa/Component/Constraint/IndexedConstraint.h"

#include <fmt/ranges.h>

#include "Sofa/Core/Contract/MeshDrawing.h"

namespace sofa::component::constraint {

template <class DataTypes>
void IndexedConstraint<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (!l_topology) l_topology.set(core::meshTopology(*this->context()));
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

template class IndexedConstraint<type::Vec1Types>;
template class IndexedConstraint<type::Vec2Types>;
template class IndexedConstraint<type::Vec3Types>;
template class IndexedConstraint<type::Vec6Types>;
template class IndexedConstraint<type::Rigid2Types>;
template class IndexedConstraint<type::Rigid3Types>;

}  // namespace sofa::component::constraint
