// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Type/Rigid.h"
#include "Sofa/Type/Values.h"

namespace sofa::core {

class Component;

/// What components show of themselves, in world coordinates: points, lines, triangles, glyphs and texts with colours
/// (docs/manual/visual.md). Component::draw() fills it, a renderer reads it; neither knows the other.
///
/// Things are kept in batches that a renderer draws with one call each. clear() keeps the memory, so that a steady
/// scene is described without allocation.
class DrawList {
 public:
  using Vec3 = type::Vec3;
  using Color = type::Color;

  /// 20 bytes: position, colour (8 bits each, r first in memory) and the number of the component it belongs to.
  struct Vertex {
    float position[3];
    std::uint8_t rgba[4];
    std::uint32_t owner;
  };
  enum class Primitive : std::uint8_t { points, lines, triangles };
  /// How triangles reach the screen; points and lines are always unlit.
  enum class Shading : std::uint8_t { unlit, lit };
  enum class Faces : std::uint8_t { both, front, back };  ///< the sides that are drawn
  struct Batch {
    Primitive primitive = Primitive::points;
    float size = 1;  ///< diameter of points, width of lines (pixels)
    Shading shading = Shading::unlit;
    Faces faces = Faces::both;
    bool transparent = false;      ///< some colour has an alpha below 1: blended, without depth writes
    bool wireframe = false;        ///< triangles as outlines; those of quads are lines from the start
    std::vector<Vertex> vertices;  ///< 1, 2 or 3 per point, line, triangle
  };

  enum class Shape : std::uint8_t { sphere, cylinder, cone, cube };
  /// A lit solid: the unit shape taken to the world by a 3x4 matrix, row by row. Unit sphere: radius 1. Cylinder and
  /// cone: radius 1, from z = 0 to z = 1 (the cone's tip). Cube: from -1 to 1.
  struct Glyph {
    float matrix[12];
    std::uint8_t rgba[4];
    std::uint32_t owner;
  };
  struct Text {
    Vec3 position;
    std::string text;
    double scale = 1;  ///< factor of the renderer's ordinary size
    Color color;
    std::uint32_t owner = 0;
  };
  /// Text at a place of the view: pixels from the top left corner.
  struct Label {
    double x = 0, y = 0;
    double fontSize = 14;  ///< pixels
    std::string text;
    Color color;
    bool contrasting = false;  ///< black or white, whichever stands out from the background; color is not looked at
  };
  /// The legend of a colour map.
  struct Legend {
    std::string title;
    double titleSize = 11;
    double x = 10, y = 5;  ///< offset (pixels)
    double min = 0, max = 0;
    std::vector<Color> palette;  ///< from min to max
  };

  /// Starts afresh, keeping the memory.
  void clear();
  bool empty() const;

  // What the node being drawn shows; set by who calls draw().
  void begin(const Component& owner, const type::DisplayFlags& flags);
  /// Takes what follows from the node's axes to the world (VisualTransform), until the next call; null:
  /// these are the same.
  void setTransform(const type::RigidCoord<3>* toWorld);
  bool shows(type::DisplayFlags::Flag flag) const { return m_flags[flag] == type::DisplayFlags::State::show; }
  /// Components in the order of Vertex::owner, which counts from 1; 0 is nobody. Only good as identities.
  const std::vector<const Component*>& owners() const { return m_owners; }

  void point(const Vec3& p, float size, const Color& color);
  void points(std::span<const Vec3> positions, float size, const Color& color);
  void line(const Vec3& a, const Vec3& b, float width, const Color& color);
  /// Pairs of ends.
  void lines(std::span<const Vec3> ends, float width, const Color& color);
  void polyline(std::span<const Vec3> positions, float width, const Color& color);
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Color& color, Shading shading = Shading::unlit,
                Faces faces = Faces::both);
  /// Colours of the three corners are interpolated.
  void triangle(const std::array<Vec3, 3>& corners, const std::array<Color, 3>& colors,
                Shading shading = Shading::unlit);
  void quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Color& color,
            Shading shading = Shading::unlit, Faces faces = Faces::both);
  void quad(const std::array<Vec3, 4>& corners, const std::array<Color, 4>& colors, Shading shading = Shading::unlit);
  /// The twelve edges.
  void box(const type::BoundingBox& box, float width, const Color& color);

  void sphere(const Vec3& center, double radius, const Color& color);
  void ellipsoid(const Vec3& center, const type::Quat& orientation, const Vec3& radii, const Color& color);
  /// A box with these halves of its sides.
  void cube(const Vec3& center, const type::Quat& orientation, const Vec3& halves, const Color& color);
  void cylinder(const Vec3& from, const Vec3& to, double radius, const Color& color);
  void cone(const Vec3& base, const Vec3& tip, double radius, const Color& color);
  /// A cylinder over four fifths of the length and a cone of 2.5 times its radius; nothing if from == to.
  void arrow(const Vec3& from, const Vec3& to, double radius, const Color& color);
  /// The three axes of a frame as arrows of that length: x red, y green, z blue.
  void frame(const Vec3& origin, const type::Quat& orientation, double length);
  void frame(const Vec3& origin, const type::Quat& orientation, double length, const Color& color);

  void text(const Vec3& position, std::string text, double scale, const Color& color);
  void label(Label label) { m_labels.push_back(std::move(label)); }
  void legend(Legend legend) { m_legends.push_back(std::move(legend)); }

  const std::vector<Batch>& batches() const { return m_batches; }
  /// Those drawn as solids or, where Wireframe is shown, those drawn as outlines.
  const std::vector<Glyph>& glyphs(Shape shape, bool wireframe = false) const {
    return (wireframe ? m_outlinedGlyphs : m_glyphs)[static_cast<std::size_t>(shape)];
  }
  const std::vector<Text>& texts() const { return m_texts; }
  const std::vector<Label>& labels() const { return m_labels; }
  const std::vector<Legend>& legends() const { return m_legends; }

 private:
  Batch& batch(Primitive primitive, float size, bool transparent, Shading shading = Shading::unlit,
               Faces faces = Faces::both);
  Vec3 toWorld(const Vec3& p) const { return m_isTransformed ? Vec3(m_rotation * p + m_translation) : p; }
  Vertex vertex(const Vec3& given, const Color& color) const;
  void outline(std::span<const Vec3> corners, std::span<const Color> colors);
  void glyph(Shape shape, const type::Mat3& axes, const Vec3& origin, const Color& color);
  /// A cylinder or cone along `axis`.
  void spindle(Shape shape, const Vec3& from, const Vec3& to, double radius, const Color& color);

  std::vector<Batch> m_batches;
  std::array<std::vector<Glyph>, 4> m_glyphs, m_outlinedGlyphs;
  std::vector<Text> m_texts;
  std::vector<Label> m_labels;
  std::vector<Legend> m_legends;
  std::vector<const Component*> m_owners;
  type::DisplayFlags m_flags;
  bool m_isTransformed = false;
  type::Mat3 m_rotation = type::Mat3::Identity();
  type::Vec3 m_translation = type::Vec3::Zero();
};

}  // namespace sofa::core
