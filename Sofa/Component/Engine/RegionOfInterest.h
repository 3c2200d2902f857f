// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshUpstream.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
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
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);

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

/// The lists of one kind of element; those that do not exist for it are null.
template <class DataTypes>
template <class E>
struct RegionOfInterest<DataTypes>::Selection {
  const char* kind;
  const ListData<E>& elements;
  const core::Data<bool>& wanted;
  ListData<type::Index>& indicesIn;
  ListData<E>& elementsIn;
  ListData<type::Index>* indicesOut = nullptr;
  ListData<E>* elementsOut = nullptr;
};

template <class DataTypes>
RegionOfInterest<DataTypes>::RegionOfInterest(FirstRun firstRun) : m_firstRun(firstRun) {
  // What readers see of a selection that never ran.
  d_indices.set({0});
  d_indices.unset();
}

template <class DataTypes>
bool RegionOfInterest<DataTypes>::canCreate(core::Node& node, const core::ComponentDescription& description,
                                            std::string& why) {
  if (description.has("template")) return true;
  const auto* state = core::mechanicalState(node);
  if (!state || dynamic_cast<const core::State<DataTypes>*>(state)) return true;
  why = fmt::format("the visible mechanical state, {}, holds {}", state->path(), state->dataTypesName());
  return false;
}

template <class DataTypes>
void RegionOfInterest<DataTypes>::init() {
  if (!linkPositions()) {
    error(
        "Unable to find a MechanicalObject for this component. Set position, or add a state or a mesh loader to the "
        "node.");
    setInvalid();
    return;
  }
  linkElements();
  for (core::BaseData* input : std::initializer_list<core::BaseData*>{
           &d_position, &d_edges, &d_triangles, &d_quads, &d_tetrahedra, &d_hexahedra, &d_computeEdges,
           &d_computeTriangles, &d_computeQuads, &d_computeTetrahedra, &d_computeHexahedra, &d_strict, &d_doUpdate})
    addInput(input);
  initRegion();
  for (core::BaseData* output : outputFields()) addOutput(output);
  setDirty();
  setValid();
  if (m_firstRun == FirstRun::whenRead) return;
  m_forced = true;
  updateNow();
  m_forced = false;
}

template <class DataTypes>
bool RegionOfInterest<DataTypes>::linkPositions() {
  if (d_position.isSet()) return true;
  const auto follow = [this](core::Component* source, const char* name) {
    core::BaseData* data = source ? source->findData(name) : nullptr;
    return data && d_position.setParent(data);
  };
  core::Node& node = *context();
  if (follow(core::localMechanicalState(node), "rest_position")) return true;
  for (const auto& component : node.components())
    if ((component->className().ends_with("Loader") || component->className().ends_with("MeshCreator")) &&
        follow(component.get(), "position"))
      return true;
  return follow(core::mechanicalState(node), "rest_position");
}

template <class DataTypes>
void RegionOfInterest<DataTypes>::linkElements() {
  auto* topology = core::meshUpstreamOf(*this);
  if (!topology || topology->context() != context()) return;
  const auto follow = [topology](core::BaseData& elements, bool wanted) {
    if (elements.isSet() || !wanted) return;
    if (auto* source = topology->findData(elements.name())) elements.setParent(source);
  };
  follow(d_edges, d_computeEdges.value());
  follow(d_triangles, d_computeTriangles.value());
  follow(d_quads, d_computeQuads.value());
  follow(d_tetrahedra, d_computeTetrahedra.value());
  follow(d_hexahedra, d_computeHexahedra.value());
}

template <class DataTypes>
std::vector<core::BaseData*> RegionOfInterest<DataTypes>::outputFields() {
  return {&d_indices,         &d_edgeIndices,        &d_triangleIndices,
          &d_quadIndices,     &d_tetrahedronIndices, &d_hexahedronIndices,
          &d_pointsInROI,     &d_edgesInROI,         &d_trianglesInROI,
          &d_quadsInROI,      &d_tetrahedraInROI,    &d_hexahedraInROI,
          &d_nbIndices,       &d_pointsOutROI,       &d_edgesOutROI,
          &d_trianglesOutROI, &d_tetrahedraOutROI,   &d_indicesOut,
          &d_edgeOutIndices,  &d_triangleOutIndices, &d_tetrahedronOutIndices};
}

template <class DataTypes>
void RegionOfInterest<DataTypes>::doUpdate() {
  if (!d_doUpdate.value() && !m_forced) return;
  if (d_position.value().empty())
    warning("No rest position yet defined. ROI might not work properly: it selects nothing.");
  prepareRegion();
  selectPoints();
  const auto any = [](const auto&) { return true; };
  selectElements<type::Edge>(
      {"edge", d_edges, d_computeEdges, d_edgeIndices, d_edgesInROI, &d_edgeOutIndices, &d_edgesOutROI},
      [this](const type::Edge& e) { return acceptsEdge(e); });
  selectElements<type::Triangle>({"triangle", d_triangles, d_computeTriangles, d_triangleIndices, d_trianglesInROI,
                                  &d_triangleOutIndices, &d_trianglesOutROI},
                                 [this](const type::Triangle& t) { return acceptsTriangle(t); });
  selectElements<type::Quad>({"quad", d_quads, d_computeQuads, d_quadIndices, d_quadsInROI}, any);
  selectElements<type::Tetrahedron>({"tetrahedron", d_tetrahedra, d_computeTetrahedra, d_tetrahedronIndices,
                                     d_tetrahedraInROI, &d_tetrahedronOutIndices, &d_tetrahedraOutROI},
                                    any);
  selectElements<type::Hexahedron>(
      {"hexahedron", d_hexahedra, d_computeHexahedra, d_hexahedronIndices, d_hexahedraInROI}, any);
  tellEmpty();
}

