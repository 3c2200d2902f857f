#pragma once
#include "Sofa/Component/SolidMechanics/MeshForceField.h"
#include "Sofa/FiniteElement/SpringKernel.h"

namespace sofa::component::solidmechanics {

/// Springs of equal stiffness between points of one state that a mesh implies, at rest as long as in the rest shape
/// (the law is that of fem::SpringKernel). Which points they join is all that a component says.
class SurfaceSpringForceField : public MeshForceField<type::Vec3Types> {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 1e5, "stiffness of each spring (N/m)"};
  core::Data<double> d_damping{this, "damping", 1.0, "damping along each spring (N s/m)"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  /// Damped springs are not.
  bool isConservative() const override { return d_damping.value() == 0; }
  void draw(core::DrawList& list) const override;

  const fem::SpringKernel<type::Vec3Types>& kernel() const { return m_kernel; }

 protected:
  /// The points to join, in the order of their springs.
  virtual std::vector<type::Edge> ends(const core::BaseMeshTopology& mesh) const = 0;
  /// Says what the mesh lacks; empty: nothing.
  virtual const char* problemOf(const core::BaseMeshTopology& mesh) const = 0;
  void dataChanged() override;

 private:
  void makeSprings();
  /// Follows a changed mesh. False if there is nothing to compute.
  bool prepare();

  fem::SpringKernel<type::Vec3Types> m_kernel;
};

}  // namespace sofa::component::solidmechanics
