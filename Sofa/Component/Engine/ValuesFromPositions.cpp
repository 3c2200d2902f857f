// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/DrawList.h"

namespace sofa::component::engine {

/// Values that vary along a direction: inputValues are spread evenly between the bounds of the scene along x, and a
/// point gets what lies at its coordinate along `direction`, interpolated. Elements take the value at their centroid.
/// As a field of vectors, the values are the lengths of vectors along `direction`.
template <class DataTypes>
class ValuesFromPositions final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  List<double> d_inputValues{this, "inputValues", {}, "values, at even distances", input};
  Data<Vec3> d_direction{this, "direction", Vec3::UnitY(), "direction, of any length", input};
  List<Coord> d_position{this,
                         "position",
                         {},
                         "points; default: rest positions of the visible state",
                         {.aliases = {"rest_position"}, .group = "Inputs"}};
  List<type::Edge> d_edges{this, "edges", {}, "edges; default: those of the visible topology", input};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles; default: those of the visible topology", input};
  List<type::Tetrahedron> d_tetrahedra{
      this, "tetrahedra", {}, "tetrahedra; default: those of the visible topology", input};
  List<double> d_values{this, "values", {}, "value of each point", output};
  List<double> d_edgeValues{this, "edgeValues", {}, "value of each edge", output};
  List<double> d_triangleValues{this, "triangleValues", {}, "value of each triangle", output};
  List<double> d_tetrahedronValues{this, "tetrahedronValues", {}, "value of each tetrahedron", output};
  List<Vec3> d_pointVectors{this, "pointVectors", {}, "vector of each point", output};
  List<Vec3> d_edgeVectors{this, "edgeVectors", {}, "vector of each edge", output};
  List<Vec3> d_triangleVectors{this, "triangleVectors", {}, "vector of each triangle", output};
  List<Vec3> d_tetrahedronVectors{this, "tetrahedronVectors", {}, "vector of each tetrahedron", output};
  Data<type::OptionGroup> d_fieldType{this, "fieldType", type::OptionGroup({"Scalar", "Vector"}),
                                      "whether values or vectors are computed"};
  Data<bool> d_drawVectors{this, "drawVectors", false, "draws the vectors of the points", visual};
  Data<float> d_drawVectorLength{this, "drawVectorLength", 10.0f, "length of a drawn vector of length 1", visual};
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(auto& node, const core::ComponentDescription& description, std::string& why) {
    return fitsVisibleState<DataTypes>(node, description, why);
  }

  void init() override {
    if (!followPoints(d_position)) error("There are no points: set position, or add a state to the node.");
    followTopology({&d_edges, &d_triangles, &d_tetrahedra});
    addInput(&context()->root()->d_bbox);
    connect();
  }

  void draw(core::DrawList& list) const override {
    const auto& x = d_position.value();
    const auto& vectors = d_pointVectors.value();
    if (d_drawVectors.value())
      for (std::size_t i = 0; i < std::min(x.size(), vectors.size()); ++i) {
        const Vec3 from = DataTypes::position(x[i]);
        list.line(from, from + d_drawVectorLength.value() * vectors[i], 1, {0, 1, 1, 1});
      }
  }

 protected:
  void doUpdate() override {
    const std::size_t n = d_position.value().size();
    const bool fits = checkElements(d_edges, n) && checkElements(d_triangles, n) && checkElements(d_tetrahedra, n);
    std::vector<type::Element<1>> points;
    for (Index i = 0; i < n; ++i) points.emplace_back(i);
    fill(points, d_values, d_pointVectors);
    fill(fits ? d_edges.value() : std::vector<type::Edge>(), d_edgeValues, d_edgeVectors);
    fill(fits ? d_triangles.value() : std::vector<type::Triangle>(), d_triangleValues, d_triangleVectors);
    fill(fits ? d_tetrahedra.value() : std::vector<type::Tetrahedron>(), d_tetrahedronValues, d_tetrahedronVectors);
  }

 private:
  template <class Elements>
  void fill(const Elements& elements, List<double>& values, List<Vec3>& vectors) const {
    auto& scalars = values.edit();
    auto& arrows = vectors.edit();
    scalars.clear(), arrows.clear();
    const double length = d_direction.value().norm();
    const Vec3 direction = length > 0 ? Vec3(d_direction.value() / length) : Vec3::Zero();
    for (const auto& element : elements) {
      Vec3 centroid = Vec3::Zero();
      for (const Index i : element) centroid += DataTypes::position(d_position.value()[i]);
      const double value = valueAt(direction.dot(centroid) / static_cast<double>(element.size()));
      if (d_fieldType.value().is("Vector"))
        arrows.push_back(value * direction);
      else
        scalars.push_back(value);
    }
  }

  double valueAt(double coordinate) const {
    const auto& values = d_inputValues.value();
    const type::BoundingBox& box = context()->root()->d_bbox.value();
    if (values.empty()) return 0;
    const double range = box.max.x() - box.min.x();
    const double last = static_cast<double>(values.size() - 1);
    const double t = range > 0 ? std::clamp((coordinate - box.min.x()) / range, 0.0, 1.0) * last : 0.0;
    const std::size_t k = std::min(static_cast<std::size_t>(t), values.size() > 1 ? values.size() - 2 : 0);
    const double part = t - static_cast<double>(k);
    return values.size() == 1 ? values[0] : (1 - part) * values[k] + part * values[k + 1];
  }
};

namespace {
const auto registered =
    core::Register("ValuesFromPositions", "Sofa.Component.Engine.Select", "values that vary along a direction")
        .addAll<ValuesFromPositions, type::Vec3Types, type::Rigid3Types>(true);
}  // namespace
}  // namespace sofa::component::engine
