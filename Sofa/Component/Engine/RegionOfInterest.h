#pragma once
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Geometry/OrientedBox.h"

namespace sofa::component::engine {

/// The twelve edges; of a degenerate box nothing.
void drawOrientedBox(core::DrawList& list, const geometry::OrientedBox& box, float width, const type::Color& color);

/// Selection of the points of a mesh that lie in a region, and of the elements whose nodes (strict) or centroid do
/// (docs/manual/topology.md, "Regions of interest"). Lists are in increasing order of index. The derived class says
/// what the region is.
///
/// Runs at init, and when an output is read after an input changed unless doUpdate is false.
template <class DataTypes>
class RegionOfInterest : public core::DataEngine {
 public:
  using Coord = typename DataTypes::Coord;
  using VecCoord = typename DataTypes::VecCoord;
  using Indices = std::vector<type::Index>;
  template <class E>
  using ListData = core::Data<std::vector<E>>;

  ListData<Coord> d_position{
      this,
      "position",
      {},
      "points; default: rest positions of the state, or positions of the mesh loader, of the node",
      {.group = "Inputs"}};
  ListData<type::Edge> d_edges{this, "edges", {}, "edges; default: those of the node's topology", {.group = "Inputs"}};
  ListData<type::Triangle> d_triangles{
      this, "triangles", {}, "triangles; default: those of the node's topology", {.group = "Inputs"}};
  ListData<type::Quad> d_quads{this, "quads", {}, "quads; default: those of the node's topology", {.group = "Inputs"}};
  ListData<type::Tetrahedron> d_tetrahedra{
      this, "tetrahedra", {}, "tetrahedra; default: those of the node's topology", {.group = "Inputs"}};
  ListData<type::Hexahedron> d_hexahedra{
      this, "hexahedra", {}, "hexahedra; default: those of the node's topology", {.group = "Inputs"}};
  core::Data<bool> d_computeEdges{this, "computeEdges", true, "whether edges are selected"};
  core::Data<bool> d_computeTriangles{this, "computeTriangles", true, "whether triangles are selected"};
  core::Data<bool> d_computeQuads{this, "computeQuads", true, "whether quads are selected"};
  core::Data<bool> d_computeTetrahedra{this, "computeTetrahedra", true, "whether tetrahedra are selected"};
  core::Data<bool> d_computeHexahedra{this, "computeHexahedra", true, "whether hexahedra are selected"};
  core::Data<bool> d_strict{this, "strict", true, "an element is in if all its nodes are; else if its centroid is"};
  core::Data<bool> d_doUpdate{this, "doUpdate", true, "if false the selection stays as it was at init"};

  ListData<type::Index> d_indices{this, "indices", {}, "points in the region", {.group = "Outputs"}};
  ListData<type::Index> d_edgeIndices{this, "edgeIndices", {}, "edges in the region", {.group = "Outputs"}};
  ListData<type::Index> d_triangleIndices{this, "triangleIndices", {}, "triangles in the region", {.group = "Outputs"}};
  ListData<type::Index> d_quadIndices{this, "quadIndices", {}, "quads in the region", {.group = "Outputs"}};
  ListData<type::Index> d_tetrahedronIndices{
      this, "tetrahedronIndices", {}, "tetrahedra in the region", {.group = "Outputs"}};
  ListData<type::Index> d_hexahedronIndices{
      this, "hexahedronIndices", {}, "hexahedra in the region", {.group = "Outputs"}};
  ListData<Coord> d_pointsInROI{this, "pointsInROI", {}, "points in the region", {.group = "Outputs"}};
  ListData<type::Edge> d_edgesInROI{this, "edgesInROI", {}, "edges in the region", {.group = "Outputs"}};
  ListData<type::Triangle> d_trianglesInROI{
      this, "trianglesInROI", {}, "triangles in the region", {.group = "Outputs"}};
  ListData<type::Quad> d_quadsInROI{this, "quadsInROI", {}, "quads in the region", {.group = "Outputs"}};
  ListData<type::Tetrahedron> d_tetrahedraInROI{
      this, "tetrahedraInROI", {}, "tetrahedra in the region", {.group = "Outputs"}};
  ListData<type::Hexahedron> d_hexahedraInROI{
      this, "hexahedraInROI", {}, "hexahedra in the region", {.group = "Outputs"}};
  core::Data<type::Index> d_nbIndices{this, "nbIndices", 0, "number of points in the region", {.group = "Outputs"}};
  ListData<Coord> d_pointsOutROI{this, "pointsOutROI", {}, "the other points", {.group = "Outputs"}};
  ListData<type::Edge> d_edgesOutROI{this, "edgesOutROI", {}, "the other edges", {.group = "Outputs"}};
  ListData<type::Triangle> d_trianglesOutROI{this, "trianglesOutROI", {}, "the other triangles", {.group = "Outputs"}};
  ListData<type::Tetrahedron> d_tetrahedraOutROI{
      this, "tetrahedraOutROI", {}, "the other tetrahedra", {.group = "Outputs"}};
  ListData<type::Index> d_indicesOut{this, "indicesOut", {}, "the other points", {.group = "Outputs"}};
  ListData<type::Index> d_edgeOutIndices{this, "edgeOutIndices", {}, "the other edges", {.group = "Outputs"}};
  ListData<type::Index> d_triangleOutIndices{
      this, "triangleOutIndices", {}, "the other triangles", {.group = "Outputs"}};
  ListData<type::Index> d_tetrahedronOutIndices{
      this, "tetrahedronOutIndices", {}, "the other tetrahedra", {.group = "Outputs"}};

