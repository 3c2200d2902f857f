// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/MatrixFreeSystem.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::linearsystem {

void MatrixFreeSystem::build(const core::MechanicalParams& params) {
  m_params = params;
  int size = 0;
  for (const auto* state : m_ops.graph().unmapped) size += static_cast<int>(state->size()) * state->derivSize();
  if (d_matrixSize.value()[0] != size) d_matrixSize.set({size, size});
}

void MatrixFreeSystem::multiply(core::VecDerivId q, core::VecDerivId p) {
  const helper::ProfileScope scope("MatrixFreeProduct");
  m_params.dx = p;
  m_ops.multiply(m_params, q);
  m_ops.projectResponse(m_params, q);
}

namespace {
const auto registered =
    core::Register("MatrixFreeSystem", "Sofa.Component.LinearSystem", "linear system known by its products only")
        .addAs<MatrixFreeSystem>("GraphScattered", true);
}

}  // namespace sofa::component::linearsystem
