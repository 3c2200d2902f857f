// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/FiniteElement/ShellKernel.h"

namespace sofa::component::solidmechanics {

/// Thin shells: triangles or quads between frames, which stretch, bend and turn (fem::CorotationalShell;
/// docs/manual/mechanics.md, "Shells").
template <class Element>
class ShellForceField : public KernelForceField<fem::ShellKernel<Element>, LinearElasticForceField<type::Rigid3Types>> {
 public:
  using typename core::ForceField<type::Rigid3Types>::VecCoord;
  using typename core::ForceField<type::Rigid3Types>::Coord;
  template <class T>
  using Data = core::Data<T>;

  Data<std::vector<double>> d_thickness{this,
                                        "thickness",
                                        {0.01},
                                        "thickness (m), one or one per element",
                                        {.required = true, .follows = core::perElementOrOne<Element>()}};

  Data<double> d_drilling{
      this, "drilling", 0.05,
      std::is_same_v<Element, type::Triangle>
          ? "part that counts of the stiffness beyond constant strains in the plane, above 0 and up to 1: "
            "with 1 flat sheets bend in their plane as beams do, with less coarse meshes of curved thin "
            "shells bend more easily"
          : "part that counts of the stiffness that holds turns about the normal which differ from corner to corner, "
            "above 0 and up to 1: with less coarse meshes of curved thin shells bend more easily"};

  Data<bool> d_symmetricTangent{
      this, "symmetricTangent", true,
      "the derivative of the forces made symmetric, which it is where no moments act from outside; 0: exact, for large "
      "moments on frames, and solvers of matrices that are not symmetric"};

  Data<std::vector<type::Vec6>> d_stressTop{this,
                                            "stressTop",
                                            {},
                                            "stress xx yy zz xy yz xz of each element, in world axes, on the face that "
                                            "the normal points to (Pa), made when read",
                                            {.readOnly = true, .displayed = false}};
  Data<std::vector<type::Vec6>> d_stressBottom{
      this, "stressBottom", {}, "the same on the other face (Pa)", {.readOnly = true, .displayed = false}};
  Data<std::vector<double>> d_vonMises{this,
                                       "vonMisesPerElement",
                                       {},
                                       "the larger von Mises stress of both faces of each element (Pa)",
                                       {.readOnly = true, .displayed = false}};

  ShellForceField() { this->template letModuliFollow<Element>(); }
  void init() override;
  bool isConservative() const override { return true; }
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;
  void tangentMoved() override { m_stressOutput.setDirty(); }

 private:
  const std::vector<Element>& elements() const { return core::elementsOf<Element>(*this->topology()); }
  bool checkSection(std::size_t count);
  bool checkShapes(const std::vector<type::Vec3>& rest);
  void computeStress();

  OutputOnRead<ShellForceField> m_stressOutput{
      *this, &ShellForceField::computeStress, {&d_stressTop, &d_stressBottom, &d_vonMises}};
};

using TriangularShellForceField = ShellForceField<type::Triangle>;
using QuadShellForceField = ShellForceField<type::Quad>;

}  // namespace sofa::component::solidmechanics
