// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// Springs between all points that share an element of the mesh, one per pair of points.
///
/// Stiffness and damping are those of a spring of unit length: a spring of rest length L gets stiffness / L. Lengths
/// are those of the rest positions. A pair that belongs to several kinds of elements gets the values of the first kind
/// in the order lines, triangles, quads, tetrahedra, cubes; kinds without stiffness and damping make no springs.
/// `stiffness` and `damping` set the values of all kinds.
template <class DataTypes>
class MeshSpringForceField : public SpringForceField<DataTypes> {
 public:
  core::Data<double> d_linesStiffness{
      this, "linesStiffness", 0.0, "stiffness along edges (N)", {.aliases = {"stiffness"}}};
  core::Data<double> d_linesDamping{this, "linesDamping", 0.0, "damping along edges (N s)", {.aliases = {"damping"}}};
  core::Data<double> d_trianglesStiffness{
      this, "trianglesStiffness", 0.0, "stiffness inside triangles (N)", {.aliases = {"stiffness"}}};
  core::Data<double> d_trianglesDamping{
      this, "trianglesDamping", 0.0, "damping inside triangles (N s)", {.aliases = {"damping"}}};
  core::Data<double> d_quadsStiffness{
      this, "quadsStiffness", 0.0, "stiffness inside quads (N)", {.aliases = {"stiffness"}}};
  core::Data<double> d_quadsDamping{this, "quadsDamping", 0.0, "damping inside quads (N s)", {.aliases = {"damping"}}};
  core::Data<double> d_tetrahedraStiffness{this,
                                           "tetrahedraStiffness",
                                           0.0,
                                           "stiffness inside tetrahedra (N)",
                                           {.aliases = {"stiffness", "tetrasStiffness"}}};
  core::Data<double> d_tetrahedraDamping{
      this, "tetrahedraDamping", 0.0, "damping inside tetrahedra (N s)", {.aliases = {"damping", "tetrasDamping"}}};
  core::Data<double> d_cubesStiffness{
      this, "cubesStiffness", 0.0, "stiffness inside hexahedra (N)", {.aliases = {"stiffness"}}};
  core::Data<double> d_cubesDamping{
      this, "cubesDamping", 0.0, "damping inside hexahedra (N s)", {.aliases = {"damping"}}};
  core::Data<bool> d_noCompression{this, "noCompression", false, "if true, springs only pull"};
  core::Data<double> d_drawMinElongationRange{this,
                                              "drawMinElongationRange",
                                              8.0,
                                              "elongation (percent) up to which a spring is drawn as neutral: blue",
                                              {.group = "Visualization"}};
  core::Data<double> d_drawMaxElongationRange{
      this,
      "drawMaxElongationRange",
      15.0,
      "elongation (percent) from which it is drawn red, if it is longer, or green",
      {.group = "Visualization"}};
  core::Data<double> d_drawSpringSize{this, "drawSpringSize", 8.0, "width of drawn lines", {.group = "Visualization"}};
  core::Data<type::Vec<2, type::Index>> d_localRange{this,
                                                     "localRange",
                                                     {type::invalidIndex, type::invalidIndex},
                                                     "first and last point that get springs; by default all"};
  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "mesh whose elements get springs; default: the one visible from this node"};

  void init() override;
  /// Blue where the elongation is below the first of the range, red (green) where it (its opposite) is beyond the last.
  void draw(core::DrawList& list) const override;
  /// Springs are made anew.
  bool topologyChanged(const core::MeshChanges&) override { return false; }
  void reinit() override {
    if (this->isValid()) makeSprings();
  }

 protected:
  bool makeSprings() override;
  void dataChanged() override;

 private:
  std::vector<const core::BaseData*> fieldsOfSprings() const;
  class Builder;
};

}  // namespace sofa::component::solidmechanics
