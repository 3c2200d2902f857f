#pragma once
#include "Sofa/GL/ShadowMaps.h"

namespace sofa::gl {

/// The lights of a set as the programs for surfaces take them.
class LightUniforms {
 public:
  /// `shadows` null: none. The head light has its place in the view (sheet 09 §6).
  void set(const LightSet& lights, const DrawContext& context, const ShadowMaps* shadows);
  /// Into the program in use; `shadowed`: it was made with shadow maps, which are then bound to texture unit 1.
  void apply(Program& program, bool shadowed) const;

  unsigned count() const { return m_count; }
  bool hasShadows() const { return m_shadows != nullptr; }
  const type::Color& ambient() const { return m_ambient; }

 private:
  using Vectors = std::array<Eigen::Vector4f, 8>;
  void add(const Light& light, const type::Color& ambient, const type::Color& diffuse, const type::Color& specular);

  type::Color m_ambient;
  unsigned m_count = 0;
  Vectors m_colors, m_ambients, m_speculars, m_positions, m_axes, m_shadowDepths, m_shadowKinds;
  std::array<Mat4f, 8> m_shadowMatrices;
  const ShadowMaps* m_shadows = nullptr;
};

}  // namespace sofa::gl
