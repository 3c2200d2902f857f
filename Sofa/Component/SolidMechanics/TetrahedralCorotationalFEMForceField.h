#pragma once
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/TetraSolid.h"

namespace sofa::component::solidmechanics {

/// Corotational linear tetrahedra of a mesh that may change.
class TetrahedralCorotationalFEMForceField : public LinearElasticForceField<type::Vec3Types> {
 public:
  using Reals = std::vector<double>;

  Data<core::Choice> d_method{this, "method",
                              core::Choice({"large", "polar", "small"}, core::Choice::Unknown::takesTheUsual),
                              "rotation of an element: small (none), large or polar"};
  Data<Reals> d_localStiffnessFactor{
      this, "localStiffnessFactor", {}, "factors of Young's modulus, spread over the elements"};
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

  void init() override;
  void reinit() override { initElements(); }
  void handleEvent(core::Event& event) override;

  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override;
  void draw(core::DrawList& list) const override;

  const fem::TetraSolid& solid() const { return m_solid; }

 private:
  void initElements();
  /// Follows a changed mesh. False if nothing can be computed.
  bool prepare();
  /// Whether computeGlobalMatrix leaves the forces out.
  bool hasNoForce() const;
  void computeVonMises();

  fem::TetraFrame m_frame = fem::TetraFrame::nodes;
  fem::TetraSolid m_solid;
  OutputOnRead<TetrahedralCorotationalFEMForceField> m_stressOutput{
      *this, &TetrahedralCorotationalFEMForceField::computeVonMises, {&d_vonMisesPerElement, &d_vonMisesPerNode}};
};

}  // namespace sofa::component::solidmechanics
