// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Types.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Type/Text.h"

/// What draw(const core::visual::VisualParams*) of a component written for SOFA is given.
namespace sofa::type {

/// Red, green, blue and opacity from 0 to 1.
struct RGBAColor : Color {
  constexpr RGBAColor() = default;
  constexpr RGBAColor(float red, float green, float blue, float alpha = 1) : Color{red, green, blue, alpha} {}
  constexpr RGBAColor(const Color& color) : Color(color) {}

  static RGBAColor fromFloat(float red, float green, float blue, float alpha) { return {red, green, blue, alpha}; }
  template <class V>
  static RGBAColor fromVec4(const V& v) {
    return {float(v[0]), float(v[1]), float(v[2]), float(v[3])};
  }
  float& operator[](std::size_t i) { return (&r)[i]; }
  float operator[](std::size_t i) const { return (&r)[i]; }

  static constexpr RGBAColor white() { return {1, 1, 1}; }
  static constexpr RGBAColor black() { return {0, 0, 0}; }
  static constexpr RGBAColor red() { return {1, 0, 0}; }
  static constexpr RGBAColor green() { return {0, 1, 0}; }
  static constexpr RGBAColor blue() { return {0, 0, 1}; }
  static constexpr RGBAColor cyan() { return {0, 1, 1}; }
  static constexpr RGBAColor magenta() { return {1, 0, 1}; }
  static constexpr RGBAColor yellow() { return {1, 1, 0}; }
  static constexpr RGBAColor orange() { return {1, 0.5f, 0}; }
  static constexpr RGBAColor gray() { return {0.5f, 0.5f, 0.5f}; }
};

template <>
struct TextTraits<RGBAColor> : TextTraits<Color> {};

}  // namespace sofa::type

namespace sofa::helper::visual {

/// Draws into the list that the renderer reads. State set here holds until the end of this draw() or
/// restoreLastState().
class DrawTool {
 public:
  using Vec3 = type::Vec3;
  using RGBAColor = type::RGBAColor;
  using Points = std::vector<Vec3>;

  explicit DrawTool(core::DrawList& list) : m_list(list) {}

  void setLightingEnabled(bool lit) { m_state.lit = lit; }
  void enableLighting() { m_state.lit = true; }
  void disableLighting() { m_state.lit = false; }
  /// mode 0: both sides of faces, 1: front, 2: back. Wireframe: edges instead of faces.
  void setPolygonMode(int mode, bool wireframe);
  void saveLastState() { m_saved.push_back(m_state); }
  void restoreLastState();

  /// Restores at its end what was set while it lived.
  class StateLifeCycle {
   public:
    explicit StateLifeCycle(DrawTool& tool) : m_tool(tool) { m_tool.saveLastState(); }
    ~StateLifeCycle() { m_tool.restoreLastState(); }
    StateLifeCycle(const StateLifeCycle&) = delete;

   private:
    DrawTool& m_tool;
  };
  StateLifeCycle makeStateLifeCycle() { return StateLifeCycle(*this); }

  // Sizes of points and widths of lines are pixels, radii lengths of the scene.
  void drawPoint(const Vec3& p, const RGBAColor& color) { m_list.point(p, 1, color); }
  void drawPoints(const Points& points, float size, const RGBAColor& color) { m_list.points(points, size, color); }
  void drawPoints(const Points& points, float size, const std::vector<RGBAColor>& colors);
  void drawLine(const Vec3& a, const Vec3& b, const RGBAColor& color) { m_list.line(a, b, 1, color); }
  /// Pairs of ends.
  void drawLines(const Points& ends, float width, const RGBAColor& color);
  /// One colour per line.
  void drawLines(const Points& ends, float width, const std::vector<RGBAColor>& colors);
  void drawLineStrip(const Points& points, float width, const RGBAColor& color) {
    m_list.polyline(points, width, color);
  }
  void drawLineLoop(const Points& points, float width, const RGBAColor& color);

