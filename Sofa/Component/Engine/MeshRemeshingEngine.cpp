// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/RemeshOptions.h"

namespace sofa::component::engine {

/// A mesh of tetrahedra, or of triangles, with edges of given lengths, made of another one before a scene runs
/// (docs/manual/remeshing.md).
class MeshRemeshingEngine final : public Engine {
 public:
  List<Vec3> d_position{this, "position", {}, "points of the mesh", input};
  List<type::Triangle> d_triangles{this, "triangles", {}, "its triangles, if it has no tetrahedra", input};
  List<type::Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "its tetrahedra", input};
  List<Index> d_keep{this, "keep", {}, "points that stay", input};
  core::RemeshOptions m_options{this};
  List<Vec3> d_outputPosition{this, "outputPosition", {}, "points of the new mesh", output};
  List<type::Triangle> d_outputTriangles{this, "outputTriangles", {}, "its triangles", output};
  List<type::Tetrahedron> d_outputTetrahedra{this, "outputTetrahedra", {}, "its tetrahedra", output};
  Data<double> d_quality{this, "quality", 1.0, "smallest shape quality of the elements that were made", output};
  Data<double> d_partInBand{this, "partInBand", 0.0, "part of the edges with a length as asked for", output};

  void init() override {
    if (d_position.value().empty()) followTopology({&d_position, &d_triangles, &d_tetrahedra});
    connect();
    updateNow();
  }

 protected:
  void doUpdate() override {
    d_outputPosition.edit().clear();
    d_outputTriangles.edit().clear();
    d_outputTetrahedra.edit().clear();
    const std::size_t points = d_position.value().size();
    if (!checkElements(d_triangles, points) || !checkElements(d_tetrahedra, points)) return;
    if (d_triangles.value().empty() && d_tetrahedra.value().empty())
      return error("There is nothing to remesh: set position, and triangles or tetrahedra.");
    if (const std::string why = m_options.problem(points); !why.empty()) return error("{}", why);
    if (d_tetrahedra.value().empty())
      remesh(d_triangles, d_outputTriangles);
    else
      remesh(d_tetrahedra, d_outputTetrahedra);
  }

 private:
  template <class Cell>
  void remesh(const List<Cell>& cells, List<Cell>& made) {
    const auto& x = d_position.value();
    std::vector<char> kept(x.size(), 0);
    forEachValid(d_keep, x.size(), [&](Index i) { kept[i] = 1; });
    const auto sizes = m_options.sizes(x.size());
    const geometry::RemeshInput<Cell> mesh{x, x, cells.value(), sizes, m_options.field(), kept};
    const auto change = geometry::remesh(mesh, m_options.settings());
    if (change.report.isFull)
      warning("The mesh has as many points as maxPoints, {}: edges longer than asked for stay.",
              m_options.d_maxPoints.value());
    auto after = geometry::afterwards(mesh, change);
    d_outputPosition.edit() = std::move(after.points);
    made.edit() = std::move(after.cells);
    d_quality.set(change.report.smallestQuality);
    d_partInBand.set(change.report.partInBand());
  }
};

namespace {
const auto registered = core::Register("MeshRemeshingEngine", "Sofa.Component.Engine.Generate",
                                       "a mesh whose edges have given lengths, made of another one")
                            .add<MeshRemeshingEngine>();
}  // namespace
}  // namespace sofa::component::engine
