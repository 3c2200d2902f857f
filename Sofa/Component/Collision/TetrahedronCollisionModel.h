// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/MeshCollisionModel.h"

namespace sofa::component::collision {

/// The tetrahedra of a mesh, as obstacles for the points that get into them.
class TetrahedronCollisionModel : public MeshElementsModel {
 public:
  std::size_t size() const override { return m_tetrahedra.size(); }
  std::type_index kind() const override { return typeid(TetrahedronCollisionModel); }
  void updateElements() override;
  /// Without contactDistance: contacts are inside only.
  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  std::unique_ptr<core::ContactPoints> createContactPoints() override;
  void draw(core::DrawList& list) const override;

  const std::vector<type::Tetrahedron>& tetrahedra() const { return m_tetrahedra; }
  /// The weights of the corners 1, 2 and 3 for a point; none if the tetrahedron is flat.
  std::optional<type::Vec3> weightsOf(type::Index element, const type::Vec3& point) const;
  /// How fast these weights change along a direction.
  std::optional<type::Vec3> weightsAlong(type::Index element, const type::Vec3& direction) const;

 private:
  std::vector<type::Tetrahedron> m_tetrahedra;
};

}  // namespace sofa::component::collision
