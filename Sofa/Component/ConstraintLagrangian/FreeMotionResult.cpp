// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"

#include <Eigen/LU>

#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

namespace sofa::component::constraintlagrangian {

void writeResult(const core::ConstraintParams& params, core::BaseState& state, std::span<const double> c, double fx,
                 double fv, core::VecCoordId xResult, core::VecDerivId vResult) {
  if (params.order == core::ConstraintOrder::acceleration) return;
  // A state that came, or grew, while the constraints were solved has no motion by them, and may have had no free one.
  if (c.size() < state.size() * static_cast<std::size_t>(state.derivSize())) return;
  if (params.usesPositionFactor() && !xResult.isNull() && state.has(params.xFree)) {
    state.allocate(xResult);
    state.hostIntegrate(xResult, params.xFree, c, fx);
  }
  if (params.order == core::ConstraintOrder::position || vResult.isNull() || !state.has(params.vFree)) return;
  state.allocate(vResult);
  const auto free = state.hostRead(params.vFree);
  const auto out = state.hostWrite(vResult);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = free[i] + fv * c[i];
}

std::vector<FrameCompliance> frameCompliances(const core::Node& node) {
  std::vector<FrameCompliance> frames;
  auto* mass = node.local<core::BaseMass>();
  if (!mass || mass->states().empty() || !mass->states()[0]) return frames;
  linearalgebra::AssembledMatrix matrix;
  const auto& state = *mass->states()[0];
  const int width = state.derivSize(), size = static_cast<int>(state.size()) * width;
  matrix.reset(1, size, size);
  core::MassMatrixAccumulator table;
  table.add(&state, &state, &matrix.add(0, 0, size, size));
  bool complete = false;
  for (int pass = 0; pass < 3 && !complete; ++pass) {
    matrix.begin();
    mass->buildMassMatrix(&table);
    complete = matrix.complete();
  }
  for (int first = 0; first < size; first += width) {
    const auto value = [&](int i, int j) { return matrix.matrix().value(first + i, first + j); };
    if (value(0, 0) == 0) return {};
    FrameCompliance& frame = frames.emplace_back();
    frame.linear = 1 / value(0, 0);
    type::Mat3 inertia;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) inertia(i, j) = value(3 + i, 3 + j);
    // Whatever the units of lengths and masses are.
    const double largest = inertia.cwiseAbs().maxCoeff();
    if (largest > 0 && std::abs((inertia / largest).determinant()) > std::numeric_limits<double>::epsilon())
      frame.rotational = inertia.inverse().eval();
  }
  return frames;
}

}  // namespace sofa::component::constraintlagrangian
