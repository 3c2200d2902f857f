// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Registration.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

namespace sofa::compatibility {

std::string className(const char* mangled) {
  int status = 0;
  char* readable = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 ? readable : mangled;
  std::free(readable);
  name = name.substr(0, name.find('<'));
  const auto scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::string libraryOf(const void* address) {
  Dl_info info{};
  if (!dladdr(address, &info) || !info.dli_fname) return {};
  const std::string name = std::filesystem::path(info.dli_fname).stem().string();
  return name.starts_with("lib") ? name.substr(3) : name;
}

}  // namespace sofa::compatibility

namespace sofa::core {

void ObjectRegistrationData::addTo(ObjectFactory& factory) const {
  for (const Class& added : m_classes) {
    std::vector<std::string> names{added.name};
    names.insert(names.end(), m_aliases.begin(), m_aliases.end());
    for (const auto& name : names) {
      auto& entry = factory.entry(name);
      entry.className = name;
      entry.module = added.module;
      entry.help = m_help;
      entry.creators[added.templateName] = added.creator;
      if (added.isDefault || added.templateName.empty()) entry.defaultTemplate = added.templateName;
    }
  }
}

}  // namespace sofa::core
