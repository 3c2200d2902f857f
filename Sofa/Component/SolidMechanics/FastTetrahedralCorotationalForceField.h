// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/TetraKernel.h"

namespace sofa::component::solidmechanics {

/// Corotational linear tetrahedra with rotations applied to the rest shape.
class FastTetrahedralCorotationalForceField
    : public KernelForceField<fem::TetraKernel, LinearElasticForceField<type::Vec3Types>> {
 public:
  Data<core::Choice> d_method{
      this, "method", core::Choice({"qr", "large", "polar", "polar2", "none", "linear", "small"}),
      "rotation of an element: qr (or large), polar (of the deformation gradient), polar2 (of the edges), "
      "none (or linear, small)"};
  Data<bool> d_drawing{this, "drawing", true, "draw the elements", {.group = "Visualization"}};
  Data<type::Color> d_drawColor1{this, "drawColor1", {0, 0, 1, 1}, "colour of faces", {.group = "Visualization"}};
  Data<type::Color> d_drawColor2{this, "drawColor2", {0, 0.5f, 1, 1}, "colour of faces", {.group = "Visualization"}};
  Data<type::Color> d_drawColor3{this, "drawColor3", {0, 1, 1, 1}, "colour of faces", {.group = "Visualization"}};
  Data<type::Color> d_drawColor4{this, "drawColor4", {0.5f, 1, 1, 1}, "colour of faces", {.group = "Visualization"}};

  FastTetrahedralCorotationalForceField() { letModuliFollow<type::Tetrahedron>(); }

  void init() override;

  bool isConservative() const override;
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;

 private:
  void readMethod();

  fem::TetraFrame m_frame = fem::TetraFrame::nodes;
};

}  // namespace sofa::component::solidmechanics
