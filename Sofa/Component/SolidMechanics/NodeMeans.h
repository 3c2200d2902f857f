// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::component::solidmechanics {

/// Whether every node of the elements of a kernel is below the count.
template <class Kernel>
bool fits(const Kernel& kernel, std::size_t nodeCount) {
  for (std::size_t e = 0; e < kernel.elementCount(); ++e)
    for (type::Index n : kernel.element(e))
      if (n >= nodeCount) return false;
  return true;
}

/// Mean of values of the elements over those around each node; 0 where there is none.
template <class Kernel>
std::vector<double> meanAroundNodes(const Kernel& kernel, const std::vector<double>& ofElements,
                                    std::size_t nodeCount) {
  std::vector<double> ofNodes(nodeCount, 0);
  std::vector<int> count(nodeCount, 0);
  for (std::size_t e = 0; e < ofElements.size(); ++e)
    for (type::Index n : kernel.element(e)) {
      ofNodes[n] += ofElements[e];
      ++count[n];
    }
  for (std::size_t i = 0; i < nodeCount; ++i)
    if (count[i] > 0) ofNodes[i] /= count[i];
  return ofNodes;
}

}  // namespace sofa::component::solidmechanics
