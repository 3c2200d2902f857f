// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/PluginManager.h"

namespace sofa::component::sceneutility {

/// Loads plugins while the scene is read. Names of built-in modules are accepted: their components are always there.
class RequiredPlugin : public core::Component {
 public:
  template <class T>
  using Data = core::Data<T>;
  using Strings = std::vector<std::string>;

  Data<Strings> d_pluginName{this, "pluginName", {}, "plugins to load; default: the name of this component"};
  Data<Strings> d_suffixMap{
      this, "suffixMap", {}, "kept for scenes that set it: no ending is added to the names of libraries"};
  Data<bool> d_stopAfterFirstNameFound{this, "stopAfterFirstNameFound", false, "stop at the first plugin that loads"};
  Data<bool> d_stopAfterFirstSuffixFound{this, "stopAfterFirstSuffixFound", true,
                                         "kept for scenes that set it, as suffixMap"};
  Data<bool> d_requireOne{this, "requireOne", false, "it is an error if no plugin loads"};
  Data<bool> d_requireAll{this, "requireAll", true, "it is an error if one plugin does not load"};
  Data<Strings> d_loadedPlugins{this, "loadedPlugins", {}, "plugins that were loaded", {.readOnly = true}};

 protected:
  void parseExtra(core::ComponentDescription&) override {
    Strings names = d_pluginName.value();
    if (!d_pluginName.isSet() && !name().empty()) names = {name()};
    Strings missing;
    auto& loaded = d_loadedPlugins.edit();
    for (const auto& plugin : names) {
      const auto result = core::PluginManager::instance().require(plugin, folder());
      if (result.loaded) {
        loaded.push_back(plugin);
        if (!result.message.empty()) warning("{}", result.message);
        if (d_stopAfterFirstNameFound.value()) break;
      } else if (result.isHarmless) {
        warning("{}", result.message);
      } else {
        missing.push_back(result.message);
      }
    }
    const bool isError = d_requireAll.value() || (d_requireOne.value() && loaded.empty());
    for (const auto& text : missing) {
      if (isError)
        error("{}", text);
      else
        warning("Unable to load optional: {}", text);
    }
  }
};

namespace {
const auto registered =
    core::Register("RequiredPlugin", "Sofa.Simulation.Core", "loads plugins while the scene is read")
        .add<RequiredPlugin>();
}

}  // namespace sofa::component::sceneutility
