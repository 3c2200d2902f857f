// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/FrameCompliances.h"

#include <limits>

#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

namespace sofa::component::constraintlagrangian {

struct FrameCompliances::Assembly {
  explicit Assembly(core::BaseMass& ofMass) : mass(ofMass), state(*mass.states()[0]) {
    size = static_cast<int>(state.size()) * state.derivSize();
    matrix.reset(1, size, size);
    table.add(&state, &state, &matrix.add(0, 0, size, size));
  }
  bool isOf(const core::BaseMass& other) const {
    return &mass == &other && &state == other.states()[0] && size == static_cast<int>(state.size()) * state.derivSize();
  }
  void assemble() {
    bool complete = false;
    for (int pass = 0; pass < 3 && !complete; ++pass) {
      matrix.begin();
      mass.buildMassMatrix(&table);
      complete = matrix.complete();
    }
  }

  core::BaseMass& mass;
  const core::BaseState& state;
  int size;
  linearalgebra::AssembledMatrix matrix;
  core::MassMatrixAccumulator table;
};

FrameCompliances::FrameCompliances() = default;
FrameCompliances::~FrameCompliances() = default;

const std::vector<FrameCompliance>& FrameCompliances::read(const core::Node& node) {
  m_frames.clear();
  auto* mass = node.local<core::BaseMass>();
  if (!mass || mass->states().empty() || !mass->states()[0]) return m_frames;
  if (!m_assembly || !m_assembly->isOf(*mass)) m_assembly = std::make_unique<Assembly>(*mass);
  m_assembly->assemble();
  for (int first = 0; first < m_assembly->size; first += m_assembly->state.derivSize()) {
    const auto value = [&](int i, int j) { return m_assembly->matrix.matrix().value(first + i, first + j); };
    if (value(0, 0) == 0) {
      m_frames.clear();
      break;
    }
    FrameCompliance& frame = m_frames.emplace_back();
    frame.linear = 1 / value(0, 0);
    type::Mat3 inertia;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) inertia(i, j) = value(3 + i, 3 + j);
    // Whatever the units of lengths and masses are.
    const double largest = inertia.cwiseAbs().maxCoeff();
    if (largest > 0 && std::abs((inertia / largest).determinant()) > std::numeric_limits<double>::epsilon())
      frame.rotational = inertia.inverse().eval();
  }
  return m_frames;
}

}  // namespace sofa::component::constraintlagrangian
