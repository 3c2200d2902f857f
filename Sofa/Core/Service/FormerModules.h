// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace sofa::core {

/// Whether a library of that name is part of SOFA, of today or of a former version, and its components are built in.
bool isModuleOfSofa(std::string_view name);
/// Whether it is one of a former version, whose components are in other modules today.
bool isFormerModule(std::string_view name);

}  // namespace sofa::core
