#pragma once
#include <span>
#include <string>
#include <string_view>

/// Names that scenes written for other versions use (docs/manual/scenes.md, "Renamed and removed names").
namespace sofa::core {

/// Today's name of a renamed class, or `name` itself.
std::string currentComponentName(std::string_view name);
/// Why a class is no longer there and what to write instead; null if it was never known.
const char* removedComponent(std::string_view name);
/// Notice for an attribute of `component` that is no longer used; null if there is none.
const char* deprecatedAttribute(std::string_view component, std::string_view attribute);
/// A value that was once accepted for an attribute, and the attribute that says the same now.
struct DeprecatedValue {
  std::string_view component, attribute, value;
  const char *newAttribute, *newValue, *notice;
};
std::span<const DeprecatedValue> deprecatedValues();

/// Canonical spelling of a template name: "Vec3" -> "Vec3d", "Rigid3,Vec3" -> "Rigid3d,Vec3d".
/// `deprecatedPart` receives a part that has a deprecated spelling.
std::string canonicalTemplate(std::string_view name, std::string* deprecatedPart = nullptr);

}  // namespace sofa::core
