# SPDX-License-Identifier: Apache-2.0
# The parts of SuiteSparse the project uses: SuiteSparse::Ordering, which is AMD and COLAMD, and SuiteSparse::SuiteSparse, which
# is these and CHOLMOD and UMFPACK, which need a BLAS.
find_path(SuiteSparse_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
set(SuiteSparse_PARTS CHOLMOD UMFPACK COLAMD AMD)
foreach(part IN LISTS SuiteSparse_PARTS)
  string(TOLOWER ${part} name)
  find_library(SuiteSparse_${part}_LIBRARY ${name})
  list(APPEND SuiteSparse_VARIABLES SuiteSparse_${part}_LIBRARY)
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SuiteSparse REQUIRED_VARS SuiteSparse_INCLUDE_DIR ${SuiteSparse_VARIABLES})
if(SuiteSparse_FOUND AND NOT TARGET SuiteSparse::SuiteSparse)
  add_library(SuiteSparse::Ordering INTERFACE IMPORTED)
  target_include_directories(SuiteSparse::Ordering SYSTEM INTERFACE ${SuiteSparse_INCLUDE_DIR})
  target_link_libraries(SuiteSparse::Ordering INTERFACE ${SuiteSparse_COLAMD_LIBRARY} ${SuiteSparse_AMD_LIBRARY})
  add_library(SuiteSparse::SuiteSparse INTERFACE IMPORTED)
  target_link_libraries(SuiteSparse::SuiteSparse INTERFACE
    ${SuiteSparse_CHOLMOD_LIBRARY} ${SuiteSparse_UMFPACK_LIBRARY} SuiteSparse::Ordering)
endif()
mark_as_advanced(SuiteSparse_INCLUDE_DIR ${SuiteSparse_VARIABLES})
