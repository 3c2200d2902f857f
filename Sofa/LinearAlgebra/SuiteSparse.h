// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cholmod.h>
#include <umfpack.h>

namespace sofa::linearalgebra {

/// The functions of CHOLMOD and UMFPACK in use. These need a BLAS, and the symbols of a large one are more than all
/// others a program looks up when it starts: they are linked to a library of their own, loaded by the first who asks
/// for it.
struct SuiteSparse {
  decltype(&::cholmod_start) cholmodStart;
  decltype(&::cholmod_allocate_sparse) cholmodAllocateSparse;
  decltype(&::cholmod_metis) cholmodMetis;
  decltype(&::cholmod_free_sparse) cholmodFreeSparse;
  decltype(&::cholmod_finish) cholmodFinish;
  decltype(&::umfpack_di_defaults) umfpackDefaults;
  decltype(&::umfpack_di_symbolic) umfpackSymbolic;
  decltype(&::umfpack_di_numeric) umfpackNumeric;
  decltype(&::umfpack_di_wsolve) umfpackSolve;
  decltype(&::umfpack_di_free_symbolic) umfpackFreeSymbolic;
  decltype(&::umfpack_di_free_numeric) umfpackFreeNumeric;

  /// Throws std::runtime_error if the library is not there.
  static const SuiteSparse& get();
};

}  // namespace sofa::linearalgebra
