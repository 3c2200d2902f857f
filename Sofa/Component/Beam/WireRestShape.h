// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/RodSection.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::beam {

/// A wire as a row of sections, from its handle to its tip: the shape that it has when no force acts, and where its
/// nodes are. The mesh beside it becomes the row of edges that the wire is drawn with.
class WireRestShape : public core::Component {
 public:
  core::MultiLink<RodSection> l_wireMaterials{this, "wireMaterials", "parts of the wire, from its handle to its tip"};
  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "mesh that gets the edges to draw; default: the one of this node, if any"};
  core::Data<std::vector<double>> d_keyPoints{
      this, "keyPoints", {}, "distances from the handle where parts begin and end (m)", {.readOnly = true}};
  core::Data<std::vector<int>> d_densityOfBeams{
      this, "densityOfBeams", {}, "number of beams of each part", {.readOnly = true}};

  static std::string staticTemplateName() { return type::Rigid3Types::name(); }
  void init() override;

  const std::vector<double>& keyPoints() const { return d_keyPoints.value(); }
  const std::vector<int>& densities() const { return d_densityOfBeams.value(); }
  /// Whether the parts are still there.
  bool isComplete() const;
  double length() const { return keyPoints().empty() ? 0 : keyPoints().back(); }
  /// Which part holds a distance from the handle; where two parts meet, the one before.
  std::size_t partAt(double distance) const;
  const RodSection& part(std::size_t i) const { return *l_wireMaterials[i]; }
  /// The frame at a distance from the handle when no force acts.
  Frame restFrame(double distance) const;

 private:
  void fillMesh();
};

}  // namespace sofa::component::beam
