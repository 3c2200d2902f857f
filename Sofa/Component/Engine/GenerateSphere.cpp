// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::engine {
namespace {

using type::Triangle;

/// Corners (of any length) and faces of a solid around the origin.
struct Solid {
  std::vector<type::Vec3> corners;
  std::vector<Triangle> faces;
};

Solid tetrahedron() {
  return {{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
}

Solid octahedron() {
  return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
          {{0, 1, 2}, {1, 3, 2}, {3, 4, 2}, {4, 0, 2}, {1, 0, 5}, {3, 1, 5}, {4, 3, 5}, {0, 4, 5}}};
}

/// In the place and with the numbers that scenes know, by which its faces look inwards.
Solid icosahedron() {
  Solid solid{{{0.0722944, -0.106063, -0.153376},
               {-0.102068, 0.0100617, -0.1717},
               {0.0847363, 0.103804, -0.148474},
               {0.199118, -0.0114577, -0.0148535},
               {0.083006, -0.176436, 0.0445023},
               {-0.103137, -0.163136, -0.0524342}},
              {{0, 1, 5},  {0, 2, 1},  {0, 3, 2},   {0, 4, 3},  {0, 5, 4},   {1, 2, 10}, {1, 9, 5},
               {1, 10, 9}, {2, 3, 11}, {2, 11, 10}, {3, 4, 7},  {3, 7, 11},  {4, 5, 8},  {4, 8, 7},
               {5, 9, 8},  {6, 7, 8},  {6, 8, 9},   {6, 9, 10}, {6, 10, 11}, {6, 11, 7}}};
  for (std::size_t i = 0; i < 6; ++i) solid.corners.push_back(-solid.corners[i]);
  return solid;
}

/// Cuts each side of the faces into `parts` and puts all points on the unit sphere: first the corners, then others
/// where a face first has them.
Solid divided(const Solid& solid, type::Index parts) {
  Solid fine;
  for (const auto& corner : solid.corners) fine.corners.push_back(corner.normalized());
  std::map<std::array<std::array<type::Index, 2>, 3>, type::Index> known;  // by corners and how many parts of each
  for (const Triangle& face : solid.faces) {
    const auto point = [&](type::Index i, type::Index j) {
      const std::array<type::Index, 3> weights{parts - i - j, i, j};
      std::array<std::array<type::Index, 2>, 3> key{};
      type::Vec3 sum = type::Vec3::Zero();
      for (std::size_t k = 0; k < 3; ++k) {
        if (weights[k] == parts) return face[k];
        if (weights[k] > 0) key[k] = {face[k] + 1, weights[k]};
        sum += weights[k] * fine.corners[face[k]];
      }
      std::ranges::sort(key);
      const auto [at, isNew] = known.emplace(key, static_cast<type::Index>(fine.corners.size()));
      if (isNew) fine.corners.push_back(sum.normalized());
      return at->second;
    };
    for (type::Index i = 0; i < parts; ++i)
      for (type::Index j = 0; i + j < parts; ++j) {
        fine.faces.emplace_back(point(i, j), point(i + 1, j), point(i, j + 1));
        if (i + j + 1 < parts) fine.faces.emplace_back(point(i + 1, j), point(i + 1, j + 1), point(i, j + 1));
      }
  }
  return fine;
}

/// A sphere of triangles: a platonic solid with its faces cut and blown up; and the tetrahedra between them and a point
/// in the middle, which is the first one.
class GenerateSphere final : public Engine {
 public:
  List<Vec3> d_tetrahedraPosition{
      this, "output_TetrahedraPosition", {}, "points of the solid, the middle first", output};
  List<type::Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra of the solid", output};
  List<Vec3> d_trianglesPosition{this, "output_TrianglesPosition", {}, "points of the surface", output};
  List<Triangle> d_triangles{this, "triangles", {}, "triangles of the surface", output};
  Data<double> d_radius{this, "radius", 0.2, "radius"};
  Data<Vec3> d_origin{this, "origin", Vec3::Zero(), "middle", input};
  Data<std::uint64_t> d_degree{this, "tessellationDegree", 1, "parts that each side of the solid is cut into", input};
  Data<core::Choice> d_solid{this, "platonicSolid", core::Choice({"icosahedron", "octahedron", "tetrahedron"}),
                             "solid to start with", input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    auto &solid = d_tetrahedraPosition.edit(), &surface = d_trianglesPosition.edit();
    auto& tetrahedra = d_tetrahedra.edit();
    solid.clear(), surface.clear(), tetrahedra.clear(), d_triangles.edit().clear();
    constexpr std::uint64_t most = 1000;
    if (d_degree.value() < 1 || d_degree.value() > most)
      return error("tessellationDegree is {}; it should be between 1 and {}.", d_degree.value(), most);
    const std::string& name = d_solid.value().selected();
    const Solid sphere = divided(name == "tetrahedron"  ? tetrahedron()
                                 : name == "octahedron" ? octahedron()
                                                        : icosahedron(),
                                 static_cast<Index>(d_degree.value()));
    for (const Vec3& p : sphere.corners) surface.push_back(d_origin.value() + d_radius.value() * p);
    solid = surface;
    solid.insert(solid.begin(), d_origin.value());
    for (const Triangle& t : sphere.faces) tetrahedra.emplace_back(Index{0}, t[0] + 1, t[1] + 1, t[2] + 1);
    d_triangles.set(sphere.faces);
  }
};

constexpr const char* straight = "The elements are straight; delete it.";
const auto registeredSphere = core::Register("GenerateSphere", "Sofa.Component.Engine.Generate", "a sphere")
                                  .add<GenerateSphere>(true)
                                  .ignores("BezierTetrahedronDegree", straight)
                                  .ignores("BezierTetrahedronWeights", straight)
                                  .ignores("isBezierTetrahedronRational", straight)
                                  .ignores("BezierTriangleDegree", straight)
                                  .ignores("BezierTriangleWeights", straight)
                                  .ignores("isBezierTriangleRational", straight);

}  // namespace
}  // namespace sofa::component::engine
