// SPDX-License-Identifier: Apache-2.0
#include "config.h"

#include <sofa/core/ObjectFactory.h>
#include <sofa/helper/system/PluginManager.h>

namespace sofastyle {

extern void registerTetherForceField(sofa::core::ObjectFactory* factory);
extern void registerPolarMapping(sofa::core::ObjectFactory* factory);
extern void registerCentroidEngine(sofa::core::ObjectFactory* factory);
extern void registerProfileForceField(sofa::core::ObjectFactory* factory);
extern void registerPairMeanMapping(sofa::core::ObjectFactory* factory);
extern void registerThrustController(sofa::core::ObjectFactory* factory);

extern "C" {
SOFA_SOFASTYLE_API void initExternalModule();
SOFA_SOFASTYLE_API const char* getModuleName();
SOFA_SOFASTYLE_API const char* getModuleVersion();
SOFA_SOFASTYLE_API const char* getModuleLicense();
SOFA_SOFASTYLE_API const char* getModuleDescription();
SOFA_SOFASTYLE_API void registerObjects(sofa::core::ObjectFactory* factory);
}

void initSofaStyle() {
  static bool first = true;
  if (!first) return;
  first = false;
  sofa::helper::system::PluginManager::getInstance().registerPlugin(MODULE_NAME);
}

}  // namespace sofastyle

void sofastyle::initExternalModule() { sofastyle::initSofaStyle(); }
const char* sofastyle::getModuleName() { return sofastyle::MODULE_NAME; }
const char* sofastyle::getModuleVersion() { return sofastyle::MODULE_VERSION; }
const char* sofastyle::getModuleLicense() { return "LGPL"; }
const char* sofastyle::getModuleDescription() { return "One component of each kind"; }

void sofastyle::registerObjects(sofa::core::ObjectFactory* factory) {
  sofastyle::registerTetherForceField(factory);
  sofastyle::registerPolarMapping(factory);
  sofastyle::registerCentroidEngine(factory);
  sofastyle::registerProfileForceField(factory);
  sofastyle::registerPairMeanMapping(factory);
  sofastyle::registerThrustController(factory);
}
