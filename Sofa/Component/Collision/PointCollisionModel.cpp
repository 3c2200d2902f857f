// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/PointCollisionModel.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

namespace {

/// A point acts on itself.
class OwnPoints final : public core::ContactPoints {
 public:
  explicit OwnPoints(core::State<type::Vec3Types>& state) : m_state(state) {}
  core::State<type::Vec3Types>& state() override { return m_state; }
  void restart(std::size_t) override {}
  Index attach(const Vec3&, Index element, double& radius) override {
    radius = 0;
    return element;
  }

 private:
  core::State<type::Vec3Types>& m_state;
};

/// Adds the unit normal of a face to its corners.
template <class Face>
void addNormal(std::span<Vec3> normals, const Face& face, const Vec3& normal) {
  for (const Index p : face) normals[p] += normal.normalized();
}

}  // namespace

/// Sum of the unit normals of the faces around each point, outwards: faces of tetrahedra, else triangles and quads.
void PointCollisionModel::updateElements() {
  m_normals.clear();
  if (!d_computeNormals.value() || !mesh()) return;
  const auto x = points();
  m_normals.assign(x.size(), Vec3::Zero());
  const auto exists = [&](const auto& element) {
    return std::ranges::all_of(element, [&](Index p) { return p < x.size(); });
  };
  const auto cross = [&](Index a, Index b, Index c) { return Vec3((x[b] - x[a]).cross(x[c] - x[a])); };
  for (const auto& t : mesh()->tetrahedra()) {
    if (!exists(t)) continue;
    for (const auto& [a, b, c] : {std::array{t[0], t[2], t[1]}, std::array{t[0], t[3], t[2]},
                                  std::array{t[0], t[1], t[3]}, std::array{t[1], t[2], t[3]}})
      addNormal(m_normals, std::array{a, b, c}, cross(a, b, c));
  }
  if (mesh()->tetrahedra().empty()) {
    for (const auto& t : mesh()->triangles())
      if (exists(t)) addNormal(m_normals, t, cross(t[0], t[1], t[2]));
    for (const auto& q : mesh()->quads())
      if (exists(q)) addNormal(m_normals, q, (x[q[2]] - x[q[0]]).cross(x[q[3]] - x[q[1]]));
  }
  // A point whose faces look in opposite directions has none, whatever the units of lengths.
  double largest = 0;
  for (const Vec3& n : m_normals) largest = std::max(largest, n.norm());
  const double smallest = 1e-3 * largest;
  for (auto& n : m_normals) n = n.norm() > smallest ? Vec3(n.normalized()) : Vec3(Vec3::Zero());
}

void PointCollisionModel::boxesAt(std::span<const Vec3> x, std::span<type::BoundingBox> boxes) const {
  const Vec3 skin = Vec3::Constant(d_contactDistance.value());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = {x[i] - skin, x[i] + skin};
}

type::BoundingBox PointCollisionModel::boxOfAll() {
  type::BoundingBox whole;
  for (const Vec3& x : points()) whole.include(x);
  return grown(whole);
}

bool PointCollisionModel::elementsMayTouch(Index i, const CollisionModel& other, Index j) const {
  if (&other == this) return false;
  return other.kind() == kind() || other.elementsMayTouch(j, *this, i);
}

std::unique_ptr<core::ContactPoints> PointCollisionModel::createContactPoints() {
  return std::make_unique<OwnPoints>(*vec3State());
}

void PointCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  list.points(points(), 3, drawnColor());
  if (d_displayFreePosition.value() && vec3State() && vec3State()->has(core::vec::freePosition))
    list.points(points(core::vec::freePosition), 5, {0, 1, 0.2f, 1});
  if (!list.shows(type::DisplayFlags::Normals)) return;
  for (std::size_t i = 0; i < std::min(points().size(), m_normals.size()); ++i)
    list.line(points()[i], points()[i] + 0.1 * m_normals[i], 1, {1, 1, 1, 1});
}

namespace {
const auto registered =
    core::Register("PointCollisionModel", "Sofa.Component.Collision.Geometry", "the points of a state, as obstacles")
        .wasCalled("Point", "SOFA v24.12")
        .wasCalled("PointModel", "SOFA v24.12")
        .wasCalled("PointSet", "SOFA v24.12")
        .wasCalled("PointMesh", "")
        .wasCalled("PointMeshModel", "")
        .wasCalled("PointSetModel", "")
        .wasCalled("TPointModel", "")
        .wasCalled("CudaPointModel", "", "It takes states of every kind.")
        .add<PointCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision
