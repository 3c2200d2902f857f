// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/MeshSpringForceField.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

/// Collects one spring per pair of points.
template <class DataTypes>
class MeshSpringForceField<DataTypes>::Builder {
 public:
  Builder(const typename DataTypes::VecCoord& rest, const type::Vec<2, type::Index>& range)
      : m_rest(rest), m_range(range), m_last(rest.size(), type::invalidIndex) {}

  /// Springs between every two points of each element.
  template <class Element>
  void add(const std::vector<Element>& elements, double stiffness, double damping) {
    if (stiffness == 0 && damping == 0) return;
    for (const Element& e : elements)
      for (std::size_t i = 0; i < e.size(); ++i)
        for (std::size_t j = i + 1; j < e.size(); ++j) addPair(e[i], e[j], stiffness, damping);
  }

  std::vector<fem::LinearSpring> springs;
  std::size_t beyondState = 0;  ///< pairs left out because the state has no such points

 private:
  void addPair(type::Index a, type::Index b, double stiffness, double damping) {
    if (m_range[0] != type::invalidIndex && (a < m_range[0] || b < m_range[0])) return;
    if (m_range[1] != type::invalidIndex && a > m_range[1] && b > m_range[1]) return;
    if (a >= m_rest.size() || b >= m_rest.size()) {
      ++beyondState;
      return;
    }
    if (!noteFirst(std::min(a, b), std::max(a, b))) return;
    const double length = fem::SpringKernel<DataTypes>::length(m_rest[a], m_rest[b]);
    const double unit = length > std::numeric_limits<double>::epsilon() ? length : 1;
    springs.push_back({a, b, stiffness / unit, damping / unit, length});
  }

  /// False if there is a spring between them.
  bool noteFirst(type::Index low, type::Index high) {
    for (type::Index s = m_last[low]; s != type::invalidIndex; s = m_before[s])
      if (springs[s].first == high || springs[s].second == high) return false;
    m_before.push_back(std::exchange(m_last[low], static_cast<type::Index>(springs.size())));
    return true;
  }

  const typename DataTypes::VecCoord& m_rest;
  type::Vec<2, type::Index> m_range;
  // Springs of each point with points of higher numbers: the last of them, and of each spring the one before.
  std::vector<type::Index> m_last, m_before;
};

template <class DataTypes>
std::vector<const core::BaseData*> MeshSpringForceField<DataTypes>::fieldsOfSprings() const {
  return {&d_linesStiffness, &d_linesDamping, &d_trianglesStiffness,  &d_trianglesDamping,
          &d_quadsStiffness, &d_quadsDamping, &d_tetrahedraStiffness, &d_tetrahedraDamping,
          &d_cubesStiffness, &d_cubesDamping, &d_noCompression,       &d_localRange};
}

template <class DataTypes>
void MeshSpringForceField<DataTypes>::init() {
  SpringForceField<DataTypes>::init();
  if (!this->isValid()) return;
  for (const auto* data : fieldsOfSprings()) this->trackData(*data);
}

/// Springs that were changed one by one stay until the values that they are made of change.
template <class DataTypes>
void MeshSpringForceField<DataTypes>::dataChanged() {
  const auto isChanged = [&](const core::BaseData* data) { return this->tracker().changed(*data); };
  if (std::ranges::any_of(fieldsOfSprings(), isChanged)) makeSprings();
  SpringForceField<DataTypes>::dataChanged();
}

template <class DataTypes>
bool MeshSpringForceField<DataTypes>::makeSprings() {
  auto* state = this->l_object1.get();
  if (state != this->l_object2.get()) {
    this->error("object1 ({}) and object2 ({}) must be the same state.", state->path(), this->l_object2->path());
    return false;
  }
  if (!core::requireMesh(*this, l_topology)) return false;
  // Springs that were made set both lists.
  if (this->d_springs.value().empty() && (this->d_indices1.isSet() || this->d_indices2.isSet()))
    this->warning("indices1 and indices2 are not used: the springs come from the topology {}.", l_topology->path());

  const auto& mesh = *l_topology;
  Builder builder(state->restPositions(), d_localRange.value());
  builder.add(mesh.edges(), d_linesStiffness.value(), d_linesDamping.value());
  builder.add(mesh.triangles(), d_trianglesStiffness.value(), d_trianglesDamping.value());
  builder.add(mesh.quads(), d_quadsStiffness.value(), d_quadsDamping.value());
  builder.add(mesh.tetrahedra(), d_tetrahedraStiffness.value(), d_tetrahedraDamping.value());
  builder.add(mesh.hexahedra(), d_cubesStiffness.value(), d_cubesDamping.value());
  if (builder.beyondState > 0)
    this->error("The topology {} names points that the state, with {} points, does not have: {} springs are left out.",
                mesh.path(), state->restPositions().size(), builder.beyondState);
  this->d_springs.set(std::move(builder.springs));
  this->d_elongationOnly.set({d_noCompression.value()});
  return true;
}

template <class DataTypes>
void MeshSpringForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!this->isShown(list)) return;
  const double low = d_drawMinElongationRange.value(), high = d_drawMaxElongationRange.value();
  const auto width = static_cast<float>(d_drawSpringSize.value());
  this->forEachDrawn([&](const type::Vec3& from, const type::Vec3& to, const fem::LinearSpring& s) {
    const double percent = s.restLength > 0 ? 100 * ((to - from).norm() / s.restLength - 1) : 0;
    const double size = std::abs(percent);
    const auto part = static_cast<float>(size <= low ? 0 : size >= high ? 1 : (size - low) / (high - low));
    list.line(from, to, width, percent > 0 ? type::Color{part, 0, 1 - part, 1} : type::Color{0, part, 1 - part, 1});
  });
}

namespace {
const auto registered = core::Register("MeshSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs between the points of each element of a mesh")
                            .addAll<MeshSpringForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types>();
}  // namespace

}  // namespace sofa::component::solidmechanics
