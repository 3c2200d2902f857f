// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sofa/config.h>

#ifdef SOFA_BUILD_SOFAIDIOMS
#define SOFA_SOFAIDIOMS_API SOFA_EXPORT_DYNAMIC_LIBRARY
#else
#define SOFA_SOFAIDIOMS_API SOFA_IMPORT_DYNAMIC_LIBRARY
#endif
