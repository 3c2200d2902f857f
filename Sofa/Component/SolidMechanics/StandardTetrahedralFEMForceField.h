// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/HyperelasticityFEMForceField.h"
#include "Sofa/FiniteElement/CostaEdgeTangent.h"

namespace sofa::component::solidmechanics {

/// Hyperelastic tetrahedra under another name, without StableNeoHookean and with another tangent of Costa's material
/// (fem::CostaEdgeTangent), but where a positive definite one is asked for.
class StandardTetrahedralFEMForceField : public HyperelasticForceField<type::Tetrahedron> {
 public:
  using Base = HyperelasticForceField<type::Tetrahedron>;
  Data<std::string> d_parameterFile{this, "ParameterFile", "myFile.param",
                                    "kept for scenes that set it; parameters are those of ParameterSet"};

  StandardTetrahedralFEMForceField();

  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;

 protected:
  void initElements() override;

 private:
  void lineariseEdges(const VecCoord& x, core::Linearisation kind);

  fem::CostaEdgeTangent m_edges;
  bool m_hasEdges = false;  ///< m_edges are of the material that the forces have, which was Costa's at initialisation
  bool m_byEdges = false;   ///< whether they are the tangent
};

}  // namespace sofa::component::solidmechanics
