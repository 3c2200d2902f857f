// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/MeshDrawing.h"

namespace sofa::component::engine {

/// Splits a mesh by boxes or spheres: an element is inside if one of them holds all its points, all others are outside.
/// Points inside that elements outside name are the border. With localIndices the elements of either part refer to its
/// own list of points, which starts with the points of the border in ascending order, in both parts; where
/// tetrahedraInput chooses, each part has its points in the order in which its elements name them.
template <class DataTypes>
class SubsetTopology final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  using Box = type::Vec6;
  List<Box> d_box{this, "box", {(Box() << 0, 0, 0, 1, 1, 1).finished()}, "boxes: xmin ymin zmin xmax ymax zmax"};
  List<Vec3> d_centers{this, "centers", {}, "centres of spheres, which are used instead of the boxes"};
  List<double> d_radii{this, "radii", {}, "their radii; the last one given is that of all others"};
  List<Coord> d_restPosition{this, "rest_position", {}, "points; default: rest positions of the visible state"};
  List<type::Edge> d_edges{this, "edges", {}, "edges; default: those of the visible topology"};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles; default: those of the visible topology"};
  List<type::Quad> d_quads{this, "quads", {}, "quads"};
  List<type::Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra; default: those of the visible topology"};
  List<type::Hexahedron> d_hexahedra{this, "hexahedra", {}, "hexahedra"};
  List<Index> d_tetrahedraInput{this, "tetrahedraInput", {}, "tetrahedra that count as inside; empty: by their points"};
  Data<bool> d_localIndices{this, "localIndices", false, "whether elements refer to the points of their part"};

  List<Index> d_indices{this, "indices", {0}, "points inside", output};
  List<Index> d_edgeIndices{this, "edgeIndices", {}, "edges inside", output};
  List<Index> d_triangleIndices{this, "triangleIndices", {}, "triangles inside", output};
  List<Index> d_quadIndices{this, "quadIndices", {}, "quads inside", output};
  List<Index> d_tetrahedronIndices{this, "tetrahedronIndices", {}, "tetrahedra inside", output};
  List<Index> d_hexahedronIndices{this, "hexahedronIndices", {}, "hexahedra inside", output};
  List<Coord> d_pointsInRoi{this, "pointsInROI", {}, "points inside", output};
  List<Coord> d_pointsOutRoi{this, "pointsOutROI", {}, "points outside", output};
  List<type::Edge> d_edgesInRoi{this, "edgesInROI", {}, "edges inside", output};
  List<type::Edge> d_edgesOutRoi{this, "edgesOutROI", {}, "edges outside", output};
  List<type::Triangle> d_trianglesInRoi{this, "trianglesInROI", {}, "triangles inside", output};
  List<type::Triangle> d_trianglesOutRoi{this, "trianglesOutROI", {}, "triangles outside", output};
  List<type::Quad> d_quadsInRoi{this, "quadsInROI", {}, "quads inside", output};
  List<type::Quad> d_quadsOutRoi{this, "quadsOutROI", {}, "quads outside", output};
  List<type::Tetrahedron> d_tetrahedraInRoi{this, "tetrahedraInROI", {}, "tetrahedra inside", output};
  List<type::Tetrahedron> d_tetrahedraOutRoi{this, "tetrahedraOutROI", {}, "tetrahedra outside", output};
  List<type::Hexahedron> d_hexahedraInRoi{this, "hexahedraInROI", {}, "hexahedra inside", output};
  List<type::Hexahedron> d_hexahedraOutRoi{this, "hexahedraOutROI", {}, "hexahedra outside", output};
  Data<Index> d_border{this, "nbrborder", 0, "number of points on the border", output};

  Data<bool> d_drawRoi{this, "drawROI", false, "draws the boxes or spheres", visual};
  Data<bool> d_drawPoints{this, "drawPoints", false, "draws the points inside", visual};
  Data<bool> d_drawEdges{this, "drawEdges", false, "draws the edges inside", visual};
  Data<bool> d_drawTriangles{this, "drawTriangle", false, "draws the triangles inside", visual};
  Data<bool> d_drawTetrahedra{this, "drawTetrahedra", false, "draws the tetrahedra inside", visual};
  Data<double> d_drawSize{this, "drawSize", 1.0, "size of points and width of lines (pixels)", visual};
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(auto& node, const core::ComponentDescription& description, std::string& why) {
    return fitsVisibleState<DataTypes>(node, description, why);
  }

