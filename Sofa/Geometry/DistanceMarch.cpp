#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "Sofa/Geometry/DistanceGrid.h"

// A distance grid from a surface: exact along the lines of the lattice where they cross it, then marched outwards.
namespace sofa::geometry {
namespace {

using type::Vec3;

enum class Region : char { unknown, in, out };

class March {
 public:
  explicit March(DistanceGrid& grid) : m_grid(grid), m_distances(grid.distances()), m_regions(m_distances.size()) {
    std::ranges::fill(m_distances, std::numeric_limits<double>::max());
  }
  void cross(const std::array<Vec3, 3>& triangle);
  void outwards();

 private:
  void crossAlong(int axis, const std::array<int, 3>& at, const std::array<Vec3, 3>& triangle, const Vec3& normal);
  void settle(std::size_t point, double distance, Region region);
  template <class F>
  void forEachNeighbour(std::size_t point, const F& f) const;
  std::size_t stride(int axis) const { return m_grid.index(axis == 0, axis == 1, axis == 2); }

  DistanceGrid& m_grid;
  std::span<double> m_distances;
  std::vector<Region> m_regions;
};

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

/// Looks at the lattice's edges around the triangle's box.
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
  for (int k = first[2]; k <= last[2]; ++k)
    for (int j = first[1]; j <= last[1]; ++j)
      for (int i = first[0]; i <= last[0]; ++i)
        for (int a = 0; a < 3; ++a)
          if (std::abs(normal[a]) > flattest) crossAlong(a, {i, j, k}, triangle, normal);
}

/// Of the edge that leads from a point along an axis. A hundredth of its length more at both ends, so that none is
/// missed by rounding.
void March::crossAlong(int axis, const std::array<int, 3>& at, const std::array<Vec3, 3>& triangle,
                       const Vec3& normal) {
  const Vec3 p = m_grid.point(at[0], at[1], at[2]);
  const double width = m_grid.cellWidth()[axis], t = normal.dot(triangle[0] - p) / normal[axis];
  if (!(t >= -0.01 * width && t <= 1.01 * width) || !coversAlong(axis, triangle, p)) return;
  const std::size_t lower = m_grid.index(at[0], at[1], at[2]);
  const bool leaves = normal[axis] > 0;
  settle(lower, t, leaves ? Region::in : Region::out);
  settle(lower + stride(axis), width - t, leaves ? Region::out : Region::in);
}

void March::settle(std::size_t point, double distance, Region region) {
  if (distance >= m_distances[point]) return;
  m_distances[point] = distance;
  m_regions[point] = region;
}

/// f(neighbour, distance between them)
template <class F>
void March::forEachNeighbour(std::size_t point, const F& f) const {
  std::size_t left = point;
  for (int a = 0; a < 3; ++a) {
    const auto n = static_cast<std::size_t>(m_grid.size()[std::size_t(a)]);
    const std::size_t at = left % n;
    left /= n;
    if (at > 0) f(point - stride(a), m_grid.cellWidth()[a]);
    if (at + 1 < n) f(point + stride(a), m_grid.cellWidth()[a]);
  }
}

/// Shortest paths along the lattice (Dijkstra 1959) from the points beside the surface, which stay. A point that is
/// reached is inside if more of its neighbours are known to be than outside.
void March::outwards() {
  using Reached = std::pair<double, std::size_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> front;
  const auto spread = [&](std::size_t from) {
    forEachNeighbour(from, [&](std::size_t to, double step) {
      if (m_regions[to] != Region::unknown || m_distances[from] + step >= m_distances[to]) return;
      m_distances[to] = m_distances[from] + step;
      front.emplace(m_distances[to], to);
    });
  };
  for (std::size_t i = 0; i < m_regions.size(); ++i)
    if (m_regions[i] != Region::unknown) spread(i);
  while (!front.empty()) {
    const std::size_t point = front.top().second;
    front.pop();
    if (m_regions[point] != Region::unknown) continue;
    int more = 0;
    forEachNeighbour(point, [&](std::size_t other, double) {
      more += (m_regions[other] == Region::in) - (m_regions[other] == Region::out);
    });
    m_regions[point] = more > 0 ? Region::in : Region::out;
    spread(point);
  }
  for (std::size_t i = 0; i < m_regions.size(); ++i)
    if (m_regions[i] == Region::in) m_distances[i] = -m_distances[i];
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
