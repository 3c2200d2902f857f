// SPDX-License-Identifier: Apache-2.0
#include "DivergenceWarning.h"

namespace sofa::python {

void DivergenceWarning::afterStep(simulation::Node& node) {
  ++m_step;
  const auto* found = m_watch.check(node);
  if (!found || m_isTold) return;
  found->state->warning("{}", found->text(m_step, node.time()));
  m_isTold = true;
}

}  // namespace sofa::python