template <class DataTypes>
void RegionOfInterest<DataTypes>::tellEmpty() {
  const auto& x = d_position.value();
  const auto holds = [](const auto&... lists) { return (... || !lists.value().empty()); };
  if (m_toldEmpty || x.empty() ||
      holds(d_indices, d_edgeIndices, d_triangleIndices, d_quadIndices, d_tetrahedronIndices, d_hexahedronIndices))
    return;
  m_toldEmpty = true;
  type::BoundingBox box;
  for (const Coord& c : x) box.include(DataTypes::position(c));
  warning(
      "The region selects nothing: none of the {} points, which lie between ({:g} {:g} {:g}) and ({:g} {:g} {:g}), is "
      "in "
      "it. Move or enlarge it, or look for another unit of length.",
      x.size(), box.min.x(), box.min.y(), box.min.z(), box.max.x(), box.max.y(), box.max.z());
}

template <class DataTypes>
void RegionOfInterest<DataTypes>::selectPoints() {
  const auto& x = d_position.value();
  auto& indices = d_indices.edit();
  auto& indicesOut = d_indicesOut.edit();
  auto& pointsIn = d_pointsInROI.edit();
  auto& pointsOut = d_pointsOutROI.edit();
  indices.clear();
  indicesOut.clear();
  pointsIn.clear();
  pointsOut.clear();
  m_inside.assign(x.size(), 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    m_inside[i] = contains(DataTypes::position(x[i]));
    (m_inside[i] ? indices : indicesOut).push_back(static_cast<type::Index>(i));
    (m_inside[i] ? pointsIn : pointsOut).push_back(x[i]);
  }
  d_nbIndices.set(static_cast<type::Index>(indices.size()));
}

template <class DataTypes>
template <class E, class Accept>
void RegionOfInterest<DataTypes>::selectElements(const Selection<E>& selection, const Accept& accept) {
  auto& indicesIn = selection.indicesIn.edit();
  auto& elementsIn = selection.elementsIn.edit();
  indicesIn.clear();
  elementsIn.clear();
  auto* indicesOut = selection.indicesOut ? &selection.indicesOut->edit() : nullptr;
  auto* elementsOut = selection.elementsOut ? &selection.elementsOut->edit() : nullptr;
  if (indicesOut) indicesOut->clear();
  if (elementsOut) elementsOut->clear();
  if (!selection.wanted.value()) return;

  const auto& elements = selection.elements.value();
  const bool strict = d_strict.value();
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const E& element = elements[k];
    if (const auto bad =
            std::find_if(element.begin(), element.end(), [&](type::Index i) { return i >= m_inside.size(); });
        bad != element.end()) {
      if (!m_inside.empty())
        error("The {} {} refers to point {}, there are {} points; the {}s from there on are left out.", selection.kind,
              k, *bad, m_inside.size(), selection.kind);
      return;
    }
    bool inside = true;
    if (strict) {
      inside = std::all_of(element.begin(), element.end(), [&](type::Index i) { return m_inside[i]; });
    } else {
      type::Vec3 centroid = type::Vec3::Zero();
      for (const auto i : element) centroid += point(i);
      inside = contains(centroid / static_cast<double>(element.size()));
    }
    inside = inside && accept(element);
    if (inside) {
      indicesIn.push_back(static_cast<type::Index>(k));
      elementsIn.push_back(element);
    } else if (indicesOut) {
      indicesOut->push_back(static_cast<type::Index>(k));
      elementsOut->push_back(element);
    }
  }
}

template <class DataTypes>
void RegionOfInterest<DataTypes>::draw(core::DrawList& list) const {
  if (!list.shows(type::DisplayFlags::BehaviorModels)) return;
  const float size = d_drawSize.value();
  const type::Color color = drawnColor();
  if (d_drawROI.value()) drawRegion(list, size);
  if (d_drawPoints.value())
    for (const Coord& x : d_pointsInROI.value()) list.point(DataTypes::position(x), size, color);
  static thread_local core::DrawnPoints drawn;
  const auto points = drawn.of<DataTypes>(d_position.value());
  if (d_drawEdges.value()) core::drawOutlines(list, d_edgesInROI.value(), points, size, color);
  if (d_drawTriangles.value()) core::drawElements(list, d_trianglesInROI.value(), points, 0, {&color, 1});
  if (d_drawQuads.value()) core::drawElements(list, d_quadsInROI.value(), points, 0, {&color, 1});
  if (d_drawTetrahedra.value()) core::drawOutlines(list, d_tetrahedraInROI.value(), points, size, color);
  if (d_drawHexahedra.value()) core::drawOutlines(list, d_hexahedraInROI.value(), points, size, color);
}

}  // namespace sofa::component::engine
