// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/SuiteSparse.h"

/// What the library of these functions has for the one that loads it.
extern "C" __attribute__((visibility("default"))) const sofa::linearalgebra::SuiteSparse sofaSuiteSparse = {
    .cholmodStart = cholmod_start,
    .cholmodAllocateSparse = cholmod_allocate_sparse,
    .cholmodMetis = cholmod_metis,
    .cholmodFreeSparse = cholmod_free_sparse,
    .cholmodFinish = cholmod_finish,
    .umfpackDefaults = umfpack_di_defaults,
    .umfpackSymbolic = umfpack_di_symbolic,
    .umfpackNumeric = umfpack_di_numeric,
    .umfpackSolve = umfpack_di_wsolve,
    .umfpackFreeSymbolic = umfpack_di_free_symbolic,
    .umfpackFreeNumeric = umfpack_di_free_numeric,
};
