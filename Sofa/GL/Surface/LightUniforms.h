// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Surface/ShadowMaps.h"

namespace sofa::gl {

/// The lights of a set as the programs for surfaces take them.
class LightUniforms {
 public:
  /// `shadows` null: none. The head light has its place in the view.
  void set(const LightSet& lights, const DrawContext& context, const ShadowMaps* shadows);
  /// Into the program in use; `shadowed`: it was made with shadow maps, which are then bound to texture unit 1.
  void apply(Program& program, bool shadowed) const;

  unsigned count() const { return m_count; }
  bool hasShadows() const { return m_shadows != nullptr; }
  const type::Color& ambient() const { return m_ambient; }
  /// A light in world coordinates, with four numbers each.
  struct Values {
    const type::Vec<4, float>& color;     ///< and attenuation
    const type::Vec<4, float>& ambient;   ///< and exponent of the cone
    const type::Vec<4, float>& specular;  ///< and darkness of the shadow
    const type::Vec<4, float>& position;  ///< or, with w = 0, direction to it
    const type::Vec<4, float>& axis;      ///< of the cone, and cosine of its half angle; less than -1: no cone
  };
  Values values(std::size_t i) const { return {m_colors[i], m_ambients[i], m_speculars[i], m_positions[i], m_axes[i]}; }

 private:
  using Vectors = std::array<type::Vec<4, float>, 8>;
  void add(const Light& light, const type::Color& ambient, const type::Color& diffuse, const type::Color& specular);

  type::Color m_ambient;
  type::Vec<4, float> m_sky = type::Vec<4, float>::Zero();  ///< direction, and light from there
  unsigned m_count = 0;
  Vectors m_colors, m_ambients, m_speculars, m_positions, m_axes, m_shadowDepths, m_shadowKinds;
  std::array<Mat4f, 8> m_shadowMatrices;
  const ShadowMaps* m_shadows = nullptr;
};

}  // namespace sofa::gl