  void drawTriangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, const RGBAColor& color);
  /// Three corners each, or four; the normal is that of the corners.
  void drawTriangles(const Points& corners, const RGBAColor& color);
  /// One colour per corner.
  void drawTriangles(const Points& corners, const std::vector<RGBAColor>& colors);
  void drawQuads(const Points& corners, const RGBAColor& color);
  void drawTetrahedra(const Points& corners, const RGBAColor& color);

  void drawSphere(const Vec3& center, float radius, const RGBAColor& color = RGBAColor::white()) {
    m_list.sphere(center, radius, color);
  }
  void drawSpheres(const Points& centers, float radius, const RGBAColor& color);
  void drawSpheres(const Points& centers, const std::vector<float>& radii, const RGBAColor& color);
  void drawCylinder(const Vec3& a, const Vec3& b, float radius, const RGBAColor& color, int /*sides*/ = 16) {
    m_list.cylinder(a, b, radius, color);
  }
  void drawArrow(const Vec3& from, const Vec3& to, float radius, const RGBAColor& color, int /*sides*/ = 16) {
    m_list.arrow(from, to, radius, color);
  }
  void drawCross(const Vec3& center, float length, const RGBAColor& color);
  /// The axes: x red, y green, z blue, as long as the first of the sizes.
  template <class Sizes>
  void drawFrame(const Vec3& origin, const type::Quat& orientation, const Sizes& sizes) {
    m_list.frame(origin, orientation, sizes[0]);
  }
  void drawBoundingBox(const Vec3& min, const Vec3& max, float width = 1);
  void draw3DText(const Vec3& position, float scale, const RGBAColor& color, const char* text) {
    m_list.text(position, text, scale, color);
  }

 private:
  struct State {
    bool lit = false, wireframe = false;
    core::DrawList::Faces faces = core::DrawList::Faces::both;
  };
  core::DrawList::Shading shading() const {
    return m_state.lit ? core::DrawList::Shading::lit : core::DrawList::Shading::unlit;
  }
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c, const RGBAColor& color);
  static std::size_t shown(std::size_t points, std::size_t perShape, std::size_t colors);

  core::DrawList& m_list;
  State m_state;
  std::vector<State> m_saved;
};

}  // namespace sofa::helper::visual

namespace sofa::core::visual {

using DrawTool = helper::visual::DrawTool;

/// The flags in force where a component draws.
class DisplayFlags {
 public:
  explicit DisplayFlags(const DrawList& list) : m_list(list) {}
  bool getShowVisualModels() const { return m_list.shows(type::DisplayFlags::VisualModels); }
  bool getShowBehaviorModels() const { return m_list.shows(type::DisplayFlags::BehaviorModels); }
  bool getShowForceFields() const { return m_list.shows(type::DisplayFlags::ForceFields); }
  bool getShowInteractionForceFields() const { return m_list.shows(type::DisplayFlags::InteractionForceFields); }
  bool getShowCollisionModels() const { return m_list.shows(type::DisplayFlags::CollisionModels); }
  bool getShowBoundingCollisionModels() const { return m_list.shows(type::DisplayFlags::BoundingCollisionModels); }
  bool getShowDetectionOutputs() const { return m_list.shows(type::DisplayFlags::DetectionOutputs); }
  bool getShowMappings() const { return m_list.shows(type::DisplayFlags::Mappings); }
  bool getShowMechanicalMappings() const { return m_list.shows(type::DisplayFlags::MechanicalMappings); }
  bool getShowRendering() const { return m_list.shows(type::DisplayFlags::Rendering); }
  bool getShowWireFrame() const { return m_list.shows(type::DisplayFlags::Wireframe); }
  bool getShowNormals() const { return m_list.shows(type::DisplayFlags::Normals); }

 private:
  const DrawList& m_list;
};

class VisualParams {
 public:
  explicit VisualParams(DrawList& list) : m_flags(list), m_tool(list) {}
  const DisplayFlags& displayFlags() const { return m_flags; }
  DrawTool* drawTool() const { return &m_tool; }

 private:
  DisplayFlags m_flags;
  mutable DrawTool m_tool;
};

}  // namespace sofa::core::visual
