// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/OglColorMap.h"
#include "Sofa/Component/Visual/VisualState.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::visual {

/// A mesh coloured by numbers given per point, per face, or per corner of each face (docs/manual/visual.md, "Colour
/// maps").
class DataDisplay : public VisualState {
 public:
  using Vec2f = type::Vec<2, float>;
  using Values = std::vector<double>;

  core::Data<bool> d_maximalRange{this, "maximalRange", true, "if true, the range of values only grows"};
  core::Data<Values> d_pointData{this, "pointData", {}, "a value per point"};
  core::Data<Values> d_triangleData{this, "triangleData", {}, "a value per triangle", {.aliases = {"cellData"}}};
  core::Data<Values> d_quadData{this, "quadData", {}, "a value per quad"};
  core::Data<Values> d_pointTriangleData{this, "pointTriangleData", {}, "three values per triangle"};
  core::Data<Values> d_pointQuadData{this, "pointQuadData", {}, "four values per quad"};
  core::Data<type::Color> d_colorNaN{this, "colorNaN", {0, 0, 0, 1}, "colour of what is not a number"};
  core::Data<Vec2f> d_userRange{this, "userRange", Vec2f(1, -1),
                                "clamps the range, or with maximalRange false replaces it, if the first is smaller"};
  core::Data<double> d_currentMin{this, "currentMin", 0.0, "smallest value of the range", {.readOnly = true}};
  core::Data<double> d_currentMax{this, "currentMax", 0.0, "largest value of the range", {.readOnly = true}};
  core::Data<float> d_shininess{this, "shininess", -1.f, "no effect: these colours are drawn without highlights"};
  core::Data<double> d_transparency{this, "transparency", 1.0, "alpha of the colours"};
  core::Link<OglColorMap> l_colorMap{this, "colorMap", "colours; default: the one in this node"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "faces; default: the topology seen from this node"};

  void init() override;
  /// The mesh is read anew each time.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  /// Checks sizes and widens the range by the current values.
  void updateVisual() override;
  void draw(core::DrawList& list) const override;

 private:
  enum class Shown { nothing, points, faces, corners };
  Shown whatIsShown() const;
  bool sizesFit(Shown shown) const;
  void widenRange(const Values& values, double& min, double& max) const;
  void drawPoints(core::DrawList& list, const helper::ColorMap& map) const;
  /// value(face, corner) for triangles and quads.
  template <class Value>
  void drawFaces(core::DrawList& list, const helper::ColorMap& map, core::DrawList::Shading shading, Value value) const;
  type::Color color(const helper::ColorMap& map, double value) const;

  Shown m_shown = Shown::nothing;
  mutable bool m_reported = false;  // a mismatch of sizes is told once
};

}  // namespace sofa::component::visual
