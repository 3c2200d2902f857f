// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Service/ForeignNames.h"

namespace sofa::compatibility {

/// The names of SOFA v26.06 and of versions before it: tables in FormerNames.cpp, FormerModules.cpp and
/// ReferenceComponents.cpp.
class SofaNames final : public core::ForeignNames {
 public:
  const core::ReferenceComponents& components() const override;
  const core::Absence* absenceOf(std::string_view className) const override;
  const core::ObjectFactory::FormerName* formerName(std::string_view name) const override;
  std::vector<std::string> formerNames(std::string_view className) const override;
  bool isModule(std::string_view name) const override;
  void adjust(core::Renaming& renaming, const core::ComponentDescription& description) const override;
};

}  // namespace sofa::compatibility
