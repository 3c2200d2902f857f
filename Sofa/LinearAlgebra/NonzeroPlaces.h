// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// The entries of `from` that are not zero, row by row, go to where those of `first` stand, in the same order: to(k-th
/// of first) = k-th of from. Those that find no place are left out; all other entries become zero. `to` has the pattern
/// of `first`. True if all stand where they stood.
bool placeNonzeros(const BlockMatrix& first, const BlockMatrix& from, BlockMatrix& to);

}  // namespace sofa::linearalgebra
