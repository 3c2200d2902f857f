// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {

/// A block of cells, as hexahedra and as six tetrahedra each; or, with resolution 0 along z, a plane of quads and of
/// two triangles each.
template <class DataTypes>
class GenerateGrid final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  using Counts = type::Vec<3, std::uint64_t>;
  List<Coord> d_outputPosition{
      this, "output_position", {}, "points, x running fastest", {.aliases = {"position"}, .group = "Outputs"}};
  List<type::Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra", output};
  List<type::Quad> d_quads{this, "quads", {}, "quads of a plane", output};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles of a plane", output};
  List<type::Hexahedron> d_hexahedra{this, "hexahedra", {}, "hexahedra", output};
  Data<Vec3> d_min{this, "min", Vec3::Zero(), "corner", input};
  Data<Vec3> d_max{this, "max", Vec3::Zero(), "opposite corner", input};
  Data<Counts> d_resolution{this, "resolution", Counts(3, 3, 3), "number of cells along x, y and z", input};
  static std::string staticTemplateName() { return DataTypes::name(); }

 protected:
  void doUpdate() override {
    auto& points = d_outputPosition.edit();
    points.clear();
    d_tetrahedra.edit().clear(), d_quads.edit().clear(), d_triangles.edit().clear(), d_hexahedra.edit().clear();
    const Counts n = d_resolution.value();
    constexpr std::uint64_t most = 100'000'000;
    if (n[0] == 0 || n[1] == 0 || n.maxCoeff() > most || (n[0] + 1) * (n[1] + 1) > most / (n[2] + 1))
      return error("resolution is {}: x and y need at least one cell, and there can be {} points at most.",
                   type::toText(n), most);
    for (std::uint64_t k = 0; k <= n[2]; ++k)
      for (std::uint64_t j = 0; j <= n[1]; ++j)
        for (std::uint64_t i = 0; i <= n[0]; ++i) {
          const Vec3 fraction(double(i) / n[0], double(j) / n[1], n[2] > 0 ? double(k) / n[2] : 0.0);
          Coord x{};
          DataTypes::setPosition(x, d_min.value() + fraction.cwiseProduct(d_max.value() - d_min.value()));
          points.push_back(x);
        }
    for (std::uint64_t i = 0; i < n[0]; ++i)
      for (std::uint64_t j = 0; j < n[1]; ++j) {
        if (n[2] == 0) addQuad(i, j);
        for (std::uint64_t k = 0; k < n[2]; ++k) addHexahedron(i, j, k);
      }
  }

 private:
  Index at(std::uint64_t i, std::uint64_t j, std::uint64_t k = 0) const {
    const Counts& n = d_resolution.value();
    return static_cast<Index>(i + (n[0] + 1) * (j + (n[1] + 1) * k));
  }
  void addQuad(std::uint64_t i, std::uint64_t j) {
    const type::Quad q(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    d_quads.edit().push_back(q);
    for (const auto& t : {type::Triangle(q[0], q[1], q[3]), type::Triangle(q[3], q[1], q[2])})
      d_triangles.edit().push_back(t);
  }
  void addHexahedron(std::uint64_t i, std::uint64_t j, std::uint64_t k) {
    const type::Hexahedron h(at(i, j, k), at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k), at(i, j, k + 1),
                             at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1));
    d_hexahedra.edit().push_back(h);
    constexpr int cut[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
    for (const auto& c : cut) d_tetrahedra.edit().emplace_back(h[c[0]], h[c[1]], h[c[2]], h[c[3]]);
  }
};

namespace {
const auto registered = core::Register("GenerateGrid", "Sofa.Component.Engine.Generate", "a block of cells")
                            .addAll<GenerateGrid, type::Vec3Types, type::Vec2Types>(true);
}  // namespace
}  // namespace sofa::component::engine
