// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// How far a drawing of primitives has come, or what for it is.
enum class PrimitivePass : std::uint8_t {
  opaque,
  transparent,  ///< blended, without depth writes
  ids           ///< numbers of owners, into a framebuffer of unsigned integers
};

/// Sets up blending and writing for a pass, and restores what is usual in the renderer: depth tested and written,
/// nothing blended, no faces left out.
class PassScope {
 public:
  explicit PassScope(PrimitivePass pass);
  ~PassScope();
  PassScope(const PassScope&) = delete;
  PassScope& operator=(const PassScope&) = delete;
  PrimitivePass pass() const { return m_pass; }
  bool smoothEdges() const { return m_smoothEdges; }

 private:
  PrimitivePass m_pass;
  bool m_smoothEdges;
};

/// A pair of shaders for one kind of primitive, in a form that draws colours and one that draws numbers of owners.
/// Compiled at first use.
class PrimitiveProgram {
 public:
  /// Vertex shaders have the functions clip(), nearer() and isPlace(); fragment shaders lit() and
  /// emitFragment() (PrimitiveShaders.h).
  PrimitiveProgram(std::string name, std::string_view vertex, std::string_view fragment)
      : m_name(std::move(name)), m_vertex(vertex), m_fragment(fragment) {}
  /// Makes the form for the pass current, with the matrices of the context.
  Program& use(const DrawContext& context, const PassScope& scope);

 private:
  std::string m_name;
  std::string_view m_vertex, m_fragment;
  Program m_colors, m_ids;
};

}  // namespace sofa::gl
