// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace sofa::compatibility {

/// Markdown that says, module by module, which components of SOFA v26.06 this program has: docs/components.md. Counts
/// what the factory knows when it is called, so plugins that are loaded count too.
std::string componentTable();

}  // namespace sofa::compatibility
