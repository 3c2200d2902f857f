#pragma once
#include "Sofa/Component/Beam/BeamCurves.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::beam {

/// Beams along the edges of a mesh of frames, straight at rest and all of one section.
class BeamInterpolation final : public BeamCurves {
 public:
  core::Data<type::OptionGroup> d_crossSectionShape{
      this, "crossSectionShape", type::OptionGroup({"circular", "rectangular"}), "shape of the section"};
  core::Data<double> d_radius{this, "radius", 1.0, "radius of a circular section (m)"};
  core::Data<double> d_innerRadius{this, "innerRadius", 0.0, "inner radius of a hollow circular section (m)"};
  core::Data<double> d_sideLength{
      this, "sideLength", 1.0,
      "no effect: there is no square section; take crossSectionShape=\"rectangular\" with lengthY and lengthZ"};
  core::Data<double> d_lengthY{this, "lengthY", 1.0, "side of a rectangular section along y (m)"};
  core::Data<double> d_lengthZ{this, "lengthZ", 1.0, "side of a rectangular section along z (m)"};
  core::Data<bool> d_straight{
      this, "straight", true,
      "no effect: these beams are straight at rest; a WireBeamInterpolation with a RodSpireSection has curved ones"};
  core::Data<double> d_youngModulus{this, "defaultYoungModulus", 100000.0, "Young's modulus (Pa)"};
  core::Data<double> d_poissonRatio{this, "defaultPoissonRatio", 0.4, "Poisson's ratio"};
  core::Data<std::vector<type::Index>> d_edgeList{this, "edgeList", {}, "edges that are beams; empty: all"};
  core::Data<std::vector<double>> d_lengthList{
      this, "lengthList", {}, "length of each beam at rest; empty: as at the start (m)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  void init() override;

 private:
  bool makeBeams(const BeamSection& section, std::span<const Frame> rest);
};

}  // namespace sofa::component::beam
