// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/TriangleForceField.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::solidmechanics {

/// Corotational linear triangles of a mesh that may change, in plane stress and one unit thick. Their gradients are
/// those of the current shape, or with `restGradients` of the shape at rest.
class TriangularFEMForceField : public TriangleForceField {
 public:
  using Corners = std::array<type::Vec3, 3>;

  Data<core::Choice> d_method{this, "method", core::Choice({"large", "small"}),
                              "large: elements turn with their edge 01 and normal; small: none turns, and only the "
                              "plane of x and y counts"};
  Data<bool> d_restGradients{
      this, "restGradients", false,
      "take gradients of the shape at rest, for large stretches; else those of the current shape"};
  Data<std::vector<Corners>> d_rotatedInitialElements{
      this,
      "rotatedInitialElements",
      {},
      "corners of each triangle at rest, in its own frame; with initialTransformation they stand for the rest "
      "positions (those of a triangle without area excepted)",
      {.follows = core::perElement<type::Triangle>()}};
  Data<std::vector<type::Mat3>> d_initialTransformation{
      this,
      "initialTransformation",
      {},
      "frames of rotatedInitialElements in the world, as many as triangles; forces do not depend on them",
      {.follows = core::perElement<type::Triangle>()}};
  Data<bool> d_computePrincipalStress{this, "computePrincipalStress", false,
                                      "whether stresses are there to be drawn; motion does not depend on it"};
  Data<double> d_hosfordExponant{
      this, "hosfordExponant", 1.0,
      "exponent of Hosford's equivalent stress, by which triangles are drawn as fracturable"};
  Data<double> d_criteriaValue{this, "criteriaValue", 1e15,
                               "equivalent stress above which triangles are drawn as fracturable (Pa)"};
  Data<bool> d_showStressValue{
      this, "showStressValue", true, "draw the largest principal stress in colours", {.group = "Visualization"}};
  Data<bool> d_showStressVector{
      this, "showStressVector", false, "draw directions of the largest principal stress", {.group = "Visualization"}};
  Data<bool> d_showFracturableTriangles{
      this, "showFracturableTriangles", false, "draw what exceeds criteriaValue, in red", {.group = "Visualization"}};

  void init() override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  void draw(core::DrawList& list) const override;

 protected:
  fem::TriangleRule rule() const override;
  void initElements() override;
  bool restsInPlace() const override { return d_rotatedInitialElements.value().empty(); }

 private:
  void useGivenShapes();
  /// In SOFA v26.06: method="small" with gradients of the current shape.
  bool isLeftOutOfMatrices() const;
};

}  // namespace sofa::component::solidmechanics
