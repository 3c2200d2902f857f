// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GL/Picking/MouseOperation.h"

namespace sofa::gl {

/// A stitch: a spring without length between the point where the button is pressed and the one where it is released,
/// of one body or two. It stays until the scene is reset, follows the meshes of both and goes with its ends.
class SutureOperation final : public MouseOperation {
 public:
  explicit SutureOperation(const MouseButton& button) : m_button(button) {}

  bool start(simulation::Node& root, const PickedPoint& picked, const geometry::Ray& ray) override;
  void move(const geometry::Ray& ray) override { m_ray = ray; }
  /// Makes the stitch; an error if there is no other point to end it at.
  void end() override;
  void reset() override;
  void archive(core::Archive& archive) override;
  std::optional<Line> line() const override;

 private:
  using State = core::State<type::Vec3Types>;

  bool stitch(State& first, type::Index from, State& second, type::Index to);

  MouseButton m_button;
  std::weak_ptr<simulation::Node> m_root;
  std::weak_ptr<State> m_first, m_second;
  type::Index m_from = 0;  // of the first state; of no meaning once the stitch is made
  double m_distance = 0;   // along the ray, of where the thread is drawn to
  geometry::Ray m_ray;
  std::weak_ptr<core::Component> m_spring;
};

}  // namespace sofa::gl
