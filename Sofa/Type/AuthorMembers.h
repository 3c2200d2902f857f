// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The place where a class takes members that sources written for SOFA expect besides its own. Empty in the framework;
/// Sofa/Compatibility/Author.h gives it a meaning in such sources.
#ifndef SOFA_AUTHOR
#define SOFA_AUTHOR(name)
#endif
