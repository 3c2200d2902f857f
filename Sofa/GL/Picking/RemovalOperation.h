// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/GL/Picking/MouseOperation.h"

namespace sofa::gl {

/// Removes the element of a mesh that the mouse points at, and those around it, where it is pressed and along its way
/// (docs/manual/cutting.md, "With the mouse"): volumes of meshes that have any, else faces.
class RemovalOperation final : public MouseOperation {
 public:
  /// `radius`: of the ball around the place pointed at whose elements go, by their centres (m); 0: one element.
  explicit RemovalOperation(double radius) : m_radius(radius) {}

  bool start(simulation::Node& root, const PickedPoint& picked, const geometry::Ray& ray) override;
  void move(const geometry::Ray& ray) override;
  void end() override { m_modifier = nullptr; }
  bool changesMesh() const override { return true; }

 private:
  using ElementType = component::topology::ElementType;

  /// The elements that go if the mouse is on this ray, and where it meets them.
  struct Target {
    std::vector<type::Index> elements;
    double distance = 0;
    double size = 0;  ///< of the element that is pointed at: the largest distance of its corners from its centre (m)
  };
  Target targetOf(const geometry::Ray& ray) const;

  core::Found<component::topology::TopologyModifier> m_modifier;
  core::Found<core::BaseState> m_state;
  ElementType m_type = ElementType::triangle;
  double m_radius, m_distance = 0, m_stride = 0;  // m_stride: how far the mouse goes before it removes again
  type::Vec3 m_last = type::Vec3::Zero();
};

}  // namespace sofa::gl
