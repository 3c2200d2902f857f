// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::core {

/// What became of a name that SOFA had for a class, where no class registered here says so itself; null if unknown.
const ObjectFactory::FormerName* formerReferenceName(std::string_view name);
/// All such names of one class.
std::vector<std::string> formerReferenceNames(std::string_view className);

/// What an element of a former name is written as today.
struct Renaming {
  std::string className;
  std::vector<std::pair<std::string, std::string>> renamed;  ///< attributes: former name, name today
  std::vector<std::string> dropped;                          ///< attributes that the class itself says now
  std::string_view today(std::string_view attribute) const;  ///< its name today
  bool drops(std::string_view attribute) const;
};

/// The class that `description` asks for by a name that is no longer accepted. Empty where nothing but a new name would
/// do, or the name is one of today.
Renaming renamingOf(const ComponentDescription& description);
/// The same element, of today.
ComponentDescription renamed(const ComponentDescription& description, const Renaming& renaming);

/// Whether scenes may use such names, from now on.
void acceptFormerNames(bool accept);
/// They may, unless the program has decided on it.
void acceptFormerNamesByDefault();
/// renamingOf() while they are accepted, which the user is told; else empty.
Renaming acceptedRenaming(const ComponentDescription& description);

}  // namespace sofa::core
