// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/StateOfModel.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Geometry/Camera.h"

namespace sofa::component::collision {

/// Rays from the points of a Vec3 state, by which a program or plugin finds what lies in a direction. A scene has no
/// way to aim them, and a ray that was not aimed meets nothing.
class RayCollisionModel final : public core::CollisionModel {
 public:
  core::Data<double> d_defaultLength{this, "defaultLength", 1.0,
                                     "length of rays that were aimed without giving one (m)"};

  RayCollisionModel();
  /// Refused unless the nearest state, which must stand before the model, holds Vec3.
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);

  void init() override;
  /// Sends a ray from point i along a direction of any length; without one it is taken back.
  void aim(type::Index i, const type::Vec3& direction) { aim(i, direction, d_defaultLength.value()); }
  void aim(type::Index i, const type::Vec3& direction, double length);

  std::size_t size() const override;
  core::BaseState* state() const override { return m_state.get(); }
  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  void draw(core::DrawList& list) const override;

  /// From where the point is now; the direction has length one, or zero.
  geometry::Ray ray(type::Index i) const { return {m_state->positions()[i], m_aims[i].direction}; }
  double length(type::Index i) const { return m_aims[i].length; }
  type::Vec3 end(type::Index i) const { return ray(i).origin + length(i) * ray(i).direction; }

 private:
  struct Aim {
    type::Vec3 direction = type::Vec3::Zero();
    double length = 0;
  };
  std::vector<Aim> m_aims;
  core::Found<core::State<type::Vec3Types>> m_state;
};

/// Keeps what rays met, for who asks; nothing acts on the models.
class RayContact final : public core::Contact {
 public:
  using Contact::Contact;
  void setOutputs(const std::vector<core::DetectionOutput>& outputs) override { m_outputs = outputs; }
  const std::vector<core::DetectionOutput>& outputs() const { return m_outputs; }

 private:
  std::vector<core::DetectionOutput> m_outputs;
};

}  // namespace sofa::component::collision
