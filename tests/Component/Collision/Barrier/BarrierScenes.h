// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <algorithm>

#include "CapturedMessages.h"
#include "Component/Collision/Barrier/ExactCrossing.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/Barrier/BarrierContactForceField.h"

namespace sofa::tests {

/// Text of meshes for scenes with contact.
struct MeshText {
  std::vector<type::Vec3> x;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 4>> tetrahedra;

  std::string positions() const {
    std::string text;
    for (const auto& p : x) text += fmt::format("{} {} {} ", p.x(), p.y(), p.z());
    return text;
  }
  static std::string indices(const auto& elements) {
    std::string text;
    for (const auto& element : elements)
      for (const int i : element) text += fmt::format("{} ", i);
    return text;
  }

  /// A rectangle of nx x ny cells in a plane z = const, around the origin.
  static MeshText sheet(int nx, int ny, double width, double length, double z) {
    MeshText mesh;
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i)
        mesh.x.push_back({width * (i / double(nx) - 0.5), length * (j / double(ny) - 0.5), z});
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const int a = i + j * (nx + 1), b = a + 1, c = a + nx + 1, d = c + 1;
        if ((i + j) % 2 == 0) {
          mesh.triangles.push_back({a, b, d});
          mesh.triangles.push_back({a, d, c});
        } else {
          mesh.triangles.push_back({a, b, c});
          mesh.triangles.push_back({b, d, c});
        }
      }
    return mesh;
  }

  /// A box of nx x ny x nz cells of six tetrahedra; triangles are its surface.
  static MeshText box(int nx, int ny, int nz, const type::Vec3& low, const type::Vec3& high) {
    constexpr int split[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
    MeshText mesh;
    for (int k = 0; k <= nz; ++k)
      for (int j = 0; j <= ny; ++j)
        for (int i = 0; i <= nx; ++i)
          mesh.x.push_back({low.x() + (high.x() - low.x()) * i / nx, low.y() + (high.y() - low.y()) * j / ny,
                            low.z() + (high.z() - low.z()) * k / nz});
    const int row = nx + 1, layer = row * (ny + 1);
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          const int o = i + j * row + k * layer;
          const int h[8] = {o,         o + 1,         o + row + 1,         o + row,
                            o + layer, o + layer + 1, o + layer + row + 1, o + layer + row};
          for (const auto& t : split) mesh.addTetrahedron({h[t[0]], h[t[1]], h[t[2]], h[t[3]]});
        }
    mesh.takeSurface();
    return mesh;
  }

  /// A cone of tetrahedra around its axis along z: `n` sides, tip at `tip`.
  static MeshText spike(int n, double radius, const type::Vec3& base, const type::Vec3& tip) {
    MeshText mesh;
    mesh.x = {base, tip};
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * M_PI * i / n;
      mesh.x.push_back(base + radius * type::Vec3(std::cos(angle), std::sin(angle), 0));
    }
    for (int i = 0; i < n; ++i) mesh.addTetrahedron({0, 1, 2 + i, 2 + (i + 1) % n});
    mesh.takeSurface();
    return mesh;
  }

  void addTetrahedron(std::array<int, 4> t) {
    if ((x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).dot(x[t[3]] - x[t[0]]) < 0) std::swap(t[2], t[3]);
    tetrahedra.push_back(t);
  }
  /// The triangles that belong to one tetrahedron.
  void takeSurface() {
    std::vector<std::pair<std::array<int, 3>, std::array<int, 3>>> all;
    for (const auto& t : tetrahedra)
      for (const auto& f : {std::array{t[1], t[2], t[3]}, std::array{t[0], t[3], t[2]}, std::array{t[1], t[3], t[0]},
                            std::array{t[0], t[2], t[1]}}) {
        auto key = f;
        std::ranges::sort(key);
        all.emplace_back(key, f);
      }
    std::ranges::sort(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool shared =
          (i > 0 && all[i - 1].first == all[i].first) || (i + 1 < all.size() && all[i + 1].first == all[i].first);
      if (!shared) triangles.push_back(all[i].second);
    }
  }
};