  void init() override {
    if (!followPoints(d_restPosition))
      error("There are no points: set rest_position, or add a state or a mesh loader to the node.");
    followTopology({&d_edges, &d_triangles, &d_tetrahedra});
    if (!d_centers.value().empty() && d_radii.value().empty())
      error("radii is missing: give one radius, or one for each of the {} centers.", d_centers.value().size());
    connect();
    updateNow();
  }

  void draw(core::DrawList& list) const override {
    if (!list.shows(type::DisplayFlags::BehaviorModels)) return;
    const type::Color cyan{0, 1, 1, 1};
    const float size = static_cast<float>(d_drawSize.value());
    if (d_drawRoi.value() && d_centers.value().empty())
      for (const Box& b : d_box.value()) list.box({b.head<3>(), b.tail<3>()}, size, cyan);
    if (d_drawRoi.value() && !d_radii.value().empty())
      for (std::size_t k = 0; k < d_centers.value().size(); ++k)
        list.sphere(d_centers.value()[k], radius(k), {0, 1, 1, 0.3f});
    static thread_local core::DrawnPoints drawn;
    const auto all = drawn.of<DataTypes>(d_restPosition.value());
    const auto drawChosen = [&](const auto& elements, const auto& indices) {
      for (const Index e : indices.value()) core::drawOutline(list, elements.value()[e], all, 0, size, cyan);
    };
    if (d_drawPoints.value())
      for (const Index i : d_indices.value())
        if (i < all.size()) list.point(all[i], size, cyan);
    if (d_drawEdges.value()) drawChosen(d_edges, d_edgeIndices);
    if (d_drawTriangles.value()) drawChosen(d_triangles, d_triangleIndices);
    if (d_drawTetrahedra.value()) drawChosen(d_tetrahedra, d_tetrahedronIndices);
  }

 protected:
  void doUpdate() override {
    const auto& x = d_restPosition.value();
    m_inside.assign(x.size(), 0);
    m_border.assign(x.size(), 0);
    m_given.clear();
    if (d_tetrahedraInput.value().empty())
      for (std::size_t i = 0; i < x.size(); ++i) m_inside[i] = anyVolumeHolds(std::span(&x[i], 1));
    else if (checkElements(d_tetrahedra, x.size()))
      takeGivenTetrahedra();
    select(d_edges, d_edgeIndices, d_edgesInRoi, d_edgesOutRoi);
    select(d_triangles, d_triangleIndices, d_trianglesInRoi, d_trianglesOutRoi);
    select(d_quads, d_quadIndices, d_quadsInRoi, d_quadsOutRoi);
    select(d_tetrahedra, d_tetrahedronIndices, d_tetrahedraInRoi, d_tetrahedraOutRoi);
    select(d_hexahedra, d_hexahedronIndices, d_hexahedraInRoi, d_hexahedraOutRoi);
    d_border.set(static_cast<Index>(std::count(m_border.begin(), m_border.end(), 1)));
    const bool local = d_localIndices.value(), named = local && !m_given.empty();
    std::vector<Index> in, out;
    if (named) {
      in = inOrderOfNaming(d_tetrahedraInRoi, d_edgesInRoi, d_trianglesInRoi, d_quadsInRoi, d_hexahedraInRoi);
      out = inOrderOfNaming(d_tetrahedraOutRoi, d_edgesOutRoi, d_trianglesOutRoi, d_quadsOutRoi, d_hexahedraOutRoi);
    } else if (local) {
      for (Index i = 0; i < x.size(); ++i)
        if (m_border[i]) in.push_back(i);
      out = in;
    }
    const auto appendOthers = [&](std::vector<Index>& part, bool inside) {
      std::vector<char> there(x.size(), 0);
      for (const Index i : part) there[i] = 1;
      for (Index i = 0; i < x.size(); ++i)
        if (bool(m_inside[i]) == inside && !there[i]) part.push_back(i);
    };
    appendOthers(in, true);
    appendOthers(out, false);
    if (local) {
      makeLocal(in, d_edgesInRoi, d_trianglesInRoi, d_quadsInRoi, d_tetrahedraInRoi, d_hexahedraInRoi);
      makeLocal(out, d_edgesOutRoi, d_trianglesOutRoi, d_quadsOutRoi, d_tetrahedraOutRoi, d_hexahedraOutRoi);
    }
    const auto pick = [&](const std::vector<Index>& indices, auto& points) {
      points.clear();
      for (const Index i : indices) points.push_back(x[i]);
    };
    pick(in, d_pointsInRoi.edit());
    pick(out, d_pointsOutRoi.edit());
    d_indices.set(std::move(in));
  }

