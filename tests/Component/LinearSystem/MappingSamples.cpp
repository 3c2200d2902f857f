// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "SampleScenes.h"

namespace sofa::tests {
namespace {

using Scenes = std::vector<std::string>;

/// A mapping "Name/In,In2,Out" to be written into scenes.
struct MappingText {
  explicit MappingText(const std::string& component) : name(component.substr(0, component.find('/'))) {
    if (name.size() + 1 >= component.size()) return;
    templates = component.substr(name.size() + 1);
    in = templates.substr(0, templates.find(','));
    out = templates.substr(templates.rfind(',') + 1);
    if (templates.starts_with("Mapping<")) in = out = "Vec3d";  // SOFA's name of a class that has no template
    input = stateText(in, 4);
    if (name == "DistanceToPlaneMapping") out = "Vec1d";  // its template names the input only
    output = "<MechanicalObject template='" + out + "'/>";
  }
  static std::string escaped(std::string text) {
    for (std::size_t at = 0; (at = text.find('<', at)) != text.npos;) text.replace(at, 1, "&lt;");
    return text;
  }
  std::string with(const std::string& attributes) const {
    return templates.empty() ? fmt::format("<{} {}/>", name, attributes)
                             : fmt::format("<{} template='{}' {}/>", name, escaped(templates), attributes);
  }
  /// Below the input, with a state to map to and what stands before that.
  std::string child(const std::string& state, const std::string& attributes, const std::string& first = {}) const {
    return "<Node name='child'>" + first + state + with(attributes) + "</Node>";
  }
  /// One scene for each choice of geometricStiffness.
  Scenes choices(const std::string& before, const std::string& state, const std::string& attributes,
                 std::initializer_list<const char*> options = {"None", "Exact", "Stabilized"}) const {
    Scenes scenes;
    for (const char* option : options)
      scenes.push_back(before + child(state, attributes + " geometricStiffness='" + option + "'"));
    return scenes;
  }

