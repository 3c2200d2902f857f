#pragma once
#include <string>
#include <string_view>

namespace sofa::core {

/// Canonical spelling of a template name: "Vec3" -> "Vec3d", "Rigid3,Vec3" -> "Rigid3d,Vec3d".
/// `deprecatedPart` receives a part that has a deprecated spelling.
std::string canonicalTemplate(std::string_view name, std::string* deprecatedPart = nullptr);

/// The plugin of this project that brings a template; null if there is none.
const char* pluginOfTemplate(std::string_view name);

}  // namespace sofa::core
