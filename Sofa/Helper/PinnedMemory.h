// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::helper {

/// Keeps memory of a container readable after the container let it go.
///
/// Another language may look at the elements of a std::vector where they lie, without a copy, and go on looking when
/// the vector is resized or its owner is gone. As long as memory is pinned it is not given back: whoever frees it
/// leaves it as it is, with what it held last, and the last unpinMemory() frees it. Without a pin freeing costs one
/// load more.
///
/// The address is that of the first element. Null is allowed, and ignored. Thread-safe.
void pinMemory(const void* address);
void unpinMemory(const void* address);

}  // namespace sofa::helper