  std::string name, templates, in, out, input, output;
};

Scenes linear(const MappingText& m) {
  if (m.name == "IdentityMapping") return {m.input + m.child(m.output, "")};
  if (m.name == "SubsetMapping") return {m.input + m.child(m.output, "indices='3 0 3' handleTopologyChange='0'")};
  if (m.name.starts_with("BeamLinearMapping"))
    return {m.input +
            m.child("<MechanicalObject position='.3 .1 .2  2.6 -.1 .1  1.5 0 .4  -.2 .1 0  3.4 .2 .1'/>", "")};
  if (m.name == "TubularMapping") return {m.input + m.child(m.output, "nbPointsOnEachCircle='3' radius='.4' peak='2'")};
  if (m.name == "SkinningMapping") return {m.input + m.child(stateText(m.out, 5), "nbRef='3'")};
  if (m.name == "LineSetSkinningMapping")
    return {"<MeshTopology edges='0 1 1 2 2 3'/>" + m.input + m.child(stateText(m.out, 5), "")};
  if (m.name == "CenterOfMassMapping")
    return {m.input + "<UniformMass totalMass='3'/>" + m.child(stateText(m.out, 1), "")};
  if (m.name == "DistanceToPlaneMapping") {
    const int n = m.in == "Rigid3d" ? 3 : m.in == "Rigid2d" ? 2 : derivSize(m.in);
    return {m.input + m.child(m.output, "planeNormal='" + numbers(n, 2) + "' planePoint='" + numbers(n, 3) + "'")};
  }
  if (m.name == "BarycentricMapping") {
    const std::string points =
        m.out == "Rigid3d" ? "<MechanicalObject template='Rigid3d' position='.35 .4 .3 .1 .2 .3 .9273618495495703'/>"
                           : "<MechanicalObject template='Vec3d' position='.35 .4 .3  3 .5 .2'/>";
    const std::string four = "<MechanicalObject position='.1 .2 -.1  1.3 .3 .4  .2 1.1 .6  .3 .1 1.4'/>";
    return {"<MeshTopology tetrahedra='0 1 2 3'/>" + four + m.child(points, ""),
            "<RegularGridTopology n='3 2 2' min='0 0 0' max='2 1 1'/><MechanicalObject/>" + m.child(points, ""),
            "<TetrahedronSetTopologyContainer tetrahedra='0 1 2 3'/>" + four + m.child(points, ""),
            "<SparseGridTopology n='3 3 3' max='1 1 1' position='.1 .1 .1  .9 .3 .6'/><MechanicalObject/>" +
                m.child(points, "")};
  }
  return {};
}

Scenes nonLinear(const MappingText& m) {
  if (m.name == "RigidMapping") return m.choices(m.input, stateText(m.out, 5), "rigidIndexPerPoint='1 0 3 1 1'");
  if (m.name == "DistanceMapping" || m.name == "SquareDistanceMapping")
    return m.choices("<MeshTopology name='mesh' edges='0 1 1 2 3 0'/>" + m.input, m.output, "topology='@../mesh'");
  if (m.name == "DistanceFromTargetMapping") {
    const std::string targets = m.in == "Rigid3d" ? "1 2 3 0 0 0 1 -1 2 1 0 0 0 1" : numbers(2 * derivSize(m.in), 6);
    return m.choices(m.input, m.output, "indices='2 0' targetPositions='" + targets + "'");
  }
  if (m.name == "AreaMapping")
    return m.choices("<MeshTopology name='mesh' triangles='0 1 2 1 3 2'/>" + m.input, m.output, "topology='@../mesh'");
  if (m.name == "VolumeMapping")
    return m.choices("<MeshTopology name='mesh' tetrahedra='0 1 2 3 0 2 1 3'/>" + m.input, m.output,
                     "topology='@../mesh'");
  if (m.name == "SquareMapping") return m.choices(m.input, m.output, "", {"None", "Exact"});
  return {};
}

Scenes ofSeveralStates(const MappingText& m) {
  const auto two = [&](const std::string& a, const std::string& b, const std::string& child) {
    return Scenes{"<Node name='a'>" + stateText(a, 3) + "<UniformMass totalMass='3'/></Node><Node name='b'>" +
                  stateText(b, 2, "translation='.3 .2 .1'") + "<UniformMass totalMass='2'/></Node>" + child};
  };
  const std::string same = "input='@../a @../b' output='@.' ", types = "input1='@../a' input2='@../b' output='@.' ";
  if (m.name == "IdentityMultiMapping") return two(m.in, m.in, m.child(m.output, same));
  if (m.name == "SubsetMultiMapping") return two(m.in, m.in, m.child(m.output, same + "indexPairs='1 0 0 2 1 0'"));
  if (m.name == "CenterOfMassMultiMapping") return two(m.in, m.in, m.child(stateText(m.out, 1), same));
  if (m.name == "CenterOfMassMulti2Mapping") return two("Vec3d", "Rigid3d", m.child(stateText(m.out, 1), types));
  if (m.name == "DeformableOnRigidFrameMapping")
    return two("Vec3d", "Rigid3d", m.child("<MechanicalObject/>", types + "repartition='1 2'"));
  if (m.name == "ArticulatedSystemMapping") {
    const auto joint = [](const std::string& center, const std::string& articulations) {
      return "<Node><ArticulationCenter " + center + "/><Node>" + articulations + "</Node></Node>";
    };
    return two("Vec1d", "Rigid3d",
               m.child(stateText("Rigid3d", 3), types + "container='@tree'",
                       "<ArticulatedHierarchyContainer name='tree'/>" +
                           joint("parentIndex='0' childIndex='1' posOnParent='.7 .1 0' posOnChild='-.6 0 .2'",
                                 "<Articulation rotation='1' axis='0 0 1'/>"
                                 "<Articulation rotation='1' axis='1 1 0' articulationIndex='1'/>") +
                           joint("parentIndex='1' childIndex='2' posOnParent='.5 0 .1' posOnChild='-.4 .1 0'",
                                 "<Articulation translation='1' axis='0 1 0' articulationIndex='2'/>")));
  }
  if (m.name == "DistanceMultiMapping") {
    Scenes scenes;
    for (const char* option : {"None", "Exact", "Stabilized"})
      scenes.push_back(
          two(m.in, m.in,
              m.child(m.output, same + "topology='@edges' indexPairs='1 0 0 2 1 1' geometricStiffness='" + option + "'",
                      "<MeshTopology name='edges' edges='0 1 1 2 2 0'/>"))[0]);
    return scenes;
  }
  return {};
}

Scenes onElements(const MappingText& m) {
  const std::string parent =
      "<MeshTopology name='mesh' position='.1 .2 -.1  1.3 .3 .4  .2 1.1 .6  .3 .1 1.4' tetrahedra='0 1 2 3'/>" +
      m.input;
  if (m.name == "Mesh2PointMechanicalMapping")
    return {parent + m.child(m.output, "",
                             "<PointSetTopologyContainer name='points'/><Mesh2PointTopologicalMapping "
                             "pointBaryCoords='.1 0 .2' edgeBaryCoords='.3 0 0' tetraBaryCoords='.2 .3 .1'/>")};
  if (m.name == "AdaptiveBeamMapping")
    return {"<MeshTopology edges='0 1 1 2 2 3'/>" + m.input + "<BeamInterpolation/>" +
            m.child("<MechanicalObject position='.3 .2 0  1.1 0 .1  2.5 .1 .2'/>", "")};
  if (m.name == "MultiAdaptiveBeamMapping")
    return {
        "<RodStraightSection name='part' length='3' nbBeams='3' nbEdgesCollis='4'/><WireRestShape name='shape' "
        "wireMaterials='@part'/>" +
        m.input +
        "<WireBeamInterpolation name='wire'/><FixedProjectiveConstraint/><InterventionalRadiologyController "
        "instruments='wire' xtip='2'/>" +
        m.child("<MechanicalObject/>", "")};
  if (m.name == "HexahedronCompositeFEMMapping")
    return {
        "<SparseGridTopology n='3 2 2' min='0 0 0' max='2 1 1' nbVirtualFinerLevels='1' position='.1 .1 .1  1.9 .1 .1  "
        ".1 .9 .1  .1 .1 .9' triangles='0 2 1 0 1 3 1 2 3 2 0 3'/><MechanicalObject/>"
        "<HexahedronCompositeFEMForceFieldAndMass nbVirtualFinerLevels='1'/>" +
        m.child("<MechanicalObject position='.3 .3 .3  1.1 .2 .15  1 .5 .25'/>", "")};
  if (m.name == "SimpleTesselatedTetraMechanicalMapping")
    return {parent + m.child(m.output, "",
                             "<TetrahedronSetTopologyContainer name='parts'/>"
                             "<SimpleTesselatedTetraTopologicalMapping/>")};
  return {};
}

}  // namespace

std::vector<std::string> mappingSamples(const std::string& component) {
  const MappingText mapping(component);
  for (const auto& family : {linear, nonLinear, ofSeveralStates, onElements})
    if (auto scenes = family(mapping); !scenes.empty()) return scenes;
  return {};
}

}  // namespace sofa::tests
