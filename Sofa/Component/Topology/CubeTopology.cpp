// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/CubeTopology.h"

#include <fmt/format.h>

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

CubeTopology::CubeTopology() {
  addList(m_fields.d_edges);
  addList(m_fields.d_triangles);
  addList(m_fields.d_quads);
  addList(m_fields.d_tetrahedra);
  addList(m_fields.d_hexahedra);
  addList(m_fields.d_prisms);
  addList(m_fields.d_pyramids);
}

void CubeTopology::parseExtra(core::ComponentDescription& description) {
  ListTopology::parseExtra(description);
  constexpr std::string_view names[] = {"xmin", "ymin", "zmin", "xmax", "ymax", "zmax"};
  const auto read = [&](std::string_view name) {
    std::string bad;
    const auto value = description.takeFloat(name, &bad);
    if (!bad.empty()) core::tellUnreadable(*this, fmt::format("{} is not a number.", bad));
    return value;
  };
  // Single precision, products too, as scenes rely on.
  const float scale = read("scale").value_or(1.f);
  std::array<double, 6> corner;
  int given = 0;
  for (int i = 0; i < 6; ++i)
    if (const auto value = read(names[i])) {
      corner[i] = double{*value * scale};
      ++given;
    }
  if (given == 6) {
    d_min.set({corner[0], corner[1], corner[2]});
    d_max.set({corner[3], corner[4], corner[5]});
  } else if (given > 0) {
    warning("xmin, ymin, zmin, xmax, ymax and zmax count only if all six are given; min=\"{}\" max=\"{}\" are used.",
            d_min.text(), d_max.text());
  }
}

void CubeTopology::init() {
  if (!d_filename->empty()) warning("filename: a box takes no mesh from a file; it is ignored.");
  m_n = {d_nx.value(), d_ny.value(), d_nz.value()};
  m_points.clear();
  if (geometry::gridPointCount(m_n) == 0) {
    error("nx=\"{}\" ny=\"{}\" nz=\"{}\": each must be at least 1, and all points at most {}.", m_n[0], m_n[1], m_n[2],
          geometry::maxPoints);
    return setInvalid();
  }
  makePoints();
  clear(m_points.size());
  m_fields.d_edges.set(makeEdges());
  m_fields.d_quads.set(makeQuads());
  d_position.setParent(nullptr);
  d_position.set(m_points);
  for (core::BaseData* data : std::initializer_list<core::BaseData*>{&m_fields.d_edges, &m_fields.d_quads, &d_position})
    data->unset();
  if (m_fields.d_computeAllBuffers.value()) m_fields.computeAllBuffers();
  core::readAtInit(*this, {&d_nx, &d_ny, &d_nz, &d_internalPoints, &d_splitNormals, &d_min, &d_max});
  setValid();
}

std::size_t CubeTopology::pointCount() const {
  const auto [x, y, z] = std::array{std::size_t(m_n[0]), std::size_t(m_n[1]), std::size_t(m_n[2])};
  if (d_splitNormals.value()) return x * y * (z > 1 ? 2 : 1) + y * z * (x > 1 ? 2 : 1) + z * x * (y > 1 ? 2 : 1);
  if (d_internalPoints.value() || x == 1 || y == 1 || z == 1) return x * y * z;
  return 2 * x * y + (z - 2) * (2 * x + 2 * y - 4);
}

/// Without inner points: the first layer, the last one, then the rims of those between.
Index CubeTopology::indexOnShell(const At& at) const {
  const auto [x, y, z] = at;
  const int nx = m_n[0], ny = m_n[1], layer = nx * ny;
  if (z == 0) return static_cast<Index>(x + nx * y);
  if (z == m_n[2] - 1) return static_cast<Index>(layer + x + nx * y);
  const int base = 2 * layer + (2 * nx + 2 * ny - 4) * (z - 1);
  if (y == 0) return static_cast<Index>(base + x);
  if (y == ny - 1) return static_cast<Index>(base + nx + x);
  return static_cast<Index>(base + 2 * nx + (x == 0 ? 0 : ny - 2) + y - 1);
}

