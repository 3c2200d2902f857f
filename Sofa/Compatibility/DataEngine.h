#pragma once
#include "Sofa/Compatibility/Object.h"

namespace sofa::core {

/// An engine with what every component written for SOFA may override: draw(const VisualParams*), handleEvent(Event*).
class AuthorEngine : public compatibility::Author<DataEngine> {};

}  // namespace sofa::core

// The class of Core has this name too, and must keep it: it is the one that the library knows. A macro, because code
// written for SOFA derives from `core::DataEngine` and means the one above; it holds for what comes after this header,
// so that own headers which derive from engines are included before it.
#define DataEngine AuthorEngine
