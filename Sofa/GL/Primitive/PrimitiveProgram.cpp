// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Primitive/PrimitiveProgram.h"

#include "Sofa/GL/Primitive/PrimitiveShaders.h"

namespace sofa::gl {
namespace {

bool multisampled() {
  GLint samples = 0;
  glGetIntegerv(GL_SAMPLES, &samples);
  return samples > 1;
}

}  // namespace

PassScope::PassScope(PrimitivePass pass) : m_pass(pass), m_smoothEdges(pass == PrimitivePass::transparent) {
  glEnable(GL_PROGRAM_POINT_SIZE);
  if (pass == PrimitivePass::transparent) {
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    glDepthMask(GL_FALSE);
  } else if (pass == PrimitivePass::opaque && multisampled()) {
    m_smoothEdges = true;
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);  // alpha is the coverage only
  }
}

PassScope::~PassScope() {
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glBindVertexArray(0);
}

Program& PrimitiveProgram::use(const DrawContext& context, const PassScope& scope) {
  const bool ids = scope.pass() == PrimitivePass::ids;
  Program& program = ids ? m_ids : m_colors;
  if (program.empty())
    program = Program(ids ? m_name + " ids" : m_name, fmt::format("{}{}{}", clipPlanesGlsl, placeGlsl, m_vertex),
                      fmt::format("{}{}{}", ids ? ownerOutputGlsl : colorOutputGlsl, headLightGlsl, m_fragment));
  program.use();
  program.set("view", context.view);
  program.set("projection", context.projection);
  program.set("viewProjection", context.viewProjection());
  program.set("viewport", type::Color{static_cast<float>(context.x), static_cast<float>(context.y),
                                      static_cast<float>(context.width), static_cast<float>(context.height)});
  program.set("only", static_cast<unsigned>(context.only));
  program.set("smoothEdges", static_cast<int>(scope.smoothEdges()));
  return program;
}

}  // namespace sofa::gl
