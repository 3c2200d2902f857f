// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// What a program that draws surfaces can do; programs do no more than they must, since a software renderer feels it.
struct SurfaceVariant {
  enum class Shape : unsigned { triangles, edges, points } shape = Shape::triangles;
  unsigned lights = 0;   ///< 0 to 8
  bool shadows = false;  ///< some light has a shadow map
  bool specular = false;
  bool textured = false;
  bool colors = false;    ///< vertices have colours
  bool flat = false;      ///< vertices have no normals
  bool weighted = false;  ///< for WeightedTransparency
  bool round = false;     ///< points are discs
  unsigned key() const {
    return static_cast<unsigned>(shape) | lights << 2 | shadows << 6 | specular << 7 | textured << 8 | colors << 9 |
           flat << 10 | weighted << 11 | round << 12;
  }
};

/// Attributes of the vertices of surfaces.
enum SurfaceAttribute : GLuint { positionAttribute, normalAttribute, texcoordAttribute, colorAttribute };

/// Programs for surfaces, each made when it is first needed.
///
/// Lighting (docs/manual/visual.md, "Lights") is computed per pixel in world coordinates:
///   emissive + ambient of the scene + sum over lights of attenuation * cone * (ambient + shadow * (diffuse +
///   specular)),
/// and, from DrawContext, a little light from above where the head light shines and a shoulder for what is brighter
/// than 1, with the half vector for the specular term (Blinn), for both sides of a face, times the texture.
class SurfacePrograms {
 public:
  Program& lit(const SurfaceVariant& variant);
  /// Lines from vertices along their normals, `size` pixels wide.
  Program& normals();
  /// Writes the uniform `owner` for picking.
  Program& ids(SurfaceVariant::Shape shape);
  /// Writes the distance from a light along the axis of its shadow map, as moments.
  Program& shadowDepth();

 private:
  std::unordered_map<unsigned, std::unique_ptr<Program>> m_lit, m_ids;
  std::unique_ptr<Program> m_normals, m_shadowDepth;
};

}  // namespace sofa::gl
