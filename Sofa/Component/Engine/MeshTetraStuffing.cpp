// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Geometry/LatticeStuffing.h"

namespace sofa::component::engine {

/// Fills a closed surface, whose faces are counterclockwise seen from outside, with tetrahedra of about the same size
/// and good angles (docs/manual/topology.md, "Filling a surface").
class MeshTetraStuffing final : public Engine {
 public:
  Data<type::Vec6> d_box{this, "vbbox", type::Vec6::Zero(),
                         "box to fill: min, then max; default: that of the surface and a hundredth on each side"};
  Data<double> d_size{this, "size", -8.0, "edge of the cells; negative: number of cells along the longest side"};
  List<Vec3> d_inputPoints{this, "inputPoints", {}, "points of the surface", input};
  List<type::Triangle> d_inputTriangles{this, "inputTriangles", {}, "its triangles", input};
  List<type::Quad> d_inputQuads{this, "inputQuads", {}, "its quads", input};
  List<Vec3> d_outputPoints{this, "outputPoints", {}, "points of the tetrahedra", output};
  List<type::Tetrahedron> d_outputTetrahedra{
      this, "outputTetrahedra", {}, "tetrahedra", {.aliases = {"outputTetras"}, .group = "Outputs"}};
  Data<double> d_alphaLong{this, "alphaLong", 0.24999,
                           "points nearer to the surface move onto it: part of a long edge (snapPoints)", input};
  Data<double> d_alphaShort{this, "alphaShort", 0.42978, "the same, part of a short edge", input};
  Data<bool> d_snapPoints{this, "snapPoints", false, "whether points near the surface move onto it", input};
  Data<bool> d_splitTetrahedra{this,
                               "splitTetrahedra",
                               false,
                               "whether tetrahedra that cross the surface are cut there",
                               {.aliases = {"splitTetras"}, .group = "Inputs"}};
  Data<bool> d_draw{this, "draw", false, "draws the edges of the tetrahedra", visual};

  void init() override {
    connect();
    updateNow();
  }

  void draw(core::DrawList& list) const override {
    if (d_draw.value())
      core::drawOutlines(list, d_outputTetrahedra.value(), d_outputPoints.value(), 1, {0.5f, 0.5f, 0.5f, 1});
  }

 protected:
  void doUpdate() override {
    auto& points = d_outputPoints.edit();
    auto& tetrahedra = d_outputTetrahedra.edit();
    points.clear(), tetrahedra.clear();
    const auto& x = d_inputPoints.value();
    if (!checkElements(d_inputTriangles, x.size()) || !checkElements(d_inputQuads, x.size())) return;
    std::vector<type::Triangle> surface = d_inputTriangles.value();
    for (const auto& q : d_inputQuads.value()) {
      surface.emplace_back(q[0], q[1], q[2]);
      surface.emplace_back(q[0], q[2], q[3]);
    }
    if (surface.empty())
      return error("There is no surface to fill: set inputPoints, and inputTriangles or inputQuads.");
    const geometry::LatticeStuffing stuffing{.box = box(),
                                             .cellSize = cellSize(),
                                             .snap = d_snapPoints.value(),
                                             .split = d_splitTetrahedra.value(),
                                             .alphaLong = d_alphaLong.value(),
                                             .alphaShort = d_alphaShort.value()};
    constexpr double most = 1e7;  // takes some gigabytes
    if (!(stuffing.cellSize > 0) || !(stuffing.latticePoints() <= most))
      return error("size is {}: the cells should be of a size that the lattice has at most {} points.", d_size.value(),
                   most);
    auto mesh = stuffing.fill(x, surface);
    if (mesh.uncut > 0)
      error("{} tetrahedra are left out, because the surface does not cut them in a way that fits their neighbours.",
            mesh.uncut);
    if (signedVolume(x, surface) < 0)
      warning("The faces look inwards: what is around the surface is filled. Turn them over.");
    else if (mesh.tetrahedra.empty())
      warning("There is no tetrahedron: the cells are too large, or the surface is not in vbbox.");
    points = std::move(mesh.points);
    tetrahedra = std::move(mesh.tetrahedra);
  }

 private:
  type::BoundingBox box() const {
    const type::Vec6& b = d_box.value();
    if (b[0] < b[3]) return {b.head<3>(), b.tail<3>()};
    type::BoundingBox bounds;
    for (const Vec3& p : d_inputPoints.value()) bounds.include(p);
    const Vec3 margin = 0.01 * (bounds.max - bounds.min);
    return {bounds.min - margin, bounds.max + margin};
  }
  static double signedVolume(const std::vector<Vec3>& x, const std::vector<type::Triangle>& surface) {
    double sum = 0;
    for (const auto& t : surface) sum += x[t[0]].cross(x[t[1]]).dot(x[t[2]]);
    return sum / 6;
  }
  double cellSize() const {
    const type::BoundingBox b = box();
    return d_size.value() < 0 ? (b.max - b.min).maxCoeff() / -d_size.value() : d_size.value();
  }
};

namespace {
const auto registered =
    core::Register("MeshTetraStuffing", "Sofa.Component.Engine.Generate", "fills a closed surface with tetrahedra")
        .add<MeshTetraStuffing>();
}  // namespace
}  // namespace sofa::component::engine
