// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <numbers>
#include <random>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Geometry/ElementLocator.h"

namespace sofa::component::engine {

/// Points by chance inside a closed surface and outside of it, in its bounding box, that keep a distance from each
/// other. A point is inside if most of several rays in random directions say so.
class RandomPointDistributionInSurface final : public Engine {
 public:
  Data<Index> d_randomSeed{this, "randomSeed", 0, "the same seed, the same points; 0: others in every run"};
  Data<bool> d_isVisible{this, "isVisible", true, "draws the points inside", visual};
  Data<bool> d_drawOutputPoints{this, "drawOutputPoints", false, "draws the points outside", visual};
  Data<double> d_minDistance{this, "minDistanceBetweenPoints", 0.1, "points that would be nearer are left out"};
  Data<Index> d_inPointCount{this, "numberOfInPoints", 10, "number of points inside"};
  Data<Index> d_tests{this, "numberOfTests", 5, "number of rays for each point"};
  List<Vec3> d_vertices{this, "vertices", {}, "points of the surface", input};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles of the surface", input};
  List<Vec3> d_inPoints{this, "inPoints", {}, "points inside", output};
  List<Vec3> d_outPoints{this, "outPoints", {}, "points tried that are outside", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void draw(core::DrawList& list) const override {
    if (!list.shows(type::DisplayFlags::VisualModels)) return;
    if (d_isVisible.value()) list.points(d_inPoints.value(), 5, {1, 0, 0, 1});
    if (d_drawOutputPoints.value()) list.points(d_outPoints.value(), 3, {0, 0, 1, 1});
  }

 protected:
  void doUpdate() override {
    auto &in = d_inPoints.edit(), &out = d_outPoints.edit();
    in.clear(), out.clear();
    const auto& x = d_vertices.value();
    if (!checkElements(d_triangles, x.size())) return;
    if (d_triangles.value().empty()) return error("There is no surface: set vertices and triangles.");
    type::BoundingBox box;
    for (const Vec3& p : x) box.include(p);
    const auto clock = std::chrono::steady_clock::now().time_since_epoch().count();
    m_random.seed(d_randomSeed.value() > 0 ? d_randomSeed.value() : static_cast<std::uint32_t>(clock));
    const auto keepsDistance = [&](const Vec3& p) {
      return std::none_of(in.begin(), in.end(), [&](const Vec3& q) { return (p - q).norm() < d_minDistance.value(); });
    };
    const std::size_t wanted = d_inPointCount.value(), mostTrials = 1000 * wanted;
    for (std::size_t trial = 0; trial < mostTrials && in.size() < wanted; ++trial) {
      const Vec3 p = box.min + Vec3(chance(), chance(), chance()).cwiseProduct(box.max - box.min);
      if (!isInside(p))
        out.push_back(p);
      else if (keepsDistance(p))
        in.push_back(p);
    }
    if (in.size() < wanted)
      warning("Only {} of {} points were found; lower minDistanceBetweenPoints, or check that the surface is closed.",
              in.size(), wanted);
  }

 private:
  double chance() { return static_cast<double>(m_random()) / 4294967296.0; }

  bool isInside(const Vec3& p) {
    Index odd = 0;
    const Index rays = std::max<Index>(1, d_tests.value());
    for (Index k = 0; k < rays; ++k) {
      const double z = 2 * chance() - 1, angle = 2 * std::numbers::pi * chance(), r = std::sqrt(1 - z * z);
      const Vec3 direction(r * std::cos(angle), r * std::sin(angle), z);
      std::size_t crossings = 0;
      for (const auto& t : d_triangles.value()) crossings += crosses(t, p, direction);
      odd += crossings % 2;
    }
    return 2 * odd > rays;
  }

  bool crosses(const type::Triangle& t, const Vec3& p, const Vec3& direction) const {
    const auto& x = d_vertices.value();
    const Vec3 e1 = x[t[1]] - x[t[0]], e2 = x[t[2]] - x[t[0]], across = direction.cross(e2), from = p - x[t[0]];
    const double determinant = e1.dot(across);
    if (determinant == 0) return false;
    const double u = from.dot(across) / determinant, v = direction.dot(from.cross(e1)) / determinant;
    return u >= 0 && v >= 0 && u + v <= 1 && e2.dot(from.cross(e1)) / determinant > 0;
  }

  std::mt19937 m_random;
};

/// For points, the triangle of the topology (or tetrahedron, if there are any) in which each lies or to which it is
/// nearest, and its coordinates in it.
class MeshBarycentricMapperEngine final : public Engine {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the visible one"};
  List<Vec3> d_inputPositions{this, "inputPositions", {}, "points of the mesh", input};
  List<Vec3> d_mappedPoints{this, "mappedPointPositions", {}, "points to locate", input};
  List<Vec3> d_barycentric{
      this, "barycentricPositions", {}, "coordinates of each; in a triangle the third is 0", output};
  List<Index> d_elements{this, "tableElements", {}, "element of each", output};
  Data<bool> d_interpolate{this, "computeLinearInterpolation", false, "whether nodes and weights are listed as well"};
  List<std::vector<Index>> d_nodes{this, "linearInterpolationIndices", {}, "nodes of each element", output};
  List<std::vector<double>> d_weights{this, "linearInterpolationValues", {}, "weights of these nodes", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override {
    if (!core::requireMesh(*this, l_topology, {.place = core::MeshPlace::upstream})) return;
    connect();
  }

 protected:
  void doUpdate() override {
    auto& coordinates = d_barycentric.edit();
    auto& elements = d_elements.edit();
    auto& nodes = d_nodes.edit();
    auto& weights = d_weights.edit();
    coordinates.clear(), elements.clear(), nodes.clear(), weights.clear();
    if (!l_topology) return;
    const bool solid = !l_topology->tetrahedra().empty();
    geometry::ElementLocator locator(d_inputPositions.value());
    const auto add = [&](const auto& list) {
      for (const auto& element : list)
        for (const Index i : element)
          if (i >= d_inputPositions.value().size())
            return error("{} has an element with point {}, inputPositions has {}.", l_topology->path(), i,
                         d_inputPositions.value().size());
      locator.add(list);
    };
    solid ? add(l_topology->tetrahedra()) : add(l_topology->triangles());
    if (locator.size() == 0) return;
    for (const Vec3& p : d_mappedPoints.value()) {
      auto location = locator.locate(p);
      if (!solid) location.coordinates[2] = 0;
      coordinates.push_back(location.coordinates);
      elements.push_back(location.element);
      if (!d_interpolate.value()) continue;
      const auto found = locator.weights(location);
      nodes.emplace_back(found.nodes.begin(), found.nodes.begin() + found.count);
      weights.emplace_back(found.weights.begin(), found.weights.begin() + found.count);
    }
  }
};

namespace {
const auto registered = std::array{
    core::Register("RandomPointDistributionInSurface", "Sofa.Component.Engine.Generate", "random points in a surface")
        .add<RandomPointDistributionInSurface>(true),
    core::Register("MeshBarycentricMapperEngine", "Sofa.Component.Engine.Generate", "locates points in a mesh")
        .add<MeshBarycentricMapperEngine>(true),
};
}  // namespace
}  // namespace sofa::component::engine
