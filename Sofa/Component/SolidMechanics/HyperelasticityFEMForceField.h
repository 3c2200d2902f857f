// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/HyperelasticSolid.h"

namespace sofa::component::solidmechanics {

/// Tetrahedra or hexahedra of a hyperelastic material: large strains, f_n = -sum_q V_q P(F_q) grad N_n with P = dW/dF
/// and the energy W of the material (fem/Hyperelastic.h; docs/manual/elements.md). The tangent is exact, but
/// for that of CostaWithoutFactor, and what StandardTetrahedralFEMForceField makes of it.
template <class Element>
class HyperelasticForceField
    : public KernelForceField<fem::HyperelasticSolid<Element>, MeshForceField<type::Vec3Types>> {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<core::Choice> d_materialName;
  Data<std::vector<double>> d_parameterSet{
      this,
      "ParameterSet",
      {},
      "parameters of the material (Pa, or without unit). StVenantKirchhoff, NeoHookean, StableNeoHookean: mu lambda; "
      "ArrudaBoyce: mu k0; MooneyRivlin, VerondaWestman: c1 c2 k0; Ogden: mu alpha k0; Costa: a k0 bff bfs bss bfn bsn "
      "bnn"};
  Data<std::vector<type::Vec3>> d_anisotropyDirections{
      this, "AnisotropyDirections", {}, "kept for scenes that set it; no material here uses it"};

  void init() override;
  void draw(core::DrawList& list) const override;

 protected:
  enum class CostaTangent { exact, withoutFactor, byEdges };
  /// The first `count` materials of the kernel are offered.
  HyperelasticForceField(std::size_t count, CostaTangent costa);

  void initElements() override;
  bool isCosta() const { return d_materialName.value().selected() == "Costa"; }

 private:
  /// False, with an error, if the material has more parameters than are given.
  bool checkParameters();
  void tellOfCosta() const;

  const CostaTangent m_costa;
};

template <class Element>
class HyperelasticityFEMForceField : public HyperelasticForceField<Element> {
 public:
  core::Data<bool> d_matrixRegularization{this, "matrixRegularization", false,
                                          "kept for scenes that set it; solvers ask for positive definite tangents"};

  HyperelasticityFEMForceField();
};

}  // namespace sofa::component::solidmechanics
