// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The version of SOFA whose interface these headers have.
#undef SOFA_VERSION
#define SOFA_VERSION 260600
#define SOFA_VERSION_STR "26.06.00"
