// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "Sofa/Geometry/DistanceGrid.h"

// A distance grid from a surface: exact along the lines of the lattice where they cross it, then marched outwards.
namespace sofa::geometry {
namespace {

using type::Vec3;

/// Where a point is, as what it adds to the count of neighbours inside less those outside.
enum Region : signed char { out = -1, unknown = 0, in = 1 };

/// Works on the lattice with one more point on every side, so that each has six neighbours. The distance of those is no
/// number: no comparison with it holds, so no path leads there.
class March {
 public:
  explicit March(DistanceGrid& grid);
  void cross(const std::array<Vec3, 3>& triangle);
  void outwards();

 private:
  void crossAlong(int axis, const std::array<int, 3>& first, const std::array<int, 3>& last,
                  const std::array<Vec3, 3>& triangle, const Vec3& normal);
  void settle(std::size_t point, double distance, Region region);
  void spread(std::size_t from);
  void takeNearest();
  void infer(std::size_t point);
  void writeDistances();
  std::size_t number(int i, int j, int k) const {
    return std::size_t(i + 1) + m_strides[1] * std::size_t(j + 1) + m_strides[2] * std::size_t(k + 1);
  }

  DistanceGrid& m_grid;
  std::array<std::size_t, 3> m_strides{};
  std::vector<double> m_distances;
  std::vector<Region> m_regions;
  /// An edge that is crossed: the cell it leads from (z, y, x), its axis, and how far along it.
  struct Crossing {
    std::array<int, 4> edge;
    double distance;
  };
  std::vector<Crossing> m_crossings;  ///< by one triangle
  /// Points that some path has come to, those of them at hand, and those that wait for a neighbour.
  std::vector<std::size_t> m_reached, m_nearest, m_waiting;
};

March::March(DistanceGrid& grid) : m_grid(grid) {
  const auto& n = grid.size();
  std::size_t count = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    m_strides[a] = count;
    count *= static_cast<std::size_t>(n[a] + 2);
  }
  m_regions.assign(count, unknown);
  m_distances.assign(count, std::numeric_limits<double>::quiet_NaN());
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      std::fill_n(m_distances.begin() + std::ptrdiff_t(number(0, j, k)), n[0], std::numeric_limits<double>::max());
}

/// Whether q lies in the triangle, both seen along an axis; sides included.
bool coversAlong(int axis, const std::array<Vec3, 3>& triangle, const Vec3& q) {
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  int negative = 0, positive = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 side = triangle[(i + 1) % 3] - triangle[i], to = q - triangle[i];
    const double turn = side[a] * to[b] - side[b] * to[a];
    negative += turn<0, positive += turn> 0;
  }
  return negative == 0 || positive == 0;
}

/// Looks at the lattice's edges around the triangle's box, on the lines that run through it.
void March::cross(const std::array<Vec3, 3>& triangle) {
  const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
  type::BoundingBox box;
  for (const Vec3& p : triangle) box.include(p);
  std::array<int, 3> first{}, last{};
  for (int a = 0; a < 3; ++a) {
    const double low = m_grid.box().min[a], width = m_grid.cellWidth()[a], end = m_grid.size()[std::size_t(a)] - 2;
    const auto cell = [&](double x) { return std::floor((x - low) / width); };
    first[std::size_t(a)] = static_cast<int>(std::clamp(cell(box.min[a]) - 1, 0.0, end + 1));
    last[std::size_t(a)] = static_cast<int>(std::clamp(cell(box.max[a]) + 1, -1.0, end));
  }
  constexpr double flattest = 1e-6;
  m_crossings.clear();
  for (int a = 0; a < 3; ++a)
    if (std::abs(normal[a]) > flattest) crossAlong(a, first, last, triangle, normal);
  // Where a point is as near along several edges, that of the first cell counts, there that of the first axis.
  std::ranges::sort(m_crossings, {}, &Crossing::edge);
  for (const auto& [edge, t] : m_crossings) {
    const auto& [k, j, i, axis] = edge;
    const std::size_t lower = number(i, j, k);
    const bool leaves = normal[axis] > 0;
    settle(lower, t, leaves ? in : out);
    settle(lower + m_strides[std::size_t(axis)], m_grid.cellWidth()[axis] - t, leaves ? out : in);
  }
}

