// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sofa/config.h>

#ifdef SOFA_BUILD_SOFASTYLE
#define SOFA_TARGET SofaStyle
#define SOFA_SOFASTYLE_API SOFA_EXPORT_DYNAMIC_LIBRARY
#else
#define SOFA_SOFASTYLE_API SOFA_IMPORT_DYNAMIC_LIBRARY
#endif

namespace sofastyle {
constexpr const char* MODULE_NAME = "SofaStyle";
constexpr const char* MODULE_VERSION = sofa_tostring(SOFASTYLE_VERSION);
}  // namespace sofastyle
