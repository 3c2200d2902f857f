// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/TetrahedronCollisionModel.h"

#include <cmath>
#include <limits>

#include "Sofa/Component/Collision/BarycentricContactPoints.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void TetrahedronCollisionModel::updateElements() {
  m_tetrahedra.clear();
  if (!mesh()) return;
  const std::size_t n = points().size();
  for (const auto& t : mesh()->tetrahedra())
    if (std::ranges::max(t) < n) m_tetrahedra.push_back(t);
}

void TetrahedronCollisionModel::elementBoxes(std::span<type::BoundingBox> boxes) const {
  const auto x = points();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i] = {};
    for (const Index p : m_tetrahedra[i]) boxes[i].include(x[p]);
  }
}

std::optional<Vec3> TetrahedronCollisionModel::weightsAlong(Index element, const Vec3& direction) const {
  const auto x = points();
  const auto& t = m_tetrahedra[element];
  type::Mat3 sides;
  for (int k = 0; k < 3; ++k) sides.col(k) = x[t[k + 1]] - x[t[0]];
  type::Mat3 inverse;
  bool isInvertible = false;
  sides.computeInverseWithCheck(inverse, isInvertible, 0);
  if (!isInvertible) return std::nullopt;
  return Vec3(inverse * direction);
}

std::optional<Vec3> TetrahedronCollisionModel::weightsOf(Index element, const Vec3& point) const {
  return weightsAlong(element, point - points()[m_tetrahedra[element][0]]);
}

std::unique_ptr<core::ContactPoints> TetrahedronCollisionModel::createContactPoints() {
  return std::make_unique<BarycentricContactPoints>(*this, [this](const Vec3& point, Index element) {
    const auto& t = m_tetrahedra[element];
    const Vec3 w = weightsOf(element, point).value_or(Vec3::Zero());
    return BarycentricContactMapping::Point{{t[0], t[1], t[2], t[3]}, {1 - w.sum(), w[0], w[1], w[2]}};
  });
}

void TetrahedronCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  const auto x = points();
  constexpr int sides[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  for (const auto& t : m_tetrahedra)
    if (std::ranges::max(t) < x.size())
      for (const auto& [a, b] : sides) list.line(x[t[a]], x[t[b]], 1, drawnColor());
}

namespace {

/// A point inside goes back against its normal to where it came in: the contact is between it and that place.
void addTetrahedronPoint(const core::Intersection&, core::ContactRange, const TetrahedronCollisionModel& tetrahedra,
                         Index i, const PointCollisionModel& points, Index j,
                         std::vector<core::DetectionOutput>& outputs) {
  if (j >= points.normals().size() || points.normals()[j].isZero(0)) return;
  const auto& t = tetrahedra.tetrahedra()[i];
  if (tetrahedra.state() == points.state() && std::ranges::find(t, j) != t.end()) return;
  const Vec3 &p = points.points()[j], n = points.normals()[j];
  const auto weights = tetrahedra.weightsOf(i, p), slope = tetrahedra.weightsAlong(i, -n);
  if (!weights || !slope || weights->minCoeff() < 0 || weights->sum() > 1) return;
  const double flat = 1e-10 * slope->cwiseAbs().maxCoeff();
  double depth = std::numeric_limits<double>::infinity();  // along -n, to the first face
  for (int k = 0; k < 3; ++k)
    if ((*slope)[k] < -flat) depth = std::min(depth, -(*weights)[k] / (*slope)[k]);
  if (slope->sum() > flat) depth = std::min(depth, (1 - weights->sum()) / slope->sum());
  if (std::isinf(depth)) depth = 0;
  core::DetectionOutput contact;
  contact.point1 = p - depth * n;
  contact.point2 = p;
  contact.normal = -n;
  contact.value = -depth;
  contact.id = j;
  contact.element1 = i;
  contact.element2 = j;
  outputs.push_back(contact);
}
const core::RegisterIntersector<TetrahedronCollisionModel, PointCollisionModel> tetrahedronPoint("DiscreteIntersection",
                                                                                                 addTetrahedronPoint);
const auto registered = core::Register("TetrahedronCollisionModel", "Sofa.Component.Collision.Geometry",
                                       "the tetrahedra of a mesh, as obstacles for points")
                            .wasCalled("Tetrahedron", "SOFA v24.12")
                            .wasCalled("TetrahedronModel", "SOFA v24.12")
                            .add<TetrahedronCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision
