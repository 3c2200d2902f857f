// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"

namespace sofa::component::topology {

/// Knows which points and elements of a mesh those of another one are that holds some of them, and takes them out when
/// they go (docs/manual/topology.md, "Subsets of a mesh").
class SubsetTopologicalMapping final : public TopologicalMapping {
  using Numbers = core::Data<std::vector<Index>>;

 public:
  core::Data<bool> d_samePoints{this, "samePoints", false, "both meshes have the same points, in the same order"};
  core::Data<bool> d_handleEdges{this, "handleEdges", false, "edges of the output are edges of the input"};
  core::Data<bool> d_handleTriangles{this, "handleTriangles", false, "likewise triangles"};
  core::Data<bool> d_handleQuads{this, "handleQuads", false, "likewise quads"};
  core::Data<bool> d_handleTetrahedra{this, "handleTetrahedra", false, "likewise tetrahedra"};
  core::Data<bool> d_handleHexahedra{this, "handleHexahedra", false, "likewise hexahedra"};
  Numbers d_pointS2D{this,
                     "pointS2D",
                     {},
                     "number in the output of each point of the input; none with samePoints",
                     {.readOnly = true}};
  Numbers d_pointD2S{this,
                     "pointD2S",
                     {},
                     "number in the input of each point of the output; none with samePoints",
                     {.readOnly = true}};
  Numbers d_edgeS2D{this, "edgeS2D", {}, "number in the output of each edge of the input", {.readOnly = true}};
  Numbers d_edgeD2S{this, "edgeD2S", {}, "number in the input of each edge of the output", {.readOnly = true}};
  Numbers d_triangleS2D{
      this, "triangleS2D", {}, "number in the output of each triangle of the input", {.readOnly = true}};
  Numbers d_triangleD2S{
      this, "triangleD2S", {}, "number in the input of each triangle of the output", {.readOnly = true}};
  Numbers d_quadS2D{this, "quadS2D", {}, "number in the output of each quad of the input", {.readOnly = true}};
  Numbers d_quadD2S{this, "quadD2S", {}, "number in the input of each quad of the output", {.readOnly = true}};
  Numbers d_tetrahedronS2D{
      this, "tetrahedronS2D", {}, "number in the output of each tetrahedron of the input", {.readOnly = true}};
  Numbers d_tetrahedronD2S{
      this, "tetrahedronD2S", {}, "number in the input of each tetrahedron of the output", {.readOnly = true}};
  Numbers d_hexahedronS2D{
      this, "hexahedronS2D", {}, "number in the output of each hexahedron of the input", {.readOnly = true}};
  Numbers d_hexahedronD2S{
      this, "hexahedronD2S", {}, "number in the input of each hexahedron of the output", {.readOnly = true}};

  core::MeshChanges follow(const core::MeshChanges& ofSource) override;
  void archive(core::Archive& archive) override;

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;

 private:
  /// The numbers of one kind of elements, in both directions.
  struct Kind {
    bool handled;
    Numbers* toOutput;
    Numbers* toInput;
  };
  std::array<Kind, core::elementKinds> kinds();
  Kind of(core::ElementKind kind) { return kinds()[static_cast<std::size_t>(kind)]; }

  bool matchPoints(const core::BaseMeshTopology& input, const ListTopology& output);
  /// Finds the elements of the output whose number in the input is not known. False, with an error, if one is missing.
  template <class E>
  bool matchElements(const core::BaseMeshTopology& input, const ListTopology& output);
  bool matchAllElements(const core::BaseMeshTopology& input, const ListTopology& output);
  bool fits(const core::MeshChange& change, const ListTopology& output);
  void dropRemoved(const core::MeshChange& change, ListTopology& output);
  template <class E>
  void takeAdded(const core::ElementChange& change, ListTopology& output);
  /// Those elements that were added of which all ancestors are in the output: their ancestors there, and their ranks.
  std::pair<std::vector<core::Ancestors>, std::vector<Index>> addedOf(const core::ElementChange& change,
                                                                      core::ElementKind kind);
  /// The numbers in the input go along with the output as it was changed since that revision.
  void carryNumbers(std::size_t sinceRevision, const ListTopology& output);
  void invertNumbers(const core::BaseMeshTopology& input);
};

}  // namespace sofa::component::topology
