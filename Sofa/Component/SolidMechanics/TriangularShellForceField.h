#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/FiniteElement/ShellKernel.h"

namespace sofa::component::solidmechanics {

/// Thin shells: flat triangles between frames, which stretch, bend and turn (fem::CorotationalShell;
/// docs/manual/mechanics.md, "Shells").
class TriangularShellForceField
    : public KernelForceField<fem::ShellKernel, LinearElasticForceField<type::Rigid3Types>> {
 public:
  Data<std::vector<double>> d_thickness{this,
                                        "thickness",
                                        {0.01},
                                        "thickness (m), one or one per triangle",
                                        {.required = true, .follows = core::perElementOrOne<type::Triangle>()}};

  Data<double> d_drilling{
      this, "drilling", 0.05,
      "part that counts of the stiffness beyond constant strains in the plane, above 0 and up to 1: "
      "with 1 flat sheets bend in their plane as beams do, with less coarse meshes of curved thin "
      "shells bend more easily"};

  Data<bool> d_symmetricTangent{
      this, "symmetricTangent", true,
      "the derivative of the forces made symmetric, which it is where no moments act from outside; 0: exact, for large "
      "moments on frames, and solvers of matrices that are not symmetric"};

  Data<std::vector<type::Vec6>> d_stressTop{
      this,
      "stressTop",
      {},
      "stress xx yy zz xy yz xz of each triangle, in world axes, on the face that "
      "the normal points to (Pa), made when read",
      {.readOnly = true, .displayed = false}};
  Data<std::vector<type::Vec6>> d_stressBottom{
      this, "stressBottom", {}, "the same on the other face (Pa)", {.readOnly = true, .displayed = false}};
  Data<std::vector<double>> d_vonMises{this,
                                       "vonMisesPerElement",
                                       {},
                                       "the larger von Mises stress of both faces of each triangle (Pa)",
                                       {.readOnly = true, .displayed = false}};

  TriangularShellForceField() { letModuliFollow<type::Triangle>(); }
  void init() override;
  bool isConservative() const override { return true; }
  void draw(core::DrawList& list) const override;

 protected:
  void initElements() override;
  void tangentMoved() override { m_stressOutput.setDirty(); }

 private:
  bool checkSection(std::size_t count);
  void computeStress();

  OutputOnRead<TriangularShellForceField> m_stressOutput{
      *this, &TriangularShellForceField::computeStress, {&d_stressTop, &d_stressBottom, &d_vonMises}};
};

}  // namespace sofa::component::solidmechanics
