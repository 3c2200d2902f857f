#include "config.h"

#include <sofa/helper/system/PluginManager.h>

namespace sofastyle {

extern "C" {
SOFA_SOFASTYLE_API void initExternalModule();
SOFA_SOFASTYLE_API const char* getModuleName();
SOFA_SOFASTYLE_API const char* getModuleVersion();
SOFA_SOFASTYLE_API const char* getModuleLicense();
SOFA_SOFASTYLE_API const char* getModuleDescription();
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
