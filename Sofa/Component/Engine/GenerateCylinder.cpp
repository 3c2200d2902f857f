// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Geometry/RoundedProduct.h"

namespace sofa::component::engine {

using geometry::roundedProduct;

/// A solid cylinder of tetrahedra, and its surface of triangles. Each of the resHeight layers of points has one on the
/// axis and resRadial rings of resCircumferential; layer by layer, prisms around the axis and hexahedra farther out are
/// cut into tetrahedra.
class GenerateCylinder final : public Engine {
 public:
  List<Vec3> d_tetrahedraPosition{this,
                                  "output_TetrahedraPosition",
                                  {},
                                  "points of the solid",
                                  {.aliases = {"position", "output_position"}, .group = "Outputs"}};
  List<Vec3> d_trianglesPosition{this, "output_TrianglesPosition", {}, "points of the surface", output};
  List<type::Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra of the solid", output};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles of the surface", output};
  Data<double> d_radius{this, "radius", 0.2, "radius", input};
  Data<double> d_height{this, "height", 1.0, "height, along z", input};
  Data<Vec3> d_origin{this, "origin", Vec3::Zero(), "centre of the base", input};
  Data<bool> d_openSurface{this, "openSurface", true, "if false, the surface has base and top"};
  Data<std::uint64_t> d_circumferential{this, "resCircumferential", 6, "number of points around, 3 at least", input};
  Data<std::uint64_t> d_radial{this, "resRadial", 3, "number of rings, 1 at least", input};
  Data<std::uint64_t> d_heightResolution{this, "resHeight", 5, "number of layers of points, 2 at least", input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    auto &solid = d_tetrahedraPosition.edit(), &surface = d_trianglesPosition.edit();
    solid.clear(), surface.clear(), d_tetrahedra.edit().clear(), d_triangles.edit().clear();
    const std::uint64_t n = d_circumferential.value(), r = d_radial.value(), m = d_heightResolution.value();
    constexpr std::uint64_t most = 100'000'000;
    if (n < 3 || r < 1 || m < 2 || n > most || r > most / n || m > most / (n * r + 1))
      return error(
          "resCircumferential is {}, resRadial {} and resHeight {}; they should be at least 3, 1 and 2, and "
          "there can be {} points at most.",
          n, r, m, most);
    for (std::uint64_t layer = 0; layer < m; ++layer) {
      const double z = d_height.value() * static_cast<double>(layer) / static_cast<double>(m - 1);
      solid.push_back(d_origin.value() + Vec3(0, 0, z));
      for (std::uint64_t ring = 1; ring <= r; ++ring) addRing(solid, z, ring);
      addRing(surface, z, r);
    }
    for (std::uint64_t layer = 1; layer < m; ++layer) {
      addLayer(static_cast<Index>(layer * (n * r + 1)));
      addBand(static_cast<Index>(layer * n));
    }
    if (!d_openSurface.value()) {
      addLid(0, 0);
      addLid(static_cast<Index>((m - 1) * n), d_height.value());
    }
  }

 private:
  /// The radius is ring * radius / resRadial, rounded in that order: boxes that end at a ring tell.
  void addRing(std::vector<Vec3>& points, double z, std::uint64_t ring) {
    const std::uint64_t n = d_circumferential.value();
    const double radius = static_cast<double>(ring) * d_radius.value() / static_cast<double>(d_radial.value());
    for (std::uint64_t k = 0; k < n; ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
      points.push_back(d_origin.value() +
                       Vec3(roundedProduct(radius, std::cos(angle)), roundedProduct(radius, std::sin(angle)), z));
    }
  }

  /// Tetrahedra of a cell whose corners are listed, by the rows of `cut`.
  template <std::size_t Corners, std::size_t Pieces>
  void cutCell(const std::array<Index, Corners>& cell, const std::array<std::array<int, 4>, Pieces>& cut) {
    for (const auto& c : cut) d_tetrahedra.edit().emplace_back(cell[c[0]], cell[c[1]], cell[c[2]], cell[c[3]]);
  }

  /// Between the layer whose first point is `top` and the one below.
  void addLayer(Index top) {
    const Index n = static_cast<Index>(d_circumferential.value()), r = static_cast<Index>(d_radial.value());
    const Index down = n * r + 1;
    for (Index k = 1; k <= n; ++k) {
      const Index a = top + (k == 1 ? n : k - 1), b = top + k;
      cutCell<6, 3>({top, a, b, top - down, a - down, b - down}, {{{1, 0, 2, 3}, {1, 2, 4, 3}, {3, 4, 5, 2}}});
    }
    for (Index ring = 0; ring + 1 < r; ++ring)
      for (Index k = 1; k <= n; ++k) {
        const Index a = top + ring * n + (k == 1 ? n : k - 1), b = top + ring * n + k;
        cutCell<8, 6>({b, a, b + n, a + n, b - down, a - down, b + n - down, a + n - down},
                      {{{0, 5, 4, 7}, {0, 1, 5, 3}, {5, 0, 3, 7}, {0, 3, 7, 2}, {7, 0, 2, 4}, {6, 7, 2, 4}}});
      }
  }

  /// The side between the ring of surface points that starts at `top` and the one below.
  void addBand(Index top) {
    const Index n = static_cast<Index>(d_circumferential.value());
    for (Index k = 0; k < n; ++k) {
      const Index a = top + k, b = top + (k + 1) % n;
      d_triangles.edit().emplace_back(a, a - n, b - n);
      d_triangles.edit().emplace_back(a, b - n, b);
    }
  }

  /// A fan from a further point at the middle, facing outwards.
  void addLid(Index ring, double z) {
    const Index n = static_cast<Index>(d_circumferential.value());
    auto& points = d_trianglesPosition.edit();
    const Index middle = static_cast<Index>(points.size());
    points.push_back(d_origin.value() + Vec3(0, 0, z));
    for (Index k = 0; k < n; ++k) {
      const Index a = ring + k, b = ring + (k + 1) % n;
      ring == 0 ? d_triangles.edit().emplace_back(middle, b, a) : d_triangles.edit().emplace_back(middle, a, b);
    }
  }
};

namespace {
constexpr const char* noCurves = "The elements are straight; delete it.";
const auto registered = core::Register("GenerateCylinder", "Sofa.Component.Engine.Generate", "a solid cylinder")
                            .add<GenerateCylinder>(true)
                            .ignores("BezierTetrahedronDegree", noCurves)
                            .ignores("BezierTetrahedronWeights", noCurves)
                            .ignores("isBezierTetrahedronRational", noCurves)
                            .ignores("BezierTriangleDegree", noCurves)
                            .ignores("BezierTriangleWeights", noCurves)
                            .ignores("isBezierTriangleRational", noCurves);
}  // namespace
}  // namespace sofa::component::engine