 private:
  double radius(std::size_t k) const { return d_radii.value()[std::min(k, d_radii.value().size() - 1)]; }

  /// Whether all points lie in the same sphere or box.
  bool anyVolumeHolds(std::span<const Coord> points) const {
    const auto all = [&](const auto& holds) {
      return std::ranges::all_of(points, [&](const Coord& x) { return holds(DataTypes::position(x)); });
    };
    const auto& centers = d_centers.value();
    for (std::size_t k = 0; k < centers.size() && !d_radii.value().empty(); ++k)
      if (all([&](const Vec3& p) { return (p - centers[k]).norm() <= radius(k); })) return true;
    if (!centers.empty()) return false;
    return std::ranges::any_of(d_box.value(), [&](const Box& b) {
      const Vec3 low = b.head<3>().cwiseMin(b.tail<3>()), high = b.head<3>().cwiseMax(b.tail<3>());
      return all([&](const Vec3& p) { return (p.array() >= low.array()).all() && (p.array() <= high.array()).all(); });
    });
  }

  void takeGivenTetrahedra() {
    const auto& tetrahedra = d_tetrahedra.value();
    m_given.assign(tetrahedra.size(), 0);
    forEachValid(d_tetrahedraInput, tetrahedra.size(), [&](Index t) {
      m_given[t] = 1;
      for (const Index i : tetrahedra[t]) m_inside[i] = 1;
    });
  }

  template <class E>
  bool isInside(Index k, const E& element) const {
    if constexpr (std::is_same_v<E, type::Tetrahedron>)
      if (!m_given.empty()) return m_given[k];
    if (!std::ranges::all_of(element, [&](Index i) { return m_inside[i]; })) return false;
    if (!m_given.empty()) return true;
    std::array<Coord, std::tuple_size_v<typename E::array>> corners;
    for (std::size_t c = 0; c < corners.size(); ++c) corners[c] = d_restPosition.value()[element[c]];
    return anyVolumeHolds(corners);
  }

  template <class E>
  void select(const List<E>& elements, List<Index>& indices, List<E>& inside, List<E>& outside) {
    auto &in = inside.edit(), &out = outside.edit();
    auto& chosen = indices.edit();
    in.clear(), out.clear(), chosen.clear();
    if (!checkElements(elements, m_inside.size())) return;
    for (Index k = 0; k < elements.value().size(); ++k) {
      const E& element = elements.value()[k];
      if (isInside(k, element)) {
        in.push_back(element);
        chosen.push_back(k);
      } else {
        out.push_back(element);
        for (const Index i : element) m_border[i] = m_inside[i];
      }
    }
  }

  template <class... Lists>
  std::vector<Index> inOrderOfNaming(const Lists&... lists) const {
    std::vector<Index> points;
    std::vector<char> there(m_inside.size(), 0);
    const auto append = [&](const auto& list) {
      for (const auto& element : list.value())
        for (const Index i : element)
          if (!std::exchange(there[i], 1)) points.push_back(i);
    };
    (append(lists), ...);
    return points;
  }

  template <class... Lists>
  void makeLocal(const std::vector<Index>& points, Lists&... lists) const {
    std::vector<Index> number(m_inside.size(), type::invalidIndex);
    for (Index k = 0; k < points.size(); ++k) number[points[k]] = k;
    const auto renumber = [&](auto& list) {
      for (auto& element : list.edit())
        for (Index& i : element) i = number[i];
    };
    (renumber(lists), ...);
  }

  std::vector<char> m_inside, m_border;  ///< of each point
  std::vector<char> m_given;             ///< of each tetrahedron, if tetrahedraInput chooses; else empty
};

namespace {
constexpr const char* noAngles = "It never chose elements; delete it.";
const auto registered =
    core::Register("SubsetTopology", "Sofa.Component.Engine.Select", "splits a mesh into a part and the rest")
        .addAll<SubsetTopology, type::Vec3Types, type::Rigid3Types>(true)
        .ignores("direction", noAngles)
        .ignores("normal", noAngles)
        .ignores("edgeAngle", noAngles)
        .ignores("triAngle", noAngles);
}  // namespace
}  // namespace sofa::component::engine
