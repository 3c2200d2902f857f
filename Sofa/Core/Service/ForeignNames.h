// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Core/Service/ReferenceComponents.h"

namespace sofa::core {

/// What scenes of another program call things: its classes, the names these had before, its libraries. The factory and
/// the plugin manager ask it; who reads such scenes sets it when the library is loaded (Sofa/Compatibility). By itself
/// it knows nothing.
class ForeignNames {
 public:
  virtual ~ForeignNames() = default;
  /// See referenceComponents().
  virtual const ReferenceComponents& components() const;
  /// See core::absenceOf().
  virtual const Absence* absenceOf(std::string_view /*className*/) const { return nullptr; }
  /// See formerReferenceName().
  virtual const ObjectFactory::FormerName* formerName(std::string_view /*name*/) const { return nullptr; }
  /// See formerReferenceNames().
  virtual std::vector<std::string> formerNames(std::string_view /*className*/) const { return {}; }
  /// Whether a library of that name belongs to the other program, today or formerly, and its components are built in.
  virtual bool isModule(std::string_view /*name*/) const { return false; }
  /// Corrects a renaming where a former class became one of several, by the attributes of the element.
  virtual void adjust(Renaming& /*renaming*/, const ComponentDescription& /*description*/) const {}
};

/// `names` must last as long as the program.
void setForeignNames(const ForeignNames& names);
const ForeignNames& foreignNames();

/// Whether a library of that name was part of the other program formerly, and its components are in other modules
/// today.
bool isFormerModule(std::string_view name);

}  // namespace sofa::core
