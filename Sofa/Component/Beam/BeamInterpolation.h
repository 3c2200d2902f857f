// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/BeamCurves.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::beam {

/// Beams along the edges of a mesh of frames, straight at rest. What describes their sections has a value for each
/// beam; the last one holds for all that follow.
class BeamInterpolation final : public BeamCurves {
 public:
  using Values = std::vector<double>;
  using Frames = std::vector<Frame>;

  core::Data<type::OptionGroup> d_crossSectionShape{
      this, "crossSectionShape", type::OptionGroup({"circular", "rectangular"}), "shape of the section"};
  core::Data<Values> d_radius{this, "radius", {1.0}, "radius of a circular section, of each beam (m)"};
  core::Data<Values> d_innerRadius{
      this, "innerRadius", {0.0}, "inner radius of a hollow circular section, of each beam (m)"};
  core::Data<double> d_sideLength{
      this, "sideLength", 1.0,
      "no effect: there is no square section; take crossSectionShape=\"rectangular\" with lengthY and lengthZ"};
  core::Data<Values> d_lengthY{this, "lengthY", {1.0}, "side of a rectangular section along y, of each beam (m)"};
  core::Data<Values> d_lengthZ{this, "lengthZ", {1.0}, "side of a rectangular section along z, of each beam (m)"};
  core::Data<bool> d_straight{
      this, "straight", true,
      "no effect: these beams are straight at rest; a WireBeamInterpolation with a RodSpireSection has curved ones"};
  core::Data<Values> d_youngModulus{this, "defaultYoungModulus", {100000.0}, "Young's modulus of each beam (Pa)"};
  core::Data<Values> d_poissonRatio{this, "defaultPoissonRatio", {0.4}, "Poisson's ratio of each beam"};
  core::Data<bool> d_aligned{
      this, "dofsAndBeamsAligned", true,
      "the x axis of each frame is that of its beams; if false, beams lie along their edges at rest, however their "
      "frames are turned"};
  core::Data<Frames> d_firstInNode{this,
                                   "DOF0TransformNode0",
                                   {},
                                   "frame of the first end of each beam within that of its node, if these are not "
                                   "aligned; empty: along the edge at rest"};
  core::Data<Frames> d_secondInNode{this, "DOF1TransformNode1", {}, "the same of the second end"};
  core::Data<std::vector<type::Index>> d_edgeList{this, "edgeList", {}, "edges that are beams; empty: all"};
  core::Data<std::vector<double>> d_lengthList{
      this, "lengthList", {}, "length of each beam at rest; empty: as at the start (m)"};
  core::Data<std::vector<type::Vec2>> d_inputs{
      this, "InterpolationInputs", {}, "places to interpolate at: number of a beam, and where on it in [0, 1]"};
  core::Data<type::OptionGroup> d_vecId{this, "vecID", type::OptionGroup({"current", "free", "rest"}),
                                        "positions and velocities that are interpolated; at rest nothing moves"};
  core::Data<Frames> d_interpolatedPos{
      this, "InterpolatedPos", {}, "frames at InterpolationInputs, at the end of each step", {.readOnly = true}};
  core::Data<std::vector<type::Vec6>> d_interpolatedVel{
      this, "InterpolatedVel", {}, "velocities there, linear and angular", {.readOnly = true}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  void init() override;
  void handleEvent(core::Event& event) override;

 private:
  /// The state of the nodes; null if there is none.
  const core::State<type::Rigid3Types>* frames() const;
  bool makeBeams(std::span<const Frame> rest);
  bool makeSection(std::size_t beam, BeamSection& section) const;
  /// Where both ends are within the frames of their nodes.
  bool turnEnds(std::size_t k, Beam& beam, std::span<const Frame> rest) const;
  void checkCounts() const;
  void interpolate();
};

}  // namespace sofa::component::beam
