// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/RemovalOperation.h"

#include "Sofa/Component/Topology/MeshEdit.h"
#include "Sofa/GL/Picking/PickedMesh.h"

namespace sofa::gl {

using component::topology::ElementType;
using geometry::Ray;
using type::Index;
using type::Vec3;

namespace {

using Corners = std::span<const Index>;

/// Calls f(number, corners) for the elements of a type.
template <class F>
void forEachElement(const core::BaseMeshTopology& mesh, ElementType type, const F& f) {
  const auto over = [&](const auto& elements) {
    for (Index i = 0; i < elements.size(); ++i) f(i, Corners(elements[i]));
  };
  if (type == ElementType::tetrahedron) over(mesh.tetrahedra());
  if (type == ElementType::hexahedron) over(mesh.hexahedra());
  if (type == ElementType::triangle) over(mesh.triangles());
  if (type == ElementType::quad) over(mesh.quads());
}

/// Triangles that cover an element, by places among its corners.
std::span<const std::array<int, 3>> facesOf(ElementType type) {
  static constexpr std::array<std::array<int, 3>, 12> hexahedron{{{0, 1, 2},
                                                                  {0, 2, 3},
                                                                  {4, 5, 6},
                                                                  {4, 6, 7},
                                                                  {0, 1, 5},
                                                                  {0, 5, 4},
                                                                  {1, 2, 6},
                                                                  {1, 6, 5},
                                                                  {2, 3, 7},
                                                                  {2, 7, 6},
                                                                  {3, 0, 4},
                                                                  {3, 4, 7}}};
  static constexpr std::array<std::array<int, 3>, 4> tetrahedron{{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};
  if (type == ElementType::tetrahedron) return tetrahedron;
  const std::span<const std::array<int, 3>> faces(hexahedron);
  if (type == ElementType::hexahedron) return faces;
  return faces.first(type == ElementType::quad ? 2 : 1);
}

/// The elements that are removed of a mesh: none of whom is the side of another.
std::optional<ElementType> removedType(const core::BaseMeshTopology& mesh) {
  if (!mesh.tetrahedra().empty()) return ElementType::tetrahedron;
  if (!mesh.hexahedra().empty()) return ElementType::hexahedron;
  if (!mesh.triangles().empty()) return ElementType::triangle;
  if (!mesh.quads().empty()) return ElementType::quad;
  return {};
}

Vec3 centerOf(const core::BaseState& state, Corners corners) {
  Vec3 sum = Vec3::Zero();
  for (const Index c : corners) sum += state.pointPosition(c);
  return sum / static_cast<double>(corners.size());
}

/// How far along the ray it meets the element first; infinite if it does not.
double distanceTo(const core::BaseState& state, ElementType type, Corners corners, const Ray& ray) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : facesOf(type)) {
    const auto at = [&](int corner) { return state.pointPosition(corners[static_cast<std::size_t>(corner)]); };
    if (const auto hit = geometry::hitTriangle(ray, at(a), at(b), at(c))) nearest = std::min(nearest, hit->distance);
  }
  return nearest;
}

}  // namespace

bool RemovalOperation::start(simulation::Node& root, const PickedPoint& picked, const Ray& ray) {
  auto* mesh = pickedMesh(root, picked);
  if (!mesh) return false;
  const auto state = picked.state.lock();
  const auto type = removedType(*mesh);
  if (!type) {
    state->error("The mouse removes triangles, quads, tetrahedra and hexahedra, but {} has none.", mesh->path());
    return false;
  }
  std::string why;
  auto* modifier = component::topology::modifierOf(*mesh, *type, why);
  if (!modifier) {
    state->error("The mouse can remove nothing here: {}", why);
    return false;
  }
  m_modifier = modifier;
  m_state = state.get();
  m_type = *type;
  m_distance = picked.distance;
  m_last = ray.origin + m_distance * ray.direction;
  component::topology::MeshEdit keeps(*modifier->container());  // saved states hold the mesh from now on
  return true;
}

RemovalOperation::Target RemovalOperation::targetOf(const Ray& ray) const {
  Target target;
  target.distance = std::numeric_limits<double>::infinity();
  const auto& mesh = *m_modifier->container();
  if (m_state->size() != mesh.nbPoints()) return target;
  forEachElement(mesh, m_type, [&](Index i, Corners corners) {
    const double distance = distanceTo(*m_state, m_type, corners, ray);
    if (!(distance < target.distance)) return;
    target.distance = distance;
    target.elements = {i};
    const Vec3 center = centerOf(*m_state, corners);
    target.size = 0;
    for (const Index c : corners) target.size = std::max(target.size, (m_state->pointPosition(c) - center).norm());
  });
  if (target.elements.empty() || m_radius <= 0) return target;
  const Vec3 place = ray.origin + target.distance * ray.direction;
  const Index pointedAt = target.elements.front();
  forEachElement(mesh, m_type, [&](Index i, Corners corners) {
    if (i != pointedAt && (centerOf(*m_state, corners) - place).norm() <= m_radius) target.elements.push_back(i);
  });
  return target;
}

void RemovalOperation::move(const Ray& ray) {
  if (!m_modifier || !m_state || !m_modifier->container()) return;
  if ((ray.origin + m_distance * ray.direction - m_last).norm() < m_stride) return;
  const Target target = targetOf(ray);
  if (target.elements.empty()) return;
  m_distance = target.distance;
  m_last = ray.origin + m_distance * ray.direction;
  m_stride = std::max(target.size, m_radius);
  m_modifier->remove(m_type, target.elements);
}

}  // namespace sofa::gl
