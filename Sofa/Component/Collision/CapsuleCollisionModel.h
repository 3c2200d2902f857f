// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/MeshCollisionModel.h"
#include "Sofa/Component/Collision/RigidShapeCollisionModel.h"

namespace sofa::component::collision {

/// All that is no farther from a segment than a radius: around the edges of a mesh (Vec3), or on frames (Rigid3).
template <class DataTypes>
class CapsuleCollisionModel;

template <>
class CapsuleCollisionModel<type::Vec3Types> final : public MeshElementsModel {
 public:
  core::Data<std::vector<double>> d_listCapsuleRadii{
      this, "listCapsuleRadii", {}, "radius of the capsule around each edge (m)"};
  core::Data<double> d_defaultRadius{this, "defaultRadius", 0.5,
                                     "radius of capsules without an entry in listCapsuleRadii (m)"};

  void init() override;
  std::size_t size() const override { return m_edges.size(); }
  void updateElements() override;
  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  /// Capsules that share a point do not touch.
  bool elementsMayTouch(type::Index i, const CollisionModel& other, type::Index j) const override;
  /// Contacts act on the segment, at the distance of the radius.
  std::unique_ptr<core::ContactPoints> createContactPoints() override;
  void draw(core::DrawList& list) const override;

  std::array<type::Vec3, 2> ends(type::Index i) const { return {points()[m_edges[i][0]], points()[m_edges[i][1]]}; }
  double radius(type::Index i) const { return sizeOr(d_listCapsuleRadii, m_numbers[i], d_defaultRadius); }
  static constexpr bool contactsOnSurface = false;

 private:
  std::vector<type::Edge> m_edges;
  std::vector<type::Index> m_numbers;  // of these edges in the mesh
};

/// The segment is centred in the frame, along its y axis.
template <>
class CapsuleCollisionModel<type::Rigid3Types> final : public RigidShapeCollisionModel {
 public:
  core::Data<std::vector<double>> d_radii{this, "radii", {}, "radius of each capsule (m)"};
  core::Data<std::vector<double>> d_heights{
      this, "heights", {}, "length of the segment of each capsule, along the y axis of its frame (m)"};
  core::Data<double> d_defaultRadius{this, "defaultRadius", 0.5, "radius of capsules without an entry in radii (m)"};
  core::Data<double> d_defaultHeight{this, "dafaultHeight", 2.0, "length of capsules without an entry in heights (m)"};

  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  void draw(core::DrawList& list) const override;

  std::array<type::Vec3, 2> ends(type::Index i) const;
  double radius(type::Index i) const { return sizeOr(d_radii, i, d_defaultRadius); }
  static constexpr bool contactsOnSurface = true;

 protected:
  std::string sizeProblem() const override;
};

using EdgeCapsules = CapsuleCollisionModel<type::Vec3Types>;
using RigidCapsules = CapsuleCollisionModel<type::Rigid3Types>;

}  // namespace sofa::component::collision
