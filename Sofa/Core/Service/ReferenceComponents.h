#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::core {

/// A class that scenes of SOFA v26.06 can name.
struct ReferenceComponent {
  std::string module;                  ///< library or plugin that brings it
  std::vector<std::string> templates;  ///< empty for classes without
  bool hasTemplate(std::string_view name) const;
};
using ReferenceComponents = std::map<std::string, ReferenceComponent, std::less<>>;

/// All of them by name, whether this program has them or not; those of the plugins that come with SOFA too.
const ReferenceComponents& referenceComponents();
/// Null if SOFA v26.06 has no class of that name (former names do not count).
const ReferenceComponent* findReferenceComponent(std::string_view className);
/// What became of a name that SOFA had for a class, where no class registered here says so itself; null if unknown.
const ObjectFactory::FormerName* formerReferenceName(std::string_view name);
/// All such names of one class.
std::vector<std::string> formerReferenceNames(std::string_view className);
/// What to do instead of a class that is not here, as a sentence with a blank in front; empty if nothing is known.
std::string_view insteadOfReference(std::string_view className);
/// Whether a library or plugin of SOFA v26.06 that brings components has that name.
bool isReferenceModule(std::string_view name);

}  // namespace sofa::core
