// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

#include "Sofa/GL/Capture/SceneShader.h"

namespace sofa::gl {

/// Stages in which a declaration stands.
enum StageMask : unsigned { inVertex = 1, inGeometry = 8, inFragment = 16, inAll = 31 };

/// A name that newer versions of GLSL lack, and what is declared for what takes its place (`sofa_` for `gl_`).
struct GlslBuiltIn {
  std::string_view name;  ///< without gl_
  unsigned stages;
  std::string_view declaration;
};

/// The fixed functions of GLSL 1.20, but for those whose declaration depends on more than their use.
std::span<const GlslBuiltIn> glslBuiltIns();
/// Functions of old versions: name and what it is now, as the text after #define.
std::span<const std::pair<std::string_view, std::string_view>> glslOldFunctions();
/// Words that mean something now, and did not in GLSL 1.20.
bool isNewGlslWord(std::string_view word);

}  // namespace sofa::gl
