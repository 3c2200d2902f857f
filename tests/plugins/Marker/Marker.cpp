// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>

#include "Sofa/Core/Service/ObjectFactory.h"

// A plugin whose loading leaves a trace: it makes the file that the environment variable SOFA_TEST_MARKER names.

namespace {

struct LeaveMark {
  LeaveMark() {
    if (const char* file = std::getenv("SOFA_TEST_MARKER")) std::ofstream(file) << "loaded\n";
  }
};
const LeaveMark mark;

class Marker : public sofa::core::Component {};
const auto registered = sofa::core::Register("Marker", "Marker", "shows that its plugin is loaded").add<Marker>();

}  // namespace
