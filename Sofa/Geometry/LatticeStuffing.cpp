// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/LatticeStuffing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "Sofa/Geometry/BodyCentredLattice.h"
#include "Sofa/Geometry/Measure.h"

namespace sofa::geometry {
namespace {

using type::Index, type::Vec3, type::Tetrahedron;

/// The lattice while it takes the shape of the surface.
class Stuffing {
 public:
  Stuffing(const LatticeStuffing& options, std::span<const Vec3> points, std::span<const type::Triangle> triangles)
      : m_options(options), m_lattice(options.box, options.cellSize), m_x(m_lattice.positions()) {
    LatticeCrossings crossings = cross(m_lattice, points, triangles);
    m_cut = std::move(crossings.cut);
    for (const int votes : crossings.votes) m_side.push_back(votes > 0 ? inside : outside);
  }

  LatticeStuffing::Mesh mesh() {
    if (m_options.snap) snapPoints();
    if (m_options.split) addCutPoints();
    m_lattice.forEachTetrahedron([&](Tetrahedron t) { addCell(oriented(t)); });
    keepUsedPoints();
    return std::move(m_mesh);
  }

 private:
  enum Side : signed char { outside = -1, surface = 0, inside = 1 };
  static constexpr int directions = BodyCentredLattice::directions;

  // --- points near the surface move onto it ---

  double alpha(int e) const { return BodyCentredLattice::isLong(e) ? m_options.alphaLong : m_options.alphaShort; }
  bool isNear(Index p, int e, double bound) const { return m_cut[p][e] > 0 && m_cut[p][e] < bound; }

  /// The direction in which the surface is nearest, among those to neighbours that `counts` and within alpha; -1: none.
  template <class F>
  int nearestCut(Index p, const F& counts) const {
    int best = -1;
    double nearest = std::numeric_limits<double>::max();
    for (int e = 0; e < directions; ++e) {
      const Index q = m_lattice.neighbour(p, e);
      if (q == type::invalidIndex || !counts(q) || !isNear(p, e, alpha(e))) continue;
      const double squared = m_cut[p][e] * m_cut[p][e] * (BodyCentredLattice::isLong(e) ? 4 : 3);
      if (squared < nearest) nearest = squared, best = e;
    }
    return best;
  }

  /// Whether the surface is too near on an edge to the other side; all edges are compared with `bound`, if it is given.
  bool isViolated(Index p, double bound = 0) const {
    for (int e = 0; e < directions; ++e)
      if (const Index q = m_lattice.neighbour(p, e);
          q != type::invalidIndex && m_side[p] * m_side[q] < 0 && isNear(p, e, bound > 0 ? bound : alpha(e)))
        return true;
    return false;
  }

  void moveToSurface(Index p, int e, std::vector<char>& violated, bool testNeighbours) {
    m_x[p] += m_cut[p][e] * m_lattice.edge(e);
    m_side[p] = surface;
    violated[p] = false;
    m_cut[p].fill(0);
    for (int f = 0; f < directions; ++f) {
      const Index q = m_lattice.neighbour(p, f);
      if (q == type::invalidIndex) continue;
      m_cut[q][f ^ 1] = 0;
      if (testNeighbours && violated[q] && m_side[q] == inside) violated[q] = isViolated(q, alpha(f));
    }
  }

  void snapPoints() {
    const auto count = static_cast<Index>(m_x.size());
    std::vector<char> violated(count);
    for (Index p = 0; p < count; ++p) violated[p] = isViolated(p);
    for (bool moved = true; moved;) {
      moved = false;
      for (Index p = 0; p < count; ++p) {
        if (!violated[p] || m_side[p] != outside) continue;
        const int e = nearestCut(p, [&](Index q) { return m_side[q] != inside && !violated[q]; });
        if (e < 0) continue;
        moveToSurface(p, e, violated, true);
        moved = true;
      }
    }
    for (Index p = 0; p < count; ++p) {
      if (!violated[p] || m_side[p] != inside) continue;
      const int e = nearestCut(p, [&](Index q) { return m_side[q] == outside; });
      if (e >= 0) moveToSurface(p, e, violated, false);
    }
  }

  // --- tetrahedra are cut ---

  void addCutPoints() {
    const std::size_t count = m_x.size();
    for (Index p = 0; p < count; ++p)
      for (int e = 0; e < directions && m_side[p] == outside; ++e)
        if (const Index q = m_lattice.neighbour(p, e); q != type::invalidIndex && m_side[q] == inside) {
          m_cutPoints[{p, q}] = static_cast<Index>(m_x.size());
          m_x.push_back(m_x[p] + m_cut[p][e] * m_lattice.edge(e));
        }
  }

  Tetrahedron oriented(Tetrahedron t) const {
    if (signedTetrahedronVolume(m_x[t[0]], m_x[t[1]], m_x[t[2]], m_x[t[3]]) < 0) std::swap(t[2], t[3]);
    return t;
  }
  void add(Index a, Index b, Index c, Index d) { m_mesh.tetrahedra.push_back(oriented({a, b, c, d})); }