/// Of the edges along an axis between two cells. A hundredth of their length more at both ends, so that none is missed
/// by rounding.
void March::crossAlong(int axis, const std::array<int, 3>& first, const std::array<int, 3>& last,
                       const std::array<Vec3, 3>& triangle, const Vec3& normal) {
  const auto a = static_cast<std::size_t>(axis), b = (a + 1) % 3, c = (a + 2) % 3;
  const double width = m_grid.cellWidth()[axis];
  std::array<int, 3> at = first;
  for (at[c] = first[c]; at[c] <= last[c]; ++at[c])
    for (at[b] = first[b]; at[b] <= last[b]; ++at[b]) {
      at[a] = first[a];
      if (!coversAlong(axis, triangle, m_grid.point(at[0], at[1], at[2]))) continue;
      for (; at[a] <= last[a]; ++at[a]) {
        const double t = normal.dot(triangle[0] - m_grid.point(at[0], at[1], at[2])) / normal[axis];
        if (t >= -0.01 * width && t <= 1.01 * width) m_crossings.push_back({{at[2], at[1], at[0], axis}, t});
      }
    }
}

void March::settle(std::size_t point, double distance, Region region) {
  if (distance >= m_distances[point]) return;
  m_distances[point] = distance;
  m_regions[point] = region;
}

/// Neighbours that a path of this one makes nearer.
void March::spread(std::size_t from) {
  const auto reach = [&](std::size_t to, double distance) {
    if (m_regions[to] != unknown || !(distance < m_distances[to])) return;
    m_distances[to] = distance;
    m_reached.push_back(to);
  };
  for (std::size_t a = 0; a < 3; ++a) {
    const double distance = m_distances[from] + m_grid.cellWidth()[static_cast<int>(a)];
    reach(from - m_strides[a], distance);
    reach(from + m_strides[a], distance);
  }
}

/// Takes the points at hand out of those reached whose distances are less than a step above the least: no path through
/// one of them makes another nearer. In any order, some more than once.
void March::takeNearest() {
  double least = std::numeric_limits<double>::max();
  std::erase_if(m_reached, [&](std::size_t point) {
    if (m_regions[point] != unknown) return true;
    least = std::min(least, m_distances[point]);
    return false;
  });
  constexpr double roundingMargin = 0.999;
  const double end = least + roundingMargin * m_grid.cellWidth().minCoeff();
  m_nearest.clear();
  std::erase_if(m_reached, [&](std::size_t point) {
    const bool isNear = m_distances[point] < end || m_distances[point] == least;
    if (isNear) m_nearest.push_back(point);
    return isNear;
  });
}

/// The region of a point at hand, after those of its neighbours that are nearer, or as near with a smaller number: it
/// is inside if more of its neighbours with a region are than outside.
void March::infer(std::size_t point) {
  m_waiting.assign(1, point);
  while (!m_waiting.empty()) {
    const std::size_t p = m_waiting.back();
    int more = 0;
    std::size_t first = p;
    const auto look = [&](std::size_t q) {
      more += m_regions[q];
      const double mine = m_distances[p], other = m_distances[q];
      if (m_regions[q] == unknown && (other < mine || (other == mine && q < p))) first = q;
    };
    for (const std::size_t stride : m_strides) look(p - stride), look(p + stride);
    if (first != p) {
      m_waiting.push_back(first);
      continue;
    }
    m_waiting.pop_back();
    m_regions[p] = more > 0 ? in : out;
    spread(p);
  }
}

/// Shortest paths along the lattice (Dijkstra 1959) from the points beside the surface, which stay.
void March::outwards() {
  for (std::size_t i = 0; i < m_regions.size(); ++i)
    if (m_regions[i] != unknown) spread(i);
  while (!m_reached.empty()) {
    takeNearest();
    for (const std::size_t point : m_nearest)
      if (m_regions[point] == unknown) infer(point);
  }
  writeDistances();
}

void March::writeDistances() {
  const auto& n = m_grid.size();
  double* distance = m_grid.distances().data();
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (std::size_t point = number(0, j, k), end = number(n[0], j, k); point < end; ++point)
        *distance++ = m_regions[point] == in ? -m_distances[point] : m_distances[point];
}

}  // namespace

DistanceGrid DistanceGrid::ofSurface(const Size& size, const type::BoundingBox& box, std::span<const Vec3> vertices,
                                     std::span<const type::Triangle> triangles) {
  DistanceGrid grid(size, box);
  March march(grid);
  for (const auto& t : triangles) march.cross({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
  march.outwards();
  return grid;
}

}  // namespace sofa::geometry
