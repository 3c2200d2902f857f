// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace sofa::compatibility {

/// Members of the component factory that code written for SOFA calls.
template <class Self>
class FactoryMembers {
 public:
  static Self* getInstance() { return &Self::instance(); }
  bool hasCreator(const std::string& className) const { return self().find(className) != nullptr; }
  /// Names of the classes of one library.
  std::string listClassesFromTarget(const std::string& target, const std::string& separator = ", ") const {
    std::string names;
    for (const auto& [name, entry] : self().entries())
      if (entry.module == target) names += (names.empty() ? "" : separator) + name;
    return names;
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace sofa::compatibility
