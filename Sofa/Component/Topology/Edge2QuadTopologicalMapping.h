// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Contract/MeshModifier.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::topology {

/// A tube of quads around a curve of bodies: a circle or ellipse of points around each, and quads along each edge. The
/// points lie where the bodies put them at initialisation; a TubularMapping moves them.
class Edge2QuadTopologicalMapping final : public TopologicalMapping, public core::MakesPoints {
 public:
  core::Data<Index> d_nbPointsOnEachCircle{this, "nbPointsOnEachCircle", 0, "number of points on each circle"};
  core::Data<double> d_radius{this, "radius", 1.0, "radius of the circles, or half of the ellipses' extent along y"};
  core::Data<double> d_radiusFocal{this, "radiusFocal", 0.0,
                                   "if above 0, half of the ellipses' extent along focalAxis"};
  core::Data<type::Vec3> d_focalAxis{this, "focalAxis", type::Vec3::UnitZ(),
                                     "axis of the ellipses, in the frames of the bodies"};
  core::Data<std::vector<Index>> d_edgeList{this, "edgeList", {}, "edges that get quads; default: all"};
  core::Data<bool> d_flipNormals{this, "flipNormals", false, "turn the quads over"};
  void init() override;
  /// Listed edges take their new numbers; those that went leave the list.
  core::MeshChanges follow(const core::MeshChanges& ofSource) override;
  Index sourceElement(Index quad) const override;
  void archive(core::Archive& archive) override;

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;

 private:
  bool checkShape() const;
  std::vector<type::Vec3> points(const core::State<type::Rigid3Types>& bodies) const;
  std::vector<Quad> quads(const std::vector<Edge>& edges) const;

  bool m_isListed = false;  ///< a list that lost all of its edges does not mean all edges
};

}  // namespace sofa::component::topology
