// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshIncision.h"
#include "Sofa/GL/Picking/MouseOperation.h"

namespace sofa::gl {

/// Cuts the mesh of the picked body along the way of the mouse: the blade is the line of sight, from the eye on
/// (docs/manual/cutting.md, "With the mouse").
class IncisionOperation final : public MouseOperation {
 public:
  /// `depth`: how far behind the picked point the blade ends (m); 0: behind all of the mesh.
  explicit IncisionOperation(double depth) : m_depth(depth) {}

  bool start(simulation::Node& root, const PickedPoint& picked, const geometry::Ray& ray) override;
  void move(const geometry::Ray& ray) override;
  void end() override { m_edge.clear(); }
  bool changesMesh() const override { return true; }
  /// The blade, while it cuts.
  std::optional<Line> line() const override;

 private:
  std::vector<type::Vec3> edgeAlong(const geometry::Ray& ray) const;

  component::topology::MeshIncision m_incision;
  double m_depth, m_end = 0;  // m_end: distance from the eye
  std::vector<type::Vec3> m_edge;
};

}  // namespace sofa::gl
