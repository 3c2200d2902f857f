// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::collision {

/// Spheres around the points of a state, whatever its type.
class BaseSphereCollisionModel : public core::CollisionModel {
 public:
  core::Data<std::vector<double>> d_listRadius{this, "listRadius", {}, "radius of each sphere (m)"};
  core::Data<double> d_radius{this, "radius", 1.0, "radius of spheres without an entry in listRadius (m)"};
  core::Data<bool> d_showImpostors{this,
                                   "showImpostors",
                                   true,
                                   "kept for scenes that set it: spheres look the same however they are drawn",
                                   {.group = "Visualization"}};

  void init() override;
  std::size_t size() const override { return state() ? state()->size() : 0; }
  void updateElements() override;
  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  /// The spheres where their points are now.
  void draw(core::DrawList& list) const override;

  /// As of the last updateElements().
  std::span<const type::Vec3> centers() const { return m_centers; }
  std::span<const double> radii() const { return m_radii; }
  /// Whether contacts act where the surfaces touch (bodies that turn) or at the centres.
  virtual bool contactsOnSurface() const = 0;

 protected:
  virtual void copyCenters(std::vector<type::Vec3>& centers) const = 0;

 private:
  std::vector<type::Vec3> m_centers;
  std::vector<double> m_radii;
  int m_radiusCounter = -1, m_listCounter = -1;
};

template <class DataTypes>
class SphereCollisionModel final : public BaseSphereCollisionModel {
 public:
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);

  void init() override;
  core::BaseState* state() const override { return m_state.get(); }
  bool contactsOnSurface() const override { return DataTypes::isRigid; }
  std::unique_ptr<core::ContactPoints> createContactPoints() override;

 protected:
  void copyCenters(std::vector<type::Vec3>& centers) const override;

 private:
  core::Found<core::State<DataTypes>> m_state;
};

}  // namespace sofa::component::collision
