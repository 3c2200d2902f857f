// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Object.h"

namespace sofa::core {

/// An engine with what every component written for SOFA may override, draw(const VisualParams*) and
/// handleEvent(Event*): what such code means by core::DataEngine (Sofa/Compatibility/Names.h).
class AuthorEngine : public compatibility::Author<DataEngine> {};

}  // namespace sofa::core

#define SOFA_AUTHOR_HAS_ENGINE
