// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What sofa/config.h defines for the export macros of a plugin.
#define SOFA_EXPORT_DYNAMIC_LIBRARY __attribute__((visibility("default")))
#define SOFA_IMPORT_DYNAMIC_LIBRARY __attribute__((visibility("default")))
#define SOFA_UNUSED(x) (void)(x)
#define sofa_tostring_of(x) #x
#define sofa_tostring(x) sofa_tostring_of(x)

using SReal = double;