Index CubeTopology::index(const At& at, Side side) const {
  const auto [x, y, z] = at;
  const auto [nx, ny, nz] = m_n;
  if (!d_splitNormals.value()) {
    if (d_internalPoints.value() || nx == 1 || ny == 1 || nz == 1) return static_cast<Index>(x + nx * (y + ny * z));
    return indexOnShell(at);
  }
  if (side == anySide) side = x == 0 ? x0 : x == nx - 1 ? x1 : y == 0 ? y0 : y == ny - 1 ? y1 : z == 0 ? z0 : z1;
  const int sizes[] = {ny * nz, nx * nz, nx * ny, nx > 1 ? ny * nz : 0, ny > 1 ? nx * nz : 0, nx * ny};
  const int inSide[] = {y + ny * z, x + nx * z, x + nx * y};
  int base = 0;
  for (int s = 0; s < side; ++s) base += sizes[s];
  return static_cast<Index>(base + inSide[side % 3]);
}

template <class F>
void CubeTopology::forEachPoint(const F& f) const {
  for (int z = 0; z < m_n[2]; ++z)
    for (int y = 0; y < m_n[1]; ++y)
      for (int x = 0; x < m_n[0]; ++x) f(At{x, y, z});
}

void CubeTopology::makePoints() {
  m_points.assign(pointCount(), type::Vec3::Zero());
  const type::Vec3 extent = d_max.value() - d_min.value();
  forEachPoint([&](const At& at) {
    type::Vec3 p = d_min.value();
    for (int a = 0; a < 3; ++a)
      if (m_n[a] > 1) p[a] += at[a] * (extent[a] / (m_n[a] - 1));
    p = place(p);
    if (d_splitNormals.value()) {
      for (int axis = 0; axis < 3; ++axis) {
        if (at[axis] == 0) m_points[index(at, Side(axis))] = p;
        if (m_n[axis] > 1 && at[axis] == m_n[axis] - 1) m_points[index(at, Side(axis + 3))] = p;
      }
    } else if (d_internalPoints.value() || touches(at, 0) || touches(at, 1) || touches(at, 2)) {
      m_points[index(at)] = p;
    }
  });
}

std::vector<Edge> CubeTopology::makeEdges() const {
  std::vector<Edge> edges;
  forEachPoint([&](const At& at) {
    for (int axis = 0; axis < 3; ++axis) {
      if (at[axis] + 1 >= m_n[axis] || !(touches(at, (axis + 1) % 3) || touches(at, (axis + 2) % 3))) continue;
      At next = at;
      ++next[axis];
      edges.emplace_back(index(at), index(next));
    }
  });
  return edges;
}

std::vector<Quad> CubeTopology::makeQuads() const {
  struct Face {
    Side side;
    int first, second;  ///< axes; the corners start towards the second one if `turned`
    bool turned;
  };
  constexpr Face faces[] = {{z0, 0, 1, true}, {z1, 0, 1, false}, {y0, 0, 2, false},
                            {y1, 0, 2, true}, {x0, 1, 2, true},  {x1, 1, 2, false}};
  std::vector<Quad> quads;
  for (const auto& [side, first, second, turned] : faces) {
    const int normal = side % 3;
    if (side > z0 && m_n[normal] == 1) continue;
    for (int b = 0; b + 1 < m_n[second]; ++b)
      for (int a = 0; a + 1 < m_n[first]; ++a) {
        const auto corner = [&, &first = first, &second = second, &side = side](int i, int j) {
          At at{};
          at[normal] = side > z0 ? m_n[normal] - 1 : 0;
          at[first] = a + i;
          at[second] = b + j;
          return index(at, side);
        };
        if (turned)
          quads.emplace_back(corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0));
        else
          quads.emplace_back(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1));
      }
  }
  return quads;
}

/// The box from -1 to 1, blown up to a sphere.
class SphereQuadTopology final : public CubeTopology {
 public:
  core::Data<type::Vec3> d_center{this, "center", type::Vec3::Zero(), "centre of the sphere"};
  core::Data<double> d_radius{this, "radius", 0.0, "radius of the sphere"};

  void init() override {
    d_min.set(-type::Vec3::Ones());
    d_max.set(type::Vec3::Ones());
    CubeTopology::init();
    core::readAtInit(*this, {&d_center, &d_radius});
  }

 protected:
  type::Vec3 place(const type::Vec3& inBox) const override {
    return d_center.value() + d_radius.value() * inBox.normalized();
  }
};

namespace {
const auto registered = core::Register("CubeTopology", "Sofa.Component.Topology.Container.Constant",
                                       "quads and edges on the surface of a box")
                            .add<CubeTopology>();
const auto registeredSphere =
    core::Register("SphereQuadTopology", "Sofa.Component.Topology.Container.Constant", "quads and edges on a sphere")
        .wasCalled("SphereQuad", "SOFA v24.12")
        .add<SphereQuadTopology>();
}  // namespace

}  // namespace sofa::component::topology
