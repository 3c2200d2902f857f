// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/Ordering.h"

namespace sofa::linearalgebra {

/// An order for long bodies: layer by layer from both ends, and the layer in the middle last. Each part of the graph
/// that hangs together is ordered alone. Layers are those of equal distance from a point far out, within which a half
/// is in the reverse order of Cuthill and McKee (A. George, J. W. H. Liu, Computer solution of large sparse positive
/// definite systems, 1981, chapter 4).
std::vector<int> orderFromBothEnds(const BlockGraph& graph);

}  // namespace sofa::linearalgebra