/// A node with a cloth of a density (kg/m2).
inline std::string clothNode(const std::string& name, const MeshText& mesh, double density, double young,
                             const std::string& more = "", const type::Vec3& velocity = {}) {
  return fmt::format(
      "<Node name='{}'><TriangleSetTopologyContainer position='{}' triangles='{}'/>"
      "<MechanicalObject template='Vec3d' position='{}' velocity='{}'/><DiagonalMass massDensity='{}'/>"
      "<NeoHookeanMembraneForceField youngModulus='{}' thickness='0.001'/>"
      "<QuadraticBendingForceField stiffness='1e-4'/><TriangleCollisionModel/>{}</Node>",
      name, mesh.positions(), MeshText::indices(mesh.triangles), mesh.positions(),
      [&] {
        std::string all;
        for (std::size_t i = 0; i < mesh.x.size(); ++i)
          all += fmt::format("{} {} {} ", velocity.x(), velocity.y(), velocity.z());
        return all;
      }(),
      density, young, more);
}

/// A node with a solid of tetrahedra, whose surface is a model of its own.
inline std::string solidNode(const std::string& name, const MeshText& mesh, double density, double young,
                             const std::string& more = "", const type::Vec3& velocity = {},
                             const std::string& modelMore = "") {
  std::string velocities;
  for (std::size_t i = 0; i < mesh.x.size(); ++i)
    velocities += fmt::format("{} {} {} ", velocity.x(), velocity.y(), velocity.z());
  return fmt::format(
      "<Node name='{0}'><TetrahedronSetTopologyContainer position='{1}' tetrahedra='{2}'/>"
      "<MechanicalObject template='Vec3d' position='{1}' velocity='{3}'/><DiagonalMass massDensity='{4}'/>"
      "<StableNeoHookeanForceField youngModulus='{5}' poissonRatio='0.3'/>{6}"
      "<Node name='surface'><TriangleSetTopologyContainer position='{1}' triangles='{7}'/>"
      "<MechanicalObject template='Vec3d' position='{1}'/><TriangleCollisionModel "
      "{8}/><IdentityMapping/></Node></Node>",
      name, mesh.positions(), MeshText::indices(mesh.tetrahedra), velocities, density, young, more,
      MeshText::indices(mesh.triangles), modelMore);
}

/// A scene with contact, which steps and looks for crossings.
struct BarrierScene : CapturedMessages, Scene {
  using Field = component::collision::BarrierContactForceField;
  BarrierScene(const std::string& bodies, const std::string& contact, const std::string& root,
               const std::string& solver = "max_iterations='200'")
      : Scene("<IncrementalPotentialSolver " + solver +
                  "/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>"
                  "<BarrierContactForceField " +
                  contact + "/>" + bodies,
              root) {}

  Field& field() const { return first<Field>(); }
  core::State<type::Vec3Types>& body(std::size_t child) const {
    return dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*root->children().at(child)));
  }

  std::vector<type::Vec3> points() const {
    std::vector<type::Vec3> x;
    for (auto* state : field().states()) {
      const auto& own = dynamic_cast<core::State<type::Vec3Types>&>(*state).positions();
      x.insert(x.end(), own.begin(), own.end());
    }
    return x;
  }
  /// Edges that exactly cross triangles they share no point with, of bodies that may touch.
  int crossings() const {
    const auto& surface = field().surface();
    const auto x = points();
    int count = 0;
    for (const auto& e : surface.edges())
      for (const auto& t : surface.triangles()) {
        if (!surface.pointsMayTouch(e[0], t[0])) continue;
        if (std::ranges::find(t, e[0]) != t.end() || std::ranges::find(t, e[1]) != t.end()) continue;
        count += exactlyCross(x[e[0]], x[e[1]], x[t[0]], x[t[1]], x[t[2]]);
      }
    return count;
  }
  /// Steps without a crossing or an error.
  void stepFreely(int count) const {
    for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
      step();
      EXPECT_EQ(crossings(), 0) << "step " << i;
      for (const auto& message : messages)
        if (message.severity >= helper::Severity::Warning) ADD_FAILURE() << "step " << i << ": " << message.text;
    }
  }
  /// Of the contact on a body, at the positions as they are (N).
  type::Vec3 forceOn(std::size_t child) const {
    for (auto* state : field().states()) {
      state->allocate(core::vec::dforce);
      state->clear(core::vec::dforce);
    }
    field().accumulateForce({}, core::vec::dforce);
    type::Vec3 sum;
    for (const auto& f : body(child).derivs(core::vec::dforce)) sum += f;
    return sum;
  }
  double lowest(std::size_t child) const {
    double z = 1e9;
    for (const auto& p : body(child).positions()) z = std::min(z, p.z());
    return z;
  }
  double mean(std::size_t child, int axis) const {
    double sum = 0;
    for (const auto& p : body(child).positions()) sum += p[axis];
    return sum / static_cast<double>(body(child).size());
  }
};

}  // namespace sofa::tests