  core::Data<bool> d_drawROI{this, "drawROI", false, "draws the region", {.group = "Visualization"}};
  core::Data<bool> d_drawPoints{
      this, "drawPoints", false, "draws the points in the region", {.group = "Visualization"}};
  core::Data<bool> d_drawEdges{this, "drawEdges", false, "draws the edges in the region", {.group = "Visualization"}};
  core::Data<bool> d_drawTriangles{
      this, "drawTriangles", false, "draws the triangles in the region", {.group = "Visualization"}};
  core::Data<bool> d_drawQuads{this, "drawQuads", false, "draws the quads in the region", {.group = "Visualization"}};
  core::Data<bool> d_drawTetrahedra{
      this, "drawTetrahedra", false, "draws the tetrahedra in the region", {.group = "Visualization"}};
  core::Data<bool> d_drawHexahedra{
      this, "drawHexahedra", false, "draws the hexahedra in the region", {.group = "Visualization"}};
  core::Data<float> d_drawSize{
      this, "drawSize", 1.0f, "size of points and width of lines (pixels)", {.group = "Visualization"}};

  static std::string staticTemplateName() { return DataTypes::name(); }
  /// Without an explicit template the one of the visible state is meant.
  static bool canCreate(core::Context& node, const core::ComponentDescription& description, std::string& why);

  void init() override;
  /// What is asked for of the region and of the selection.
  void draw(core::DrawList& list) const override;

 protected:
  enum class FirstRun { atInit, whenRead };
  explicit RegionOfInterest(FirstRun firstRun = FirstRun::atInit);

  /// Completes and checks the Data that define the region, and registers them as inputs. Called once.
  virtual void initRegion() = 0;
  /// Called before the tests of each update.
  virtual void prepareRegion() {}
  virtual bool contains(const type::Vec3& point) const = 0;
  /// The region itself, as lines of that width.
  virtual void drawRegion(core::DrawList& list, float width) const = 0;
  virtual type::Color drawnColor() const { return {1, 0.4f, 0.4f, 1}; }
  /// What an element whose nodes are inside must fulfil besides.
  virtual bool acceptsEdge(const type::Edge&) const { return true; }
  virtual bool acceptsTriangle(const type::Triangle&) const { return true; }

  type::Vec3 point(type::Index i) const { return DataTypes::position(d_position.value()[i]); }
  void doUpdate() override;

 private:
  template <class E>
  struct Selection;

  bool linkPositions();
  void linkElements();
  void selectPoints();
  /// Says once that nothing is selected.
  void tellEmpty();
  template <class E, class Accept>
  void selectElements(const Selection<E>& selection, const Accept& accept);
  std::vector<core::BaseData*> outputFields();

  FirstRun m_firstRun;
  bool m_forced = false, m_toldEmpty = false;
  std::vector<char> m_inside;  // of each point
};

}  // namespace sofa::component::engine
