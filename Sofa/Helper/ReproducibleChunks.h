// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Helper/Parallel.h"

namespace sofa::helper {

namespace detail {
#if __has_cpp_attribute(gnu::noipa)
#define SOFA_ALONE [[gnu::noipa]]
#else
#define SOFA_ALONE [[gnu::noinline]]
#endif
/// Compiled once, whoever calls it.
template <class Body>
SOFA_ALONE void callAlone(const Body& body, std::size_t begin, std::size_t end) {
  body(begin, end);
}
#undef SOFA_ALONE
}  // namespace detail

/// parallelChunks() with the same bits for any number of threads whatever body computes. Where a processor multiplies
/// and adds with one rounding, of a b + c d either product may be the one that is not rounded, and compilers choose it
/// anew for each copy of inlined code: parallelChunks() has one for a thread, and one for several.
template <class Body>
void reproducibleChunks(std::size_t count, std::size_t chunk, const Body& body) {
  parallelChunks(count, chunk, [&](std::size_t begin, std::size_t end) { detail::callAlone(body, begin, end); });
}

}  // namespace sofa::helper
