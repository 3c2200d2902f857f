// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace sofa::gl {

/// Vertex shader of one triangle that covers the view, drawn without attributes: glDrawArrays(GL_TRIANGLES, 0, 3).
inline constexpr std::string_view fullScreenGlsl = R"(
void main() {
  gl_Position = vec4(4.0 * float(gl_VertexID & 1) - 1.0, 2.0 * float(gl_VertexID & 2) - 1.0, 0.0, 1.0);
}
)";

}  // namespace sofa::gl
