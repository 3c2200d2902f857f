// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CapsuleCollisionModel.h"

#include "Sofa/Component/Collision/BarycentricContactPoints.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

namespace {

template <class Capsules>
void capsuleBoxes(const Capsules& capsules, std::span<type::BoundingBox> boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto element = static_cast<Index>(i);
    const Vec3 around = Vec3::Constant(capsules.radius(element) + capsules.d_contactDistance.value());
    boxes[i] = {};
    for (const Vec3& end : capsules.ends(element)) boxes[i].include(end);
    boxes[i].min -= around;
    boxes[i].max += around;
  }
}

void drawCapsule(core::DrawList& list, const std::array<Vec3, 2>& ends, double radius, const type::Color& color) {
  for (const Vec3& end : ends) list.sphere(end, radius, color);
  if (ends[0] != ends[1]) list.cylinder(ends[0], ends[1], radius, color);
}

}  // namespace

void EdgeCapsules::init() {
  MeshElementsModel::init();
  if (!isValid()) return;
  if (const std::string problem = lengthProblem(d_listCapsuleRadii, d_defaultRadius); !problem.empty()) {
    error("{}", problem);
    return setInvalid();
  }
  updateElements();
}

void EdgeCapsules::updateElements() {
  m_edges.clear();
  m_numbers.clear();
  if (!mesh()) return;
  const std::size_t n = points().size();
  const auto& edges = mesh()->edges();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (std::max(edges[i][0], edges[i][1]) >= n) continue;
    m_edges.push_back(edges[i]);
    m_numbers.push_back(static_cast<Index>(i));
  }
}

void EdgeCapsules::elementBoxes(std::span<type::BoundingBox> boxes) const { capsuleBoxes(*this, boxes); }

bool EdgeCapsules::elementsMayTouch(Index i, const CollisionModel& other, Index j) const {
  if (&other != this) return true;
  const auto &a = m_edges[i], &b = m_edges[j];
  return std::ranges::none_of(a, [&](Index p) { return p == b[0] || p == b[1]; });
}

std::unique_ptr<core::ContactPoints> EdgeCapsules::createContactPoints() {
  const auto locate = [this](const Vec3& point, Index element) {
    const auto [a, b] = ends(element);
    const double s = geometry::closestOnSegment(point, a, b);
    const Index first = m_edges[element][0], second = m_edges[element][1];
    return BarycentricContactMapping::Point{{first, second, first, first}, {1 - s, s, 0, 0}};
  };
  return std::make_unique<BarycentricContactPoints>(*this, locate, [this](Index element) { return radius(element); });
}

void EdgeCapsules::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  const auto x = points();
  for (std::size_t i = 0; i < m_edges.size(); ++i)
    if (std::max(m_edges[i][0], m_edges[i][1]) < x.size())
      drawCapsule(list, ends(static_cast<Index>(i)), radius(static_cast<Index>(i)), drawnColor());
}

std::string RigidCapsules::sizeProblem() const {
  const std::string problem = lengthProblem(d_radii, d_defaultRadius);
  return problem.empty() ? lengthProblem(d_heights, d_defaultHeight) : problem;
}

std::array<Vec3, 2> RigidCapsules::ends(Index i) const {
  const auto& frame = frames()[i];
  const Vec3 half = type::rotate(frame.orientation, Vec3(0, sizeOr(d_heights, i, d_defaultHeight) / 2, 0));
  return {frame.center - half, frame.center + half};
}

void RigidCapsules::elementBoxes(std::span<type::BoundingBox> boxes) const { capsuleBoxes(*this, boxes); }

void RigidCapsules::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  for (Index i = 0; i < size(); ++i) drawCapsule(list, ends(i), radius(i), drawnColor());
}

namespace {
const auto registered = core::Register("CapsuleCollisionModel", "CollisionOBBCapsule",
                                       "rounded rods around edges, or on rigid bodies, as obstacles")
                            .wasCalled("Capsule", "SOFA v24.12")
                            .wasCalled("CapsuleModel", "")
                            .wasCalled("TCapsuleModel", "")
                            .wasCalled("RigidCapsule", "", "Its template is Rigid3d.")
                            .wasCalled("RigidCapsuleModel", "", "Its template is Rigid3d.")
                            .addAll<CapsuleCollisionModel, type::Rigid3Types, type::Vec3Types>();
}  // namespace

}  // namespace sofa::component::collision
