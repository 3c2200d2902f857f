// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/BeamPoint.h"
#include "Sofa/Component/Beam/InterventionalRadiologyController.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::beam {

/// The points at which wires that are pushed out meet other bodies: on the axis of what is out, `nbEdgesCollis` in each
/// section of the wire that is the outer one there, counted back from the end of the section. The state and the mesh
/// below get as many points as are out, and edges between them.
class MultiAdaptiveBeamMapping final : public core::Mapping<type::Rigid3Types, type::Vec3Types> {
 public:
  core::Data<std::string> d_controller{
      this, "ircontroller", "",
      "path of the InterventionalRadiologyController; default: the one visible from this node"};
  core::Data<bool> d_useCurvAbs{this, "useCurvAbs", true,
                                "no effect: points are at given distances from the ends of sections"};
  core::Data<bool> d_parallelMapping{this, "parallelMapping", false, "kept for scenes that set it; affects speed only"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh that gets the edges; default: the one of the output's node"};

  void init() override;
  void mapPositions(core::VecCoordId out, core::VecCoordId in) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;

 private:
  struct Point {
    std::size_t wire;
    BeamPoint point;
  };
  bool isReady() const { return isValid() && m_controller && m_controller->isComplete() && l_input && l_output; }
  /// Whether the points are those of the present beams, and vectors of so many nodes and points are theirs.
  bool fits(std::size_t nodes, std::size_t points) const {
    return isReady() && points == m_points.size() && nodes == l_input->size() && isPlaced();
  }
  /// Whether the beams are those that the points were found on.
  bool isPlaced() const;
  /// Finds the points of what is out now.
  void place();

  core::Found<InterventionalRadiologyController> m_controller;
  std::vector<Point> m_points;
  std::vector<std::size_t> m_revisions;  ///< of the beams of each wire
};

}  // namespace sofa::component::beam
