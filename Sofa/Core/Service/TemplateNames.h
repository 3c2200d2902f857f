// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sofa::core {

/// Canonical spelling of a template name: "Vec3" -> "Vec3d", "Rigid3,Vec3" -> "Rigid3d,Vec3d".
/// `deprecatedPart` receives a part that has a deprecated spelling.
std::string canonicalTemplate(std::string_view name, std::string* deprecatedPart = nullptr);

/// "Vec3d,Tetrahedron" -> "Vec3d", "Tetrahedron".
std::vector<std::string> templateWords(std::string_view name);
/// Whether a canonical word is one of the data types of states, or another that has several spellings.
bool isCommonTemplate(std::string_view word);
/// Whether it is one of `known`, or such a type with the marks that scenes of former versions give it: of visual models
/// (ExtVec3f) and on a GPU (CudaVec3f, CudaVec3f1).
bool isTemplateOf(std::string_view word, const std::vector<std::string>& known);

/// The template of the host for one of a GPU or of visual models: "CudaVec3f,Rigid3d" -> "Vec3d,Rigid3d". The same name
/// if it is neither.
std::string hostTemplate(std::string_view name);

/// The plugin of this project that brings a template; null if there is none.
const char* pluginOfTemplate(std::string_view name);

}  // namespace sofa::core
