// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/ChainQuirk.h"

#include <cstdlib>
#include <utility>

namespace sofa::simulation {

void misplaceBelowBand(linearalgebra::BlockMatrix& a) {
  constexpr int frame = 6, band = 3;
  const int b = a.blockSize();
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      for (int e = 0; e < b * b; ++e) {
        const int row = i * b + e % b, column = a.columnIndices()[k] * b + e / b;
        const int fromFrame = row / frame, toFrame = column / frame;
        if (std::abs(fromFrame - toFrame) <= 1 || a.block(k)[e] == 0) continue;
        const double value = std::exchange(a.block(k)[e], 0.0);
        if (toFrame > fromFrame) continue;
        const int place = 2 * fromFrame + toFrame + 1, otherRow = place / band * frame + row % frame,
                  otherColumn = (place / band - 1 + place % band) * frame + column % frame;
        const std::size_t other = a.find(otherRow / b, otherColumn / b);
        if (other != linearalgebra::BlockMatrix::notStored) a.block(other)[otherColumn % b * b + otherRow % b] += value;
      }
}

}  // namespace sofa::simulation
