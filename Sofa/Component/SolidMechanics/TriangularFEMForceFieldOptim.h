// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Component/SolidMechanics/TriangleForceField.h"

namespace sofa::component::solidmechanics {

/// Corotational linear triangles of a mesh that may change, in plane stress and one unit thick: small strain of the
/// shape at rest in a frame that turns with the edge 01 and the normal.
class TriangularFEMForceFieldOptim : public TriangleForceField {
 public:
  Data<double> d_damping{this, "damping", 0.0, "kept for scenes that set it: it never had an effect"};
  Data<double> d_restScale{this, "restScale", 1.0, "factor of the lengths at rest"};
  Data<bool> d_computePrincipalStress{this, "computePrincipalStress", false,
                                      "whether stressMaxValue is computed; motion does not depend on it"};
  Data<double> d_stressMaxValue{
      this, "stressMaxValue", 0.0, "the largest principal stress, when it is read (Pa)", {.readOnly = true}};
  Data<bool> d_showStressVector{
      this, "showStressVector", false, "draw directions of the largest principal stress", {.group = "Visualization"}};
  Data<double> d_showStressThreshold{
      this, "showStressThreshold", 0.0, "draw no directions of smaller stresses (Pa)", {.group = "Visualization"}};

  void init() override;
  void handleEvent(core::Event& event) override;
  void draw(core::DrawList& list) const override;

 protected:
  fem::TriangleRule rule() const override { return {true, fem::TriangleRule::Gradients::rest}; }
  void initElements() override;

 private:
  void computeLargestStress();

  OutputOnRead<TriangularFEMForceFieldOptim> m_stressOutput{
      *this, &TriangularFEMForceFieldOptim::computeLargestStress, {&d_stressMaxValue}};
};

}  // namespace sofa::component::solidmechanics
