// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/TetraSolid.h"

namespace sofa::component::solidmechanics {

/// Corotational linear tetrahedra of a mesh that may change.
class TetrahedralCorotationalFEMForceField
    : public KernelForceField<fem::TetraSolid, LinearElasticForceField<type::Vec3Types>> {
 public:
  using Reals = std::vector<double>;

  Data<core::Choice> d_method{this, "method", core::Choice({"large", "polar", "small"}),
                              "rotation of an element: small (none), large or polar"};
  Data<Reals> d_localStiffnessFactor{this,
                                     "localStiffnessFactor",
                                     {},
                                     "factors of Young's modulus, spread over the elements",
                                     {.follows = core::perElementOrOne<type::Tetrahedron>()}};
  Data<bool> d_updateStiffnessMatrix{this, "updateStiffnessMatrix", false,
                                     "recompute strain-displacement matrices at each step"};
  Data<bool> d_computeGlobalMatrix{this,
                                   "computeGlobalMatrix",
                                   false,
                                   "forces by an assembled matrix: methods small and large only",
                                   {.aliases = {"assembling"}}};
  Data<bool> d_drawing{this, "drawing", true, "draw the elements", {.group = "Visualization"}};
  Data<type::Color> d_drawColor1{this, "drawColor1", {0, 0, 1, 1}, "colour of faces", {.group = "Visualization"}};
  Data<type::Color> d_drawColor2{this, "drawColor2", {0, 0.5f, 1, 1}, "colour of faces", {.group = "Visualization"}};
  Data<type::Color> d_drawColor3{this, "drawColor3", {0, 1, 1, 1}, "colour of faces", {.group = "Visualization"}};
  Data<type::Color> d_drawColor4{this, "drawColor4", {0.5f, 1, 1, 1}, "colour of faces", {.group = "Visualization"}};
  Data<bool> d_computeVonMisesStress{this, "computeVonMisesStress", false,
                                     "compute stresses of the corotational strain"};
  Data<Reals> d_vonMisesPerElement{
      this, "vonMisesPerElement", {}, "von Mises stress of each element", {.readOnly = true}};
  Data<Reals> d_vonMisesPerNode{
      this, "vonMisesPerNode", {}, "mean von Mises stress around each node", {.readOnly = true}};

  TetrahedralCorotationalFEMForceField() { letModuliFollow<type::Tetrahedron>(); }

  void init() override;
  void handleEvent(core::Event& event) override;

  bool isConservative() const override;
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;
  /// Whether computeGlobalMatrix leaves the forces out.
  bool hasNoForce() const override;

 private:
  void computeVonMises();

  fem::TetraFrame m_frame = fem::TetraFrame::nodes;
  OutputOnRead<TetrahedralCorotationalFEMForceField> m_stressOutput{
      *this, &TetrahedralCorotationalFEMForceField::computeVonMises, {&d_vonMisesPerElement, &d_vonMisesPerNode}};
};

}  // namespace sofa::component::solidmechanics
