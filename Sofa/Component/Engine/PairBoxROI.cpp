// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/DrawList.h"

namespace sofa::component::engine {

/// Selects the points that lie in one box and not in a second one, faces included in either.
template <class DataTypes>
class PairBoxROI final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  using Box = type::Vec6;
  Data<Box> d_inclusiveBox{this, "inclusiveBox", Box::Zero(), "box to be in: xmin ymin zmin xmax ymax zmax", input};
  Data<Box> d_includedBox{this, "includedBox", Box::Zero(), "box not to be in", input};
  List<Coord> d_position{
      this, "position", {}, "points; default: rest positions of the visible state, else of the mesh loader", input};
  List<Coord> d_meshPosition{this, "meshPosition", {}, "points taken where there are none else", input};
  List<Index> d_indices{this, "indices", {}, "points selected", output};
  List<Coord> d_pointsInRoi{this, "pointsInROI", {}, "points selected", output};
  Data<bool> d_drawInclusiveBox{this, "drawInclusiveBox", false, "draws the box to be in", visual};
  Data<bool> d_drawIncludedBox{this, "drawIncludedBox", false, "draws the box not to be in", visual};
  Data<bool> d_drawPoints{this, "drawPoints", false, "draws the points selected", visual};
  Data<double> d_drawSize{this, "drawSize", 0.0, "size of points and width of lines (pixels)", visual};
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(auto& node, const core::ComponentDescription& description, std::string& why) {
    return fitsVisibleState<DataTypes>(node, description, why);
  }

  void init() override {
    if (!followPoints(d_position) && !d_meshPosition.isSet())
      error("There are no points: set position, or add a state or a mesh loader to the node.");
    for (auto* data : {&d_inclusiveBox, &d_includedBox}) {
      const Box b = data->value();
      if ((b.head<3>().array() > b.tail<3>().array()).any()) {
        Box sorted;
        sorted << b.head<3>().cwiseMin(b.tail<3>()), b.head<3>().cwiseMax(b.tail<3>());
        data->set(sorted);
      }
    }
    connect();
    updateNow();
  }

  void draw(core::DrawList& list) const override {
    if (!list.shows(type::DisplayFlags::BehaviorModels)) return;
    const type::Color color{1, 0.4f, 0.4f, 1};
    const float size = std::max(1.0f, static_cast<float>(d_drawSize.value()));
    const auto drawBox = [&](const Box& b) { list.box({b.head<3>(), b.tail<3>()}, size, color); };
    if (d_drawInclusiveBox.value()) drawBox(d_inclusiveBox.value());
    if (d_drawIncludedBox.value()) drawBox(d_includedBox.value());
    if (d_drawPoints.value())
      for (const Coord& x : d_pointsInRoi.value()) list.point(DataTypes::position(x), size, color);
  }

 protected:
  void doUpdate() override {
    const auto& x = d_position.value().empty() ? d_meshPosition.value() : d_position.value();
    auto& indices = d_indices.edit();
    auto& points = d_pointsInRoi.edit();
    indices.clear();
    points.clear();
    const Box &outer = d_inclusiveBox.value(), &inner = d_includedBox.value();
    if (outer.isZero(0) || inner.isZero(0))
      return warning("inclusiveBox and includedBox have to be given; nothing is selected.");
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Vec3 p = DataTypes::position(x[i]);
      if (!contains(outer, p) || contains(inner, p)) continue;
      indices.push_back(static_cast<Index>(i));
      points.push_back(x[i]);
    }
  }

 private:
  static bool contains(const Box& box, const Vec3& p) {
    return (p.array() >= box.head<3>().array()).all() && (p.array() <= box.tail<3>().array()).all();
  }
};

namespace {
const auto registered =
    core::Register("PairBoxROI", "Sofa.Component.Engine.Select", "selects the points between two boxes")
        .addAll<PairBoxROI, type::Vec3Types, type::Vec6Types, type::Rigid3Types>(true);
}  // namespace
}  // namespace sofa::component::engine
