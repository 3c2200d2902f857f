// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

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
/// Why a class is not here, as the end of a sentence without its stop, and what to do instead, as sentences.
struct Absence {
  std::string_view why, instead;
};
/// Of a class, or of a template as "MathOp<vector<RigidCoord2d>>"; null if nothing is known about it.
const Absence* absenceOf(std::string_view className);
/// "NAME of SOFA is not in this version: why. What to do instead."
std::string explainAbsence(std::string_view className);
/// Whether a library or plugin of SOFA v26.06 that brings components has that name.
bool isReferenceModule(std::string_view name);

}  // namespace sofa::core
