// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <string>

#include "Sofa/Compatibility/Registration.h"

namespace sofa::helper::system {

/// What initExternalModule() of a plugin calls to be known. The program that loads a plugin knows it already.
class PluginManager {
 public:
  static PluginManager& getInstance() {
    static PluginManager manager;
    return manager;
  }
  bool registerPlugin(const std::string& /*name*/) { return true; }
};

}  // namespace sofa::helper::system
