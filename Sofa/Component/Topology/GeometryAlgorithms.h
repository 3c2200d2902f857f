// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/ListTopology.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::topology {

/// A mesh to draw, with its points where the state has them.
struct DrawnMesh {
  const core::BaseMeshTopology& topology;
  std::span<const type::Vec3> points;
  double numberScale;  ///< size of element numbers
};

/// What the geometry algorithms share: the points of a mesh as a state holds them, and their drawing.
class BaseGeometryAlgorithms : public core::Component {
 public:
  core::Data<float> d_showIndicesScale{
      this, "showIndicesScale", 1.f, "size of drawn indices", {.group = "Visualization"}};
  core::Data<bool> d_showPointIndices{
      this, "showPointIndices", false, "draw the indices of the points", {.group = "Visualization"}};
  core::Data<std::string> d_tagMechanics{this, "tagMechanics", "",
                                         "tag of the state that holds the points; default: the nearest state"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: that of the node"};

  void init() override;
  /// The mesh is read anew each time.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void draw(core::DrawList& list) const final;
  /// The state of the points; null before initialisation or if there is none.
  const core::BaseState* state() const { return m_state.get(); }

 protected:
  /// Whether the node's own state, if it has one, is as `wanted` tells; else `why` says what it is.
  static bool checkNodeState(const core::Node& node, std::string_view wanted, std::string& why);
  /// What is asked for of the elements.
  virtual void drawElements(core::DrawList&, const DrawnMesh&) const {}

 private:
  const core::BaseState* findState() const;

  core::Found<const core::BaseState> m_state;
};

/// Base of the six components, each for some types of points.
template <class DataTypes>
class GeometryAlgorithms : public BaseGeometryAlgorithms {
 public:
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
    return checkNodeState(node, DataTypes::name(), why);
  }
};

/// What is drawn of one kind of element; a part of the components below. First member: the Data register with the
/// owner.
class EdgeDisplay {
  core::Base* m_owner;

 public:
  explicit EdgeDisplay(core::Base* owner) : m_owner(owner) {}
  core::Data<bool> d_showIndices{
      m_owner, "showEdgeIndices", false, "draw the indices of the edges", {.group = "Visualization"}};
  core::Data<bool> d_draw{m_owner, "drawEdges", false, "draw the edges", {.group = "Visualization"}};
  core::Data<type::Color> d_color{
      m_owner, "drawColorEdges", {0.4f, 1.f, 0.3f, 1.f}, "colour of the edges", {.group = "Visualization"}};

  void draw(core::DrawList& list, const DrawnMesh& mesh) const;
};

class TriangleDisplay {
  core::Base* m_owner;

 public:
  explicit TriangleDisplay(core::Base* owner) : m_owner(owner) {}
  core::Data<bool> d_showIndices{
      m_owner, "showTriangleIndices", false, "draw the indices of the triangles", {.group = "Visualization"}};
  core::Data<bool> d_draw{m_owner, "drawTriangles", false, "draw the triangles", {.group = "Visualization"}};
  core::Data<type::Color> d_color{
      m_owner, "drawColorTriangles", {0.3f, 0.5f, 0.8f, 1.f}, "colour of the triangles", {.group = "Visualization"}};
  core::Data<bool> d_drawNormals{
      m_owner, "drawNormals", false, "draw the normals of the triangles", {.group = "Visualization"}};
  core::Data<double> d_normalLength{
      m_owner, "drawNormalLength", 10.0, "length of drawn normals", {.group = "Visualization"}};
  core::Data<bool> d_recomputeOrientation{m_owner, "recomputeTrianglesOrientation", false,
                                          "turn triangles at initialisation so that neighbours face the same side"};
  core::Data<bool> d_flipNormals{m_owner, "flipNormals", false,
                                 "with recomputeTrianglesOrientation: turn the first triangle, hence all"};

  void draw(core::DrawList& list, const DrawnMesh& mesh) const;
  /// Does what recomputeTrianglesOrientation asks for.
  void orient(core::BaseMeshTopology& mesh, const core::BaseState* state) const;
};

class QuadDisplay {
  core::Base* m_owner;

 public:
  explicit QuadDisplay(core::Base* owner) : m_owner(owner) {}
  core::Data<bool> d_showIndices{
      m_owner, "showQuadIndices", false, "draw the indices of the quads", {.group = "Visualization"}};
  core::Data<bool> d_draw{m_owner, "drawQuads", false, "draw the quads", {.group = "Visualization"}};
  core::Data<type::Color> d_color{
      m_owner, "drawColorQuads", {0.f, 0.4f, 0.4f, 1.f}, "colour of the quads", {.group = "Visualization"}};

  void draw(core::DrawList& list, const DrawnMesh& mesh) const;
};

}  // namespace sofa::component::topology
