// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Geometry/Surface.h"

namespace sofa::component::engine {

/// Makes a body of some triangles of a surface: they are its bottom, turned over, and its top lies at heightFactor
/// along the normals of the points. Point 2k is the k-th surface point met, point 2k + 1 the one above it.
class ExtrudeSurface final : public Engine {
 public:
  Data<bool> d_isVisible{this, "isVisible", true, "draws the body", visual};
  Data<double> d_heightFactor{this, "heightFactor", 1.0, "height of the body"};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles of the surface", input};
  List<Vec3> d_extrusionVertices{this, "extrusionVertices", {}, "points of the body", output};
  List<Vec3> d_surfaceVertices{this, "surfaceVertices", {}, "points of the surface", input};
  List<type::Triangle> d_extrusionTriangles{this, "extrusionTriangles", {}, "triangles of the body", output};
  List<Index> d_surfaceTriangles{this, "surfaceTriangles", {}, "which triangles are extruded", input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void draw(core::DrawList& list) const override {
    if (!d_isVisible.value() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
    const auto& x = d_extrusionVertices.value();
    for (const auto& t : d_extrusionTriangles.value())
      list.triangle(x[t[0]], x[t[1]], x[t[2]], {0, 0.7f, 0.7f, 1}, core::DrawList::Shading::lit);
  }

 protected:
  void doUpdate() override {
    const auto& x = d_surfaceVertices.value();
    auto& points = d_extrusionVertices.edit();
    auto& triangles = d_extrusionTriangles.edit();
    points.clear();
    triangles.clear();
    if (!checkElements(d_triangles, x.size())) return;
    std::vector<type::Triangle> chosen;
    std::vector<Vec3> normals(x.size(), Vec3::Zero());
    forEachValid(d_surfaceTriangles, d_triangles.value().size(), [&](Index i) {
      const auto& t = chosen.emplace_back(d_triangles.value()[i]);
      const Vec3 normal = (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).normalized();
      for (const Index p : t) normals[p] += normal;
    });
    std::map<Index, Index> bottom;  // of each point
    std::map<type::Edge, int> uses;
    for (const auto& t : chosen) {
      type::Triangle b;
      for (std::size_t c = 0; c < 3; ++c) {
        const auto [entry, isNew] = bottom.try_emplace(t[c], static_cast<Index>(points.size()));
        b[c] = entry->second;
        if (!isNew) continue;
        points.push_back(x[t[c]]);
        points.push_back(x[t[c]] + normals[t[c]].normalized() * d_heightFactor.value());
      }
      triangles.emplace_back(b[0], b[2], b[1]);
      triangles.emplace_back(b[0] + 1, b[1] + 1, b[2] + 1);
      for (const type::Edge& e : {type::Edge(b[0], b[1]), type::Edge(b[1], b[2]), type::Edge(b[0], b[2])}) {
        const type::Edge reversed(e[1], e[0]);
        ++uses[uses.contains(reversed) ? reversed : e];
      }
    }
    for (const auto& [edge, n] : uses) {
      if (n > 1) continue;
      triangles.emplace_back(edge[0], edge[1], edge[0] + 1);
      triangles.emplace_back(edge[1] + 1, edge[0] + 1, edge[1]);
    }
  }
};

/// Moves a curve along a direction, from -thicknessIn to thicknessOut: quads between the copies of its edges.
class ExtrudeEdgesAndGenerateQuads final : public Engine {
 public:
  Data<Vec3> d_direction{this, "extrudeDirection", Vec3::UnitX(), "direction, of any length"};
  Data<double> d_thicknessIn{this, "thicknessIn", 0.0, "how far it goes against the direction"};
  Data<double> d_thicknessOut{this, "thicknessOut", 1.0, "how far it goes along the direction"};
  Data<int> d_sections{this, "numberOfSections", 1, "number of quads across"};
  List<Vec3> d_curveVertices{this, "curveVertices", {}, "points of the curve", input};
  List<type::Edge> d_curveEdges{this, "curveEdges", {}, "its edges", input};
  List<Vec3> d_vertices{this, "extrudedVertices", {}, "points: the copies of each point of the curve in turn", output};
  List<type::Edge> d_edges{this, "extrudedEdges", {}, "edges: the copies of those of the curve, and across", output};
  List<type::Quad> d_quads{this, "extrudedQuads", {}, "quads", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    const auto& x = d_curveVertices.value();
    auto& points = d_vertices.edit();
    auto& edges = d_edges.edit();
    auto& quads = d_quads.edit();
    points.clear(), edges.clear(), quads.clear();
    if (!checkElements(d_curveEdges, x.size())) return;
    if (d_sections.value() < 1 || d_direction.value().isZero(0))
      return error("numberOfSections is {} and extrudeDirection {}: there is nothing to extrude.", d_sections.value(),
                   type::toText(d_direction.value()));
    const Index n = static_cast<Index>(d_sections.value());
    const Vec3 along = d_direction.value().normalized();
    for (std::size_t i = 0; i < x.size(); ++i)
      for (Index s = 0; s <= n; ++s) {
        const double t = -d_thicknessIn.value() + s * (d_thicknessIn.value() + d_thicknessOut.value()) / n;
        if (s > 0) edges.emplace_back(points.size() - 1, points.size());
        points.push_back(x[i] + t * along);
      }
    for (const auto& edge : d_curveEdges.value())
      for (Index s = 0; s <= n; ++s) {
        const Index p = edge[0] * (n + 1) + s, q = edge[1] * (n + 1) + s;
        edges.emplace_back(p, q);
        if (s < n) quads.emplace_back(p, p + 1, q + 1, q);
      }
  }
};

/// Thickens a surface of quads to hexahedra: the layers lie along the normals of its points, from -thicknessIn to
/// thicknessOut, both times scale.
class ExtrudeQuadsAndGenerateHexas final : public Engine {
 public:
  Data<bool> d_isVisible{this, "isVisible", true, "draws the edges of the layers", visual};
  Data<Vec3> d_scale{this, "scale", Vec3::Ones(), "factor of the thickness along each axis"};
  Data<double> d_thicknessIn{this, "thicknessIn", 0.0, "how far the body reaches against the normals"};
  Data<double> d_thicknessOut{this, "thicknessOut", 1.0, "how far it reaches along the normals"};
  Data<int> d_slices{this, "numberOfSlices", 1, "number of layers"};
  Data<bool> d_flipNormals{this, "flipNormals", false, "if true, the normals point to the other side"};
  List<Vec3> d_surfaceVertices{this, "surfaceVertices", {}, "points of the surface", input};
  List<type::Quad> d_surfaceQuads{this, "surfaceQuads", {}, "its quads", input};
  List<Vec3> d_vertices{this, "extrudedVertices", {}, "points: the copies of each surface point in turn", output};
  List<type::Quad> d_outerQuads{this, "extrudedSurfaceQuads", {}, "quads of the first and the last layer", output};
  List<type::Quad> d_quads{this, "extrudedQuads", {}, "quads of all layers and between them", output};
  List<type::Hexahedron> d_hexas{this, "extrudedHexas", {}, "hexahedra", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void draw(core::DrawList& list) const override {
    if (!d_isVisible.value() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
    for (const auto& q : d_quads.value())
      for (std::size_t c = 0; c < 4; ++c)
        list.line(d_vertices.value()[q[c]], d_vertices.value()[q[(c + 1) % 4]], 1, {0, 0.7f, 0.7f, 1});
  }

 protected:
  void doUpdate() override {
    const auto& x = d_surfaceVertices.value();
    auto& points = d_vertices.edit();
    auto &outer = d_outerQuads.edit(), &quads = d_quads.edit();
    auto& hexas = d_hexas.edit();
    points.clear(), outer.clear(), quads.clear(), hexas.clear();
    if (!checkElements(d_surfaceQuads, x.size())) return;
    if (d_slices.value() < 1) return error("numberOfSlices is {}; it should be 1 or more.", d_slices.value());
    const Index n = static_cast<Index>(d_slices.value());
    std::vector<Vec3> normals;
    geometry::vertexNormals(x, {}, d_surfaceQuads.value(), {}, normals);
    const double in = d_thicknessIn.value(), out = d_thicknessOut.value();
    for (std::size_t i = 0; i < x.size(); ++i)
      for (Index s = 0; s <= n; ++s)
        points.push_back(x[i] + (d_flipNormals.value() ? -1.0 : 1.0) * (-in + s * (in + out) / n) *
                                    normals[i].cwiseProduct(d_scale.value()));
    for (const auto& q : d_surfaceQuads.value())
      for (Index s = 0; s <= n; ++s) {
        type::Quad layer, next;
        for (std::size_t c = 0; c < 4; ++c) layer[c] = q[c] * (n + 1) + s, next[c] = layer[c] + 1;
        quads.push_back(layer);
        if (s == 0 || s == n) outer.push_back(layer);
        if (s == n) continue;
        hexas.emplace_back(layer[0], layer[1], layer[2], layer[3], next[0], next[1], next[2], next[3]);
        for (std::size_t c = 0; c < 4; ++c)
          quads.emplace_back(layer[c], layer[(c + 1) % 4], next[(c + 1) % 4], next[c]);
      }
  }
};

namespace {
const auto registered = std::array{
    core::Register("ExtrudeSurface", "Sofa.Component.Engine.Generate", "a body of triangles of a surface")
        .add<ExtrudeSurface>(true),
    core::Register("ExtrudeEdgesAndGenerateQuads", "Sofa.Component.Engine.Generate", "moves a curve along a direction")
        .add<ExtrudeEdgesAndGenerateQuads>(true),
    core::Register("ExtrudeQuadsAndGenerateHexas", "Sofa.Component.Engine.Generate", "thickens a surface of quads")
        .add<ExtrudeQuadsAndGenerateHexas>(true),
};
}  // namespace
}  // namespace sofa::component::engine
