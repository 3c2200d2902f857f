// SPDX-License-Identifier: Apache-2.0
#include <sofa/core/ObjectFactory.h>
#include <sofa/helper/system/PluginManager.h>
#include "config.h"

// The components register themselves while the library is loaded: int XClass = core::RegisterObject(...).

extern "C" {
SOFA_SOFAIDIOMS_API void initExternalModule();
SOFA_SOFAIDIOMS_API const char* getModuleName();
SOFA_SOFAIDIOMS_API const char* getModuleVersion();
SOFA_SOFAIDIOMS_API const char* getModuleLicense();
SOFA_SOFAIDIOMS_API const char* getModuleDescription();
SOFA_SOFAIDIOMS_API const char* getModuleComponentList();
}

void initExternalModule() {
  static bool first = true;
  if (first) first = false;
}
const char* getModuleName() { return "SofaIdioms"; }
const char* getModuleVersion() { return "1.0"; }
const char* getModuleLicense() { return "LGPL"; }
const char* getModuleDescription() { return "What plugins are made of"; }
const char* getModuleComponentList() { return ""; }
