// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/LocalStiffness.h"

#include <algorithm>

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixProbe.h"
#include "Sofa/LinearAlgebra/CommonBlockSize.h"

namespace sofa::core {

namespace {

int scalars(const BaseState& state) { return static_cast<int>(state.size()) * state.derivSize(); }

std::vector<BaseState*> unique(std::vector<BaseState*> states) {
  std::vector<BaseState*> result;
  for (auto* state : states)
    if (state && std::find(result.begin(), result.end(), state) == result.end()) result.push_back(state);
  return result;
}

void clear(std::span<BaseState* const> states, VecDerivId id) {
  for (auto* state : states) {
    state->allocate(id);
    std::ranges::fill(state->hostWrite(id), 0.0);
  }
}

MatrixProbe& made(std::shared_ptr<MatrixProbe>& probe) {
  if (!probe) probe = std::make_shared<MatrixProbe>();
  return *probe;
}

}  // namespace

void LocalStiffness::plan(const std::vector<BaseState*>& states) {
  std::vector<int> offsets{0};
  linearalgebra::CommonBlockSize blockSize;
  for (const auto* state : states) {
    offsets.push_back(offsets.back() + scalars(*state));
    blockSize.include(state->derivSize());
  }
  if (states == m_states && offsets == m_offsets) return;
  m_states = states;
  m_offsets = std::move(offsets);
  m_matrix.reset(blockSize.value(), m_offsets.back(), m_offsets.back());
  m_table.clear();
  for (std::size_t i = 0; i < m_states.size(); ++i)
    for (std::size_t j = 0; j < m_states.size(); ++j)
      m_table.add(m_states[i], m_states[j],
                  &m_matrix.add(m_offsets[i], m_offsets[j], scalars(*m_states[i]), scalars(*m_states[j])));
  m_dx.resize(m_offsets.back());
  m_df.resize(m_offsets.back());
}

void LocalStiffness::build(BaseForceField& component) {
  plan(unique(component.states()));
  for (int pass = 0; pass < 3; ++pass) {
    m_matrix.begin();
    component.buildStiffnessMatrix(&m_table);
    if (m_matrix.complete()) return;
  }
}

void LocalStiffness::addProduct(std::initializer_list<std::span<const double>> dx,
                                std::initializer_list<std::span<double>> df, double factor) {
  // A component between a state and itself has both vectors in one.
  const std::size_t count = std::min(m_states.size(), dx.size());
  for (std::size_t i = 0; i < count; ++i) std::ranges::copy(dx.begin()[i], m_dx.begin() + m_offsets[i]);
  m_matrix.matrix().multiply(m_dx, m_df);
  for (std::size_t i = 0; i < count; ++i) {
    const auto out = df.begin()[i];
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += factor * m_df[m_offsets[i] + k];
  }
}

BaseForceField::BaseForceField() = default;
BaseForceField::~BaseForceField() = default;

void BaseForceField::tellNoTangent() {
  if (!std::exchange(m_toldNoTangent, true))
    warning(
        "This force field does not support stiffness matrix assembly. Therefore, the forces are integrated explicitly. "
        "Write addDForce or buildStiffnessMatrix to change that.");
}

void BaseForceField::addStiffnessProduct(std::initializer_list<std::span<const double>> dx,
                                         std::initializer_list<std::span<double>> df, double kFactor) {
  if (m_asked) return tellNoTangent();  // called for by the default of buildStiffnessMatrix
  if (!m_local) m_local = std::make_unique<LocalStiffness>();
  if (std::exchange(m_tangentChanged, false)) {
    m_asked = true;
    m_local->build(*this);
    m_asked = false;
  }
  m_local->addProduct(dx, df, kFactor);
}

void BaseForceField::buildStiffnessMatrix(StiffnessMatrix* matrix) {
  if (m_asked) return tellNoTangent();  // called for by the default of addDForce
  const auto all = unique(states());
  MechanicalParams params;
  params.kFactor = 1;
  params.dx = vec::probe;
  m_asked = true;
  made(m_probe).run(all, all, *matrix, [&] {
    clear(all, vec::probeResult);
    accumulateDForce(params, vec::probeResult);
  });
  m_asked = false;
}

void BaseMass::buildMassMatrix(MassMatrixAccumulator* matrix) {
  const auto all = unique(states());
  MechanicalParams params;
  params.dx = vec::probe;
  made(m_massProbe).run(all, all, *matrix, [&] {
    clear(all, vec::probeResult);
    accumulateMDx(params, vec::probeResult, 1.0);
  });
}

void BaseMapping::buildJacobian(JacobianMatrix* jacobian) {
  made(m_jacobianProbe).run(unique(inputs()), unique(outputs()), *jacobian, [&] {
    mapVelocities(vec::probeResult, vec::probe);
  });
}

void BaseMapping::buildGeometricStiffnessMatrix(GeometricStiffnessMatrix* matrix, VecDerivId childForce) {
  if (!m_hasGeometricStiffness) return;
  const auto in = unique(inputs());
  MechanicalParams params;
  params.kFactor = 1;
  params.dx = vec::probe;
  const auto product = [&] {
    clear(in, vec::probeResult);
    applyDJT(params, vec::probeResult, childForce);
  };
  if (!m_geometryProbe) {  // one product tells a mapping without the term, which as many as there are inputs would too
    clear(in, vec::probe);
    product();
    if (!m_hasGeometricStiffness) return;
  }
  made(m_geometryProbe).run(in, in, *matrix, product);
}

}  // namespace sofa::core
