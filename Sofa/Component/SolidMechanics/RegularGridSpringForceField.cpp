// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/RegularGridSpringForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {
namespace {

using geometry::RegularGrid;
using type::Vec3;

/// Springs between lattice points that differ by a fixed offset.
template <class DataTypes>
class GridSprings {
 public:
  using Offset = std::array<int, 3>;

  GridSprings(fem::SpringKernel<DataTypes>& kernel, const RegularGrid& grid) : m_kernel(kernel), m_grid(grid) {}

  void setLaw(double stiffness, double damping) {
    m_stiffness = stiffness;
    m_damping = damping;
  }
  bool isNull() const { return m_stiffness == 0 && m_damping == 0; }

  /// Every pair inside the cells spanned by the axes of `extent` (1: the axis is spanned): from `a` to `b`, in that
  /// order.
  struct Pair {
    Offset a, b;
  };
  void add(const Offset& extent, std::initializer_list<Pair> pairs) {
    const auto& n = m_grid.n;
    for (int z = 0; z + extent[2] < n[2]; ++z)
      for (int y = 0; y + extent[1] < n[1]; ++y)
        for (int x = 0; x + extent[0] < n[0]; ++x)
          for (const Pair& p : pairs) {
            const double length = this->length(p);
            const double unit = length > 0 ? length : 1;
            m_kernel.add({m_grid.pointIndex(x + p.a[0], y + p.a[1], z + p.a[2]),
                          m_grid.pointIndex(x + p.b[0], y + p.b[1], z + p.b[2]), m_stiffness / unit, m_damping / unit,
                          length});
          }
  }

 private:
  double length(const Pair& p) const {
    Vec3 v = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) v += m_grid.step[axis] * (p.b[axis] - p.a[axis]);
    return v.norm();
  }

  fem::SpringKernel<DataTypes>& m_kernel;
  const RegularGrid& m_grid;
  double m_stiffness = 0, m_damping = 0;
};

}  // namespace

template <class DataTypes>
void RegularGridSpringForceField<DataTypes>::init() {
  SpringForceField<DataTypes>::init();
  for (const auto* data :
       {&d_linesStiffness, &d_linesDamping, &d_quadsStiffness, &d_quadsDamping, &d_cubesStiffness, &d_cubesDamping})
    this->trackData(*data);
  if (!this->isValid() || this->l_object1.get() != this->l_object2.get()) return;
  m_topology = core::firstMeshTopology(*this->l_object1->context());
  if (m_topology && !m_topology->regularGrid()) {
    this->warning("The topology {} is not a regular grid: only the springs listed in this component act.",
                  m_topology->path());
    m_topology = nullptr;
  } else if (!m_topology) {
    this->warning("No mesh topology is visible from {}: only the springs listed in this component act.",
                  this->l_object1->path());
  }
}

template <class DataTypes>
bool RegularGridSpringForceField<DataTypes>::isConservative() const {
  return SpringForceField<DataTypes>::isConservative() && d_linesDamping.value() == 0 && d_quadsDamping.value() == 0 &&
         d_cubesDamping.value() == 0;
}

template <class DataTypes>
void RegularGridSpringForceField<DataTypes>::addMoreSprings(fem::SpringKernel<DataTypes>& kernel) {
  m_listedSprings = kernel.size();
  const RegularGrid* grid = m_topology ? m_topology->regularGrid() : nullptr;
  if (!grid) return;
  const std::size_t points = std::size_t(grid->n[0]) * grid->n[1] * grid->n[2];
  if (points > this->l_object1->size()) {
    this->error("The grid has {} points but the state only {}: the grid gets no springs.", points,
                this->l_object1->size());
    return;
  }
  kernel.reserve(kernel.size() + 13 * points);
  GridSprings<DataTypes> springs(kernel, *grid);
  springs.setLaw(d_linesStiffness.value(), d_linesDamping.value());
  if (!springs.isNull()) {
    springs.add({1, 0, 0}, {{{0, 0, 0}, {1, 0, 0}}});
    springs.add({0, 1, 0}, {{{0, 0, 0}, {0, 1, 0}}});
    springs.add({0, 0, 1}, {{{0, 0, 0}, {0, 0, 1}}});
  }
  springs.setLaw(d_quadsStiffness.value(), d_quadsDamping.value());
  if (!springs.isNull()) {
    springs.add({1, 1, 0}, {{{0, 0, 0}, {1, 1, 0}}, {{1, 0, 0}, {0, 1, 0}}});
    springs.add({1, 0, 1}, {{{0, 0, 0}, {1, 0, 1}}, {{1, 0, 0}, {0, 0, 1}}});
    springs.add({0, 1, 1}, {{{0, 0, 0}, {0, 1, 1}}, {{0, 1, 0}, {0, 0, 1}}});
  }
  springs.setLaw(d_cubesStiffness.value(), d_cubesDamping.value());
  if (!springs.isNull())
    springs.add({1, 1, 1},
                {{{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {0, 1, 1}}, {{0, 1, 0}, {1, 0, 1}}, {{0, 0, 1}, {1, 1, 0}}});
}

template <class DataTypes>
void RegularGridSpringForceField<DataTypes>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (this->kernel().size() > assembledSprings() && !std::exchange(m_toldMissing, true))
    core::tellDefect(*this,
                     "the springs of the grid are left out of assembled matrices: their forces are integrated "
                     "explicitly",
                     "Use a solver without a matrix (CGLinearSolver), or MeshSpringForceField");
  SpringForceField<DataTypes>::buildStiffnessMatrix(matrix);
}

template <class DataTypes>
void RegularGridSpringForceField<DataTypes>::draw(core::DrawList& list) const {
  SpringForceField<DataTypes>::draw(list);
  const auto* state = this->l_object1.get();
  if (!this->isShown(list) || !state || state != this->l_object2.get() || !state->context()) return;
  const auto* topology = core::firstMeshTopology(*state->context());
  const RegularGrid* grid = topology ? topology->regularGrid() : nullptr;
  if (!grid) return;
  static thread_local core::DrawnPoints drawn;
  const auto points = drawn.of(state);
  const auto line = [&](type::Index a, type::Index b) {
    if (a < points.size() && b < points.size()) list.line(points[a], points[b], 1, {0.5f, 0.5f, 0.5f, 1});
  };
  const auto& n = grid->n;
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x) {
        const type::Index here = grid->pointIndex(x, y, z);
        if (x + 1 < n[0]) line(here, grid->pointIndex(x + 1, y, z));
        if (y + 1 < n[1]) line(here, grid->pointIndex(x, y + 1, z));
        if (z + 1 < n[2]) line(here, grid->pointIndex(x, y, z + 1));
      }
}

namespace {
const auto registered =
    core::Register("RegularGridSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                   "springs between neighbours in a regular grid")
        .addAll<RegularGridSpringForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Vec6Types>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
