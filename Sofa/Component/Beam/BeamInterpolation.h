#pragma once
#include "Sofa/Component/Beam/BeamCurve.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::beam {

/// The section of a beam, and what it is made of.
struct BeamSection {
  double youngModulus = 0, shearModulus = 0;       ///< Pa
  double area = 0;                                 ///< m^2
  double inertiaY = 0, inertiaZ = 0, torsion = 0;  ///< second moments of area (m^4)
};

/// Straight beams along the edges of a mesh of frames, each a curve between its two nodes (BeamCurve), with a section
/// and a length at rest. Force fields and mappings take them from here.
class BeamInterpolation : public core::Component {
 public:
  core::Data<type::OptionGroup> d_crossSectionShape{
      this, "crossSectionShape", type::OptionGroup({"circular", "rectangular"}), "shape of the section"};
  core::Data<double> d_radius{this, "radius", 1.0, "radius of a circular section (m)"};
  core::Data<double> d_innerRadius{this, "innerRadius", 0.0, "inner radius of a hollow circular section (m)"};
  core::Data<double> d_sideLength{this, "sideLength", 1.0, "kept for scenes that set it: there is no square section"};
  core::Data<double> d_lengthY{this, "lengthY", 1.0, "side of a rectangular section along y (m)"};
  core::Data<double> d_lengthZ{this, "lengthZ", 1.0, "side of a rectangular section along z (m)"};
  core::Data<bool> d_straight{this, "straight", true, "kept for scenes that set it: beams are straight at rest"};
  core::Data<double> d_youngModulus{this, "defaultYoungModulus", 100000.0, "Young's modulus (Pa)"};
  core::Data<double> d_poissonRatio{this, "defaultPoissonRatio", 0.4, "Poisson's ratio"};
  core::Data<std::vector<type::Index>> d_edgeList{this, "edgeList", {}, "edges that are beams; empty: all"};
  core::Data<std::vector<double>> d_lengthList{
      this, "lengthList", {}, "length of each beam at rest; empty: as at the start (m)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  static std::string staticTemplateName() { return type::Rigid3Types::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Rigid3Types>(node, description, "mstate", why);
  }

  void init() override;

  struct Beam {
    type::Edge nodes;
    double length = 0;  ///< at rest (m)
  };
  const std::vector<Beam>& beams() const { return m_beams; }
  const BeamSection& section() const { return m_section; }
  /// How many frames the beams are between: the nodes of each are less than that.
  std::size_t nodeCount() const { return m_nodeCount; }
  /// Sum of the lengths (m).
  double length() const { return m_start.empty() ? 0 : m_start.back(); }
  /// Which beam holds the place at that distance from the start of the first one, and where it is on it, in [0, 1].
  std::pair<std::size_t, double> locate(double abscissa) const;
  BeamCurve curve(std::size_t beam, std::span<const Frame> nodes) const {
    const Beam& b = m_beams[beam];
    return {nodes[b.nodes[0]], nodes[b.nodes[1]], b.length};
  }

 private:
  bool makeSection();
  bool makeBeams(std::span<const Frame> rest);

  BeamSection m_section;
  std::vector<Beam> m_beams;
  std::size_t m_nodeCount = 0;
  std::vector<double> m_start;  ///< sums of the lengths of the beams before, and of all
};

}  // namespace sofa::component::beam
