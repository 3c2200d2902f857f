// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Mechanics/DivergenceWatch.h"

namespace sofa::python {

/// Warns once if a scene that a script steps through diverges, in the words with which runSofa ends such a run.
class DivergenceWarning {
 public:
  explicit DivergenceWarning(simulation::Node& node) { m_watch.start(node); }
  void afterStep(simulation::Node& node);

 private:
  simulation::DivergenceWatch m_watch;
  long m_step = 0;
  bool m_isTold = false;
};

}  // namespace sofa::python
