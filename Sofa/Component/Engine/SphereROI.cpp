// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/SphereROI.h"

#include <numbers>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

template <class DataTypes>
SphereROI<DataTypes>::SphereROI() {
  this->d_drawROI.addAlias("isVisible");
  this->d_drawROI.addAlias("drawSphere");
  this->d_indices.addAlias("pointIndices");
  this->d_position.addAlias("rest_position");
}

template <class DataTypes>
void SphereROI<DataTypes>::initRegion() {
  for (core::BaseData* input :
       std::initializer_list<core::BaseData*>{&d_centers, &d_radii, &d_direction, &d_normal, &d_edgeAngle, &d_triAngle})
    this->addInput(input);
}

template <class DataTypes>
void SphereROI<DataTypes>::prepareRegion() {
  const auto& centers = d_centers.value();
  const auto& radii = d_radii.value();
  m_spheres.clear();
  if (radii.empty()) {
    if (!centers.empty())
      this->error("radii is missing: give one radius, or one for each of the {} centers.", centers.size());
    return;
  }
  if (radii.size() != 1 && radii.size() != centers.size())
    this->warning(
        "There are {} centers but {} radii; {}.", centers.size(), radii.size(),
        radii.size() < centers.size() ? "the last radius is used for the others" : "those left over are not used");
  for (std::size_t i = 0; i < centers.size(); ++i)
    m_spheres.push_back({centers[i], radii[std::min(i, radii.size() - 1)]});
}

template <class DataTypes>
bool SphereROI<DataTypes>::contains(const type::Vec3& p) const {
  return std::any_of(m_spheres.begin(), m_spheres.end(),
                     [&](const Sphere& s) { return (p - s.center).norm() <= s.radius; });
}

template <class DataTypes>
bool SphereROI<DataTypes>::acceptsEdge(const type::Edge& edge) const {
  const double angle = d_edgeAngle.value();
  if (!(angle > 0)) return true;
  const type::Vec3 along = (this->point(edge[1]) - this->point(edge[0])).normalized();
  return std::abs(d_direction.value().dot(along)) < std::abs(std::cos(angle));
}

template <class DataTypes>
bool SphereROI<DataTypes>::acceptsTriangle(const type::Triangle& triangle) const {
  const double angle = d_triAngle.value();
  if (!(angle > 0)) return true;
  const type::Vec3 x0 = this->point(triangle[0]);
  return d_normal.value().dot((this->point(triangle[2]) - x0).cross(this->point(triangle[1]) - x0)) < std::cos(angle);
}

/// Three great circles per sphere: what lies inside stays to be seen.
template <class DataTypes>
void SphereROI<DataTypes>::drawRegion(core::DrawList& list, float width) const {
  constexpr int pieces = 48;
  const auto& radii = d_radii.value();
  if (radii.empty()) return;
  for (std::size_t i = 0; i < d_centers.value().size(); ++i) {
    const type::Vec3& center = d_centers.value()[i];
    const double radius = radii[std::min(i, radii.size() - 1)];
    const auto place = [&](int axis, int piece) {
      const double angle = 2 * std::numbers::pi * piece / pieces;
      type::Vec3 p = center;
      p[(axis + 1) % 3] += radius * std::cos(angle);
      p[(axis + 2) % 3] += radius * std::sin(angle);
      return p;
    };
    for (int axis = 0; axis < 3; ++axis)
      for (int piece = 0; piece < pieces; ++piece)
        list.line(place(axis, piece), place(axis, piece + 1), width, this->drawnColor());
  }
}

namespace {
const auto registered =
    core::Register("SphereROI", "Sofa.Component.Engine.Select", "Selects the points and elements in spheres")
        .addAll<SphereROI, type::Vec3Types, type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::engine
