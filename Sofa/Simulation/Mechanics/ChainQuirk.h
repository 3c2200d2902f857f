// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::simulation {

/// What SOFA v26.06 makes of systems of BTDLinearSolver in which something acts between a state that is solved here and
/// one that is not, while there are mappings. The blocks of the pair are added to those of the state that is solved, so
/// that the number of a point of the other one stands for a point of this one (UnknownsLayout::mistakesOutside). What
/// thereby joins frames that are no neighbours is lost above the diagonal, and below it lands in another block of the
/// three stored in each row: that of frames i and j in the (2 i + j + 1)-th of all.
///
/// Does the latter to `a`.
void misplaceBelowBand(linearalgebra::BlockMatrix& a);

}  // namespace sofa::simulation