  void addCell(const Tetrahedron& t) {
    std::vector<Index> in, out, on;
    for (const Index p : t) (m_side[p] == inside ? in : m_side[p] == outside ? out : on).push_back(p);
    if (in.empty() && !out.empty()) return;
    if (out.empty() || !m_options.split)
      m_mesh.tetrahedra.push_back(t);
    else if (in.size() == 1)
      addTip(t, in[0]);
    else if (in.size() == 2 && out.size() == 1)
      addPyramid(in[0], in[1], out[0], on[0]);
    else if (in.size() == 2)
      addWedge(in[0], in[1], out[0], out[1]);
    else
      addFrustum({in[0], in[1], in[2]}, out[0]);
  }

  void addTip(Tetrahedron t, Index a) {
    for (Index& p : t)
      if (m_side[p] == outside) p = m_cutPoints.at({p, a});
    add(t[0], t[1], t[2], t[3]);
  }

  void addPyramid(Index a, Index b, Index n, Index z) {
    const Index na = m_cutPoints.at({n, a}), nb = m_cutPoints.at({n, b});
    if (cutsFromSecond(a, b, n))
      add(z, a, b, na), add(z, b, nb, na);
    else
      add(z, a, b, nb), add(z, a, nb, na);
  }

  void addWedge(Index a, Index b, Index n, Index m) {
    const Index na = m_cutPoints.at({n, a}), nb = m_cutPoints.at({n, b});
    const Index ma = m_cutPoints.at({m, a}), mb = m_cutPoints.at({m, b});
    const bool first = cutsFromSecond(a, b, n), second = cutsFromSecond(a, b, m);
    if (!first && second)
      add(a, b, nb, ma), add(a, nb, na, ma), add(b, nb, ma, mb);
    else if (first && !second)
      add(a, b, na, mb), add(b, na, mb, nb), add(a, na, ma, mb);
    else
      ++m_mesh.uncut;
  }

  void addFrustum(const std::array<Index, 3>& corners, Index n) {
    const auto [a, b, c] = corners;
    const Index na = m_cutPoints.at({n, a}), nb = m_cutPoints.at({n, b}), nc = m_cutPoints.at({n, c});
    const bool f1 = cutsFromSecond(a, b, n), f2 = cutsFromSecond(b, c, n);
    bool f3 = cutsFromSecond(c, a, n);
    if (f1 == f2 && f2 == f3) f3 = !f1;  // a cycle has no cut
    const Index u = f1 && !f2 ? b : f2 && !f3 ? c : a;
    const Index w = !f1 && f2 ? nb : !f2 && f3 ? nc : na;
    add(u, na, nc, nb);
    add(w, a, b, c);
    f1 == f2 ? add(b, nb, u, w) : f2 == f3 ? add(c, nc, u, w) : add(a, na, u, w);
  }

  /// Of the quad of a, b and their cuts towards n: whether its diagonal is b-na instead of a-nb. Both tetrahedra at the
  /// quad have to come to the same answer.
  bool cutsFromSecond(Index a, Index b, Index n) const {
    if (m_lattice.isSecond(a) == m_lattice.isSecond(n)) return true;
    if (m_lattice.isSecond(b) == m_lattice.isSecond(n)) return false;
    const auto larger = (m_x[a].array() > m_x[m_cutPoints.at({n, b})].array()).count();
    return (larger % 2 == 1) == m_lattice.isSecond(a);
  }

  void keepUsedPoints() {
    std::vector<Index> number(m_x.size(), type::invalidIndex);
    for (const auto& t : m_mesh.tetrahedra)
      for (const Index p : t) number[p] = 0;
    for (Index p = 0; p < m_x.size(); ++p)
      if (number[p] == 0) {
        number[p] = static_cast<Index>(m_mesh.points.size());
        m_mesh.points.push_back(m_x[p]);
      }
    for (auto& t : m_mesh.tetrahedra)
      for (Index& p : t) p = number[p];
  }

  const LatticeStuffing& m_options;
  BodyCentredLattice m_lattice;
  std::vector<Vec3> m_x;                                 // of the lattice, then of the cuts
  std::vector<Side> m_side;                              // of each lattice point
  std::vector<LatticeCrossings::Distances> m_cut;        // of each lattice point
  std::map<std::pair<Index, Index>, Index> m_cutPoints;  // of an outer and an inner point
  LatticeStuffing::Mesh m_mesh;
};

}  // namespace

double LatticeStuffing::latticePoints() const { return BodyCentredLattice::pointCount(box, cellSize); }

LatticeStuffing::Mesh LatticeStuffing::fill(std::span<const Vec3> points,
                                            std::span<const type::Triangle> triangles) const {
  return Stuffing(*this, points, triangles).mesh();
}

}  // namespace sofa::geometry
