// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/DistanceGridCollisionModel.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::collision {

/// A distance grid that moves with the first frame of a state, or stays where it is without one.
class RigidDistanceGridCollisionModel final : public DistanceGridCollisionModel {
 public:
  core::Data<type::Vec3> d_translation{this, "translation", type::Vec3::Zero(), "of the grid in its frame (m)"};
  core::Data<type::Vec3> d_rotation{this, "rotation", type::Vec3::Zero(), "of the grid in its frame (degrees)"};
  core::Data<bool> d_flipNormals{this, "flipNormals", false,
                                 "if true, the inside is free and points touch from within; seen as far as the grid"};
  core::Data<bool> d_showMeshPoints{
      this, "showMeshPoints", true, "draw the points of the surface", {.group = "Visualization"}};
  core::Data<bool> d_showGridPoints{
      this, "showGridPoints", false, "draw the points of the grid", {.group = "Visualization"}};
  core::Data<double> d_showMinDist{
      this, "showMinDist", 0.0, "least distance of drawn points of the grid (m), if set", {.group = "Visualization"}};
  core::Data<double> d_showMaxDist{
      this, "showMaxDist", 0.0, "largest distance of drawn points of the grid (m), if set", {.group = "Visualization"}};

  RigidDistanceGridCollisionModel() : DistanceGridCollisionModel("fileRigidDistanceGrid") {}
  static std::string staticTemplateName() { return type::Rigid3Types::name(); }

  void init() override;
  std::size_t size() const override { return grid() ? 1 : 0; }
  core::BaseState* state() const override { return m_state.get(); }
  void updateElements() override;
  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  std::optional<Seen> see(type::Index i, const type::Vec3& p, double reach) const override;
  std::span<const type::Vec3> samples(type::Index) const override { return m_samples; }
  std::span<const type::Index> sampleNumbers(type::Index) const override { return m_numbers; }
  std::unique_ptr<core::ContactPoints> createContactPoints() override;
  void draw(core::DrawList& list) const override;

 private:
  type::Vec3 toSpace(const type::Vec3& p) const { return type::rotate(m_turn, p) + m_origin; }

  core::Found<core::State<type::Rigid3Types>> m_state;
  type::Vec3 m_origin = type::Vec3::Zero();  ///< of the grid, in space
  type::Quat m_turn = type::Quat::Identity();
  std::vector<type::Vec3> m_samples;
  std::vector<type::Index> m_numbers;
  mutable bool m_toldOfUncovered = false;
};

}  // namespace sofa::component::collision
