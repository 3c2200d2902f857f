#include "Sofa/Core/Solver.h"

#include <algorithm>

namespace sofa::core {

void LinearSystem::gather(VecDerivId v, std::span<double> x) const {
  auto out = x.begin();
  for (const BaseState* state : states()) {
    const auto values = state->flat(v);
    const std::size_t size = state->size() * static_cast<std::size_t>(state->derivSize());
    if (values.size() == size)
      std::copy(values.begin(), values.end(), out);
    else
      std::fill_n(out, size, 0.0);
    out += static_cast<std::ptrdiff_t>(size);
  }
}

void LinearSystem::scatter(std::span<const double> x, VecDerivId v) const {
  auto in = x.begin();
  for (BaseState* state : states()) {
    state->allocate(v);
    const auto values = state->flatWrite(v);
    std::copy_n(in, values.size(), values.begin());
    in += static_cast<std::ptrdiff_t>(values.size());
  }
}

}  // namespace sofa::core
