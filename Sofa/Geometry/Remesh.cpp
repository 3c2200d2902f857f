// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Remesh.h"

#include "Sofa/Geometry/RemeshPatch.h"

namespace sofa::geometry {
namespace {

template <class Cell>
class Remeshing {
 public:
  Remeshing(const RemeshInput<Cell>& mesh, const RemeshSettings& settings)
      : m_settings(settings), m_patch(mesh, settings), m_steps(m_patch, m_report) {}

  Remeshed<Cell> run() {
    if (!findWork()) return m_patch.result();
    for (int pass = 0; pass < m_settings.passes; ++pass) {
      std::size_t done = splitLong() + collapseShort();
      if (m_settings.flips) done += flip();
      if (m_settings.relaxation) done += relax();
      if (done == 0) break;
    }
    auto result = m_patch.result();
    result.report.splits = m_report.splits;
    result.report.collapses = m_report.collapses;
    result.report.flips = m_report.flips;
    result.report.moves = m_report.moves;
    result.report.isFull = m_report.isFull;
    return result;
  }

 private:
  bool isToDo(double length) const {
    return length > m_patch.settings().splitAbove || length < m_patch.settings().collapseBelow;
  }
  /// Marks the ends of edges that are too long or too short: others come only around points that were touched.
  bool findWork() {
    m_work.assign(m_patch.pointCount(), 0);
    bool any = false;
    for (const Edge& edge : m_patch.edges())
      if (isToDo(m_patch.length(edge[0], edge[1]))) {
        m_work[edge[0]] = m_work[edge[1]] = 1;
        any = true;
      }
    return any;
  }
  std::vector<Edge> edgesAtWork() {
    m_work.resize(m_patch.pointCount(), 1);
    for (std::size_t i = 0; i < m_work.size(); ++i) m_work[i] |= m_patch.touched()[i];
    return m_patch.edges(m_work);
  }
  /// Edges whose length is such, in the order of the lengths.
  template <class Wanted>
  std::vector<Edge> edges(const Wanted& wanted, bool longestFirst) {
    std::vector<std::pair<double, Edge>> found;
    for (const Edge& edge : edgesAtWork())
      if (const double length = m_patch.length(edge[0], edge[1]); wanted(length))
        found.emplace_back(longestFirst ? -length : length, edge);
    std::ranges::stable_sort(found, {}, &std::pair<double, Edge>::first);
    std::vector<Edge> list;
    for (const auto& [length, edge] : found) list.push_back(edge);
    return list;
  }

  std::size_t splitLong() {
    constexpr int rounds = 16;  // edges a few ten thousand times too long
    std::size_t done = 0;
    for (int round = 0; round < rounds; ++round) {
      std::size_t now = 0;
      for (const Edge& e : edges([&](double l) { return l > m_patch.settings().splitAbove; }, true))
        now += m_steps.split(e[0], e[1]);
      done += now;
      if (now == 0) break;
    }
    return done;
  }
  std::size_t collapseShort() {
    std::size_t done = 0;
    for (const Edge& e : edges([&](double l) { return l < m_patch.settings().collapseBelow; }, false))
      done += m_steps.collapse(e[0], e[1]);
    return done;
  }
  std::size_t flip() {
    std::size_t done = 0;
    for (const Edge& e : m_patch.edges(m_patch.touched()))
      if (m_patch.isTouched(e[0]) && m_patch.isTouched(e[1])) done += m_steps.flip(e[0], e[1]);
    if constexpr (detail::RemeshPatch<Cell>::isVolume) {
      const std::size_t count = m_patch.cellCount();
      for (Index c = 0; c < count; ++c)
        for (std::size_t k = 0; k < Cell().size(); ++k)
          if (m_patch.isAlive(c) && !m_patch.isFixedCell(c) &&
              std::ranges::all_of(m_patch.nodes(c), [&](Index i) { return m_patch.isTouched(i); }))
            done += m_steps.flipFace(c, k);
    }
    return done;
  }
  std::size_t relax() {
    std::size_t done = 0;
    const auto count = static_cast<Index>(m_patch.pointCount());
    for (Index i = 0; i < count; ++i)
      if (m_patch.isTouched(i)) done += m_steps.relax(i);
    return done;
  }

  const RemeshSettings& m_settings;
  RemeshReport m_report;
  detail::RemeshPatch<Cell> m_patch;
  detail::RemeshSteps<Cell> m_steps;
  std::vector<char> m_work;  // points
};

}  // namespace

template <class Cell>
Remeshed<Cell> remesh(const RemeshInput<Cell>& mesh, const RemeshSettings& settings) {
  return Remeshing<Cell>(mesh, settings).run();
}

template <class Cell>
PlainMesh<Cell> afterwards(const RemeshInput<Cell>& mesh, const Remeshed<Cell>& change) {
  PlainMesh<Cell> result;
  std::size_t gone = 0;
  for (std::size_t c = 0; c < mesh.cells.size(); ++c)
    if (gone < change.removed.size() && change.removed[gone] == c)
      ++gone;
    else
      result.cells.push_back(mesh.cells[c]);
  result.cells.insert(result.cells.end(), change.cells.begin(), change.cells.end());
  std::vector<Vec3> points(mesh.rest.begin(), mesh.rest.end());
  for (const Mixture& of : change.points) {
    Vec3 p = Vec3::Zero();
    for (const auto& [i, part] : of) p += part * mesh.rest[i];
    points.push_back(p);
  }
  std::vector<Index> number(points.size(), type::invalidIndex);
  for (const Cell& cell : result.cells)
    for (const Index i : cell) number[i] = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (number[i] == 0) {
      number[i] = static_cast<Index>(result.points.size());
      result.points.push_back(points[i]);
    }
  for (Cell& cell : result.cells)
    for (Index& i : cell) i = number[i];
  return result;
}

template Remeshed<Triangle> remesh(const RemeshInput<Triangle>&, const RemeshSettings&);
template Remeshed<Tetrahedron> remesh(const RemeshInput<Tetrahedron>&, const RemeshSettings&);
template PlainMesh<Triangle> afterwards(const RemeshInput<Triangle>&, const Remeshed<Triangle>&);
template PlainMesh<Tetrahedron> afterwards(const RemeshInput<Tetrahedron>&, const Remeshed<Tetrahedron>&);

}  // namespace sofa::geometry
