// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/TriangularFEMForceField.h"

namespace sofa::component::solidmechanics {

/// Triangles with fibres, in plane stress: stiff with `youngModulus` along the fibres and with `transverseYoungModulus`
/// across (R. M. Jones, Mechanics of Composite Materials, 1999, section 2.6). The shear modulus is E / (2 (1 + nu)),
/// with the modulus along the fibres.
///
/// Fibres run along (cos a, sin a, 0) of the shape at rest, a being `fiberAngle`; with a `fiberCenter` around the axis
/// parallel to y through it. What counts is their direction within each triangle.
class TriangularAnisotropicFEMForceField final : public TriangularFEMForceField {
 public:
  Data<std::vector<double>> d_transverseYoungModulus{
      this,
      "transverseYoungModulus",
      {1000.},
      "Young's modulus across the fibres (Pa), one or one per element",
      {.required = true, .follows = core::perElementOrOne<type::Triangle>()}};
  Data<double> d_fiberAngle{this, "fiberAngle", 0.0, "angle of the fibres from the x axis (degrees)"};
  Data<std::vector<type::Vec3>> d_fiberCenter{
      this, "fiberCenter", {}, "a point of the axis that the fibres run around; empty: they are parallel"};
  Data<bool> d_showFiber{this, "showFiber", true, "draw the fibres", {.group = "Visualization"}};
  Data<std::vector<type::Vec3>> d_localFiberDirection{
      this, "localFiberDirection", {}, "direction of the fibres in the frame of each triangle", {.readOnly = true}};

  void init() override;
  void draw(core::DrawList& list) const override;

 protected:
  std::vector<fem::TriangleMaterial> materials(std::size_t count) const override;
  void initElements() override;

 private:
  void checkTransverse();
  /// In the plane of a triangle, in its frame at rest.
  type::Vec3 fiberOf(const type::Triangle& triangle) const;
};

/// The law of a layer with moduli E1 along fibres and E2 across them, nu of a pull along them, whose direction is
/// (c, s).
fem::PlaneLaw<double> fiberLaw(double alongModulus, double acrossModulus, double nu, double c, double s);

}  // namespace sofa::component::solidmechanics
