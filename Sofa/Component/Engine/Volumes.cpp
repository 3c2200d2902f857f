// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Geometry/Measure.h"

namespace sofa::component::engine {

/// What the engines that measure a mesh have in common: its points, when they measure, and the result. Lists that the
/// scene does not give are those of the linked or visible topology and state.
template <class DataTypes>
class VolumeEngine : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  VolumeEngine() { d_listening.set(true); }

  List<Coord> d_position{this, "position", {}, "points; default: positions of the state, else of the topology"};
  Data<double> d_volume{this, "volume", 0.0, "volume", output};
  Data<bool> d_update{this, "update", false, "if true, measured in every step; else once"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the visible one"};
  core::Link<core::State<DataTypes>> l_mechanical{this, "mechanical", "state; default: the visible one"};
  static std::string staticTemplateName() { return DataTypes::name(); }

  void init() override {
    core::connectMesh(*this, l_topology, core::MeshPlace::upstream);
    if (!l_mechanical && !l_mechanical.isGiven())
      l_mechanical.set(dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*context())));
    if (!follow(d_position, l_mechanical.get(), "position") && !follow(d_position, l_topology.get(), "position"))
      error("There are no points: set position, or add a state or a topology to the node.");
    for (core::BaseData* list : elementLists())
      follow(*list, l_topology.get(), list->options().aliases.empty() ? list->name() : list->options().aliases[0]);
    connect();
  }
  void reinit() override {
    m_measured = false;
    setDirty();
  }
  void handleEvent(core::Event& event) override {
    if (d_update.value() && core::eventAs<core::AnimateBeginEvent>(event)) setDirty(), updateNow();
  }

 protected:
  virtual std::vector<core::BaseData*> elementLists() = 0;
  virtual std::optional<double> measure(const std::vector<Vec3>& x) const = 0;
  void doUpdate() override {
    if (m_measured && !d_update.value()) return;
    m_measured = true;
    std::vector<Vec3> points;
    for (const Coord& x : d_position.value()) points.push_back(DataTypes::position(x));
    d_volume.set(measure(points).value_or(0));
    if (d_update.value()) return;
    core::readAtInit(*this, {&d_position});
    for (const auto* list : elementLists()) core::readAtInit(*this, {list});
  }

 private:
  bool m_measured = false;
};

/// Volume of tetrahedra and hexahedra, each counted positive.
class VolumeFromTetrahedrons final : public VolumeEngine<type::Vec3Types> {
 public:
  List<type::Tetrahedron> d_tetras{
      this, "tetras", {}, "tetrahedra; default: those of the topology", {.aliases = {"tetrahedra"}}};
  List<type::Hexahedron> d_hexas{
      this, "hexas", {}, "hexahedra; default: those of the topology", {.aliases = {"hexahedra"}}};

 protected:
  std::vector<core::BaseData*> elementLists() override { return {&d_tetras, &d_hexas}; }
  std::optional<double> measure(const std::vector<Vec3>& x) const override {
    if (!checkElements(d_tetras, x.size()) || !checkElements(d_hexas, x.size())) return std::nullopt;
    double volume = 0;
    for (const auto& t : d_tetras.value()) volume += geometry::tetrahedronVolume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
    for (const auto& h : d_hexas.value()) {
      std::array<Vec3, 8> corners;
      for (std::size_t i = 0; i < 8; ++i) corners[i] = x[h[i]];
      volume += geometry::hexahedronVolume(corners);
    }
    return volume;
  }
};

/// Volume inside a closed surface of triangles and quads.
template <class DataTypes>
class VolumeFromTriangles final : public VolumeEngine<DataTypes> {
  template <class T>
  using List = core::Data<std::vector<T>>;
  using Vec3 = type::Vec3;

 public:
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles; default: those of the topology"};
  List<type::Quad> d_quads{this, "quads", {}, "quads; default: those of the topology"};
  static bool canCreate(auto& node, const core::ComponentDescription& description, std::string& why) {
    return fitsVisibleState<DataTypes>(node, description, why);
  }

 protected:
  std::vector<core::BaseData*> elementLists() override { return {&d_triangles, &d_quads}; }
  std::optional<double> measure(const std::vector<Vec3>& x) const override {
    if (!this->checkElements(d_triangles, x.size()) || !this->checkElements(d_quads, x.size())) return std::nullopt;
    double sum = 0;
    const auto add = [&](type::Index a, type::Index b, type::Index c) { sum += x[a].cross(x[b]).dot(x[c]); };
    for (const auto& t : d_triangles.value()) add(t[0], t[1], t[2]);
    for (const auto& q : d_quads.value()) add(q[0], q[1], q[2]), add(q[0], q[2], q[3]);
    return std::abs(sum) / 6;
  }
};

namespace {
const auto registered = std::array{
    core::Register("VolumeFromTetrahedrons", "Sofa.Component.Engine.Generate", "volume of tetrahedra and hexahedra")
        .add<VolumeFromTetrahedrons>(true),
    core::Register("VolumeFromTriangles", "Sofa.Component.Engine.Generate", "volume inside a closed surface")
        .addAll<VolumeFromTriangles, type::Vec3Types, type::Rigid3Types>(true),
};
}  // namespace
}  // namespace sofa::component::engine
