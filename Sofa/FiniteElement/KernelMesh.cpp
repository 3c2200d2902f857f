// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/KernelMesh.h"

namespace sofa::fem {

void sortOnce(std::vector<Index>& numbers, std::size_t bound) {
  if (16 * numbers.size() < bound) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return;
  }
  // Of many by marks, in one pass.
  std::vector<char> marks(bound, 0);
  for (const Index i : numbers) marks[i] = 1;
  numbers.clear();
  for (Index i = 0; i < bound; ++i)
    if (marks[i]) numbers.push_back(i);
}

}  // namespace sofa::fem
