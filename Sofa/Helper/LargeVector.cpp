// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/LargeVector.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sofa::helper {

void preferLargePages(void* memory, std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
  madvise(memory, bytes, MADV_HUGEPAGE);  // where it is refused, all works on small pages
#else
  static_cast<void>(memory), static_cast<void>(bytes);
#endif
}

}  // namespace sofa::helper
