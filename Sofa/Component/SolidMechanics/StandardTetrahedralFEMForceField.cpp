// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/StandardTetrahedralFEMForceField.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

// All but the last one, StableNeoHookean.
StandardTetrahedralFEMForceField::StandardTetrahedralFEMForceField()
    : HyperelasticForceField(std::size(fem::HyperelasticSolid<type::Tetrahedron>::names) - 1, CostaTangent::byEdges) {}

void StandardTetrahedralFEMForceField::initElements() {
  Base::initElements();
  m_byEdges = m_hasEdges = mstate() && topology() && isValid() && isCosta() && core::reproducesSofa(*this);
  if (!m_hasEdges) return;
  const auto& p = d_parameterSet.value();
  m_edges.init({p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]}, topology()->tetrahedra(), mstate()->restPositions());
}

void StandardTetrahedralFEMForceField::lineariseEdges(const VecCoord& x, core::Linearisation kind) {
  if (!isValid() || !m_hasEdges) return;
  m_byEdges = kind != core::Linearisation::positiveDefinite;
  if (m_byEdges) m_edges.linearise(x);
}

void StandardTetrahedralFEMForceField::linearise(const core::MechanicalParams& params, const VecCoord& x,
                                                 const VecDeriv& v, core::Linearisation kind) {
  Base::linearise(params, x, v, kind);
  lineariseEdges(x, kind);
}

void StandardTetrahedralFEMForceField::addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f,
                                                            const VecCoord& x, const VecDeriv& v,
                                                            core::Linearisation kind) {
  Base::addForceAndLinearise(params, f, x, v, kind);
  lineariseEdges(x, kind);
}

void StandardTetrahedralFEMForceField::addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx,
                                                 double kFactor) {
  if (m_byEdges && isValid())
    m_edges.addDForce(dx, df, kFactor);
  else
    Base::addDForce(params, df, dx, kFactor);
}

void StandardTetrahedralFEMForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!m_byEdges || !isValid() || !mstate()) return Base::buildStiffnessMatrix(matrix);
  matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate()).addElements<4, 3>(
      m_edges.elements(), [this](std::size_t e, fem::CostaEdgeTangent::Matrix& k) { k = m_edges.matrix(e); });
}

namespace {
const auto registeredStandard =
    core::Register("StandardTetrahedralFEMForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                   "tetrahedra of hyperelastic materials")
        .add<StandardTetrahedralFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
