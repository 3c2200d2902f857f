#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

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
  void crossAlong(int axis, const std::array<int, 3>& first, const std::array<int, 3>& last,
                  const std::array<Vec3, 3>& triangle, const Vec3& normal);
  void settle(std::size_t point, double distance, Region region);
  template <class F>
  void forEachNeighbour(std::size_t point, const F& f) const;
  std::size_t stride(int axis) const { return m_grid.index(axis == 0, axis == 1, axis == 2); }

  DistanceGrid& m_grid;
  std::span<double> m_distances;
  std::vector<Region> m_regions;
  /// An edge that is crossed: the cell it leads from (z, y, x), its axis, and how far along it.
  struct Crossing {
    std::array<int, 4> edge;
    double distance;
  };
  std::vector<Crossing> m_crossings;  ///< by one triangle
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
    const std::size_t lower = m_grid.index(i, j, k);
    const bool leaves = normal[axis] > 0;
    settle(lower, t, leaves ? Region::in : Region::out);
    settle(lower + stride(axis), m_grid.cellWidth()[axis] - t, leaves ? Region::out : Region::in);
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

/// f(direction, neighbour, distance between them)
template <class F>
void March::forEachNeighbour(std::size_t point, const F& f) const {
  std::size_t step = 1, left = point;
  for (int a = 0; a < 3; ++a) {
    const auto n = static_cast<std::size_t>(m_grid.size()[std::size_t(a)]);
    const std::size_t at = left % n;
    left /= n;
    if (at > 0) f(static_cast<std::size_t>(2 * a), point - step, m_grid.cellWidth()[a]);
    if (at + 1 < n) f(static_cast<std::size_t>(2 * a + 1), point + step, m_grid.cellWidth()[a]);
    step *= n;
  }
}

/// Points by how far they are along the shortest path known, then by number. Along one direction of the lattice they
/// are reached in the order of those they are reached from, the nearest first: a queue for each direction stays sorted
/// by itself.
class Front {
 public:
  struct Reached {
    double distance;
    std::size_t point;
    auto operator<=>(const Reached&) const = default;
  };

  /// In any order, before the first next().
  void start(const Reached& reached) { m_queues[directions].reached.push_back(reached); }
  void sort() { std::ranges::sort(m_queues[directions].reached); }
  void push(std::size_t direction, const Reached& reached) {
    auto& queue = m_queues[direction].reached;
    queue.push_back(reached);
    // Unless two sums of different distances are rounded to the same.
    for (std::size_t i = queue.size() - 1; i > m_queues[direction].first && queue[i] < queue[i - 1]; --i)
      std::swap(queue[i], queue[i - 1]);
  }
  std::optional<Reached> next() {
    Queue* least = nullptr;
    for (Queue& queue : m_queues)
      if (queue.first < queue.reached.size() && (!least || queue.front() < least->front())) least = &queue;
    if (!least) return std::nullopt;
    return least->reached[least->first++];
  }

 private:
  static constexpr std::size_t directions = 6;
  struct Queue {
    std::vector<Reached> reached;
    std::size_t first = 0;
    const Reached& front() const { return reached[first]; }
  };
  std::array<Queue, directions + 1> m_queues;  ///< the last one for those the paths start from
};

/// Shortest paths along the lattice (Dijkstra 1959) from the points beside the surface, which stay. A point that is
/// reached is inside if more of its neighbours are known to be than outside.
void March::outwards() {
  Front front;
  const auto spread = [&](std::size_t from, const auto& push) {
    forEachNeighbour(from, [&](std::size_t direction, std::size_t to, double step) {
      if (m_regions[to] != Region::unknown || m_distances[from] + step >= m_distances[to]) return;
      m_distances[to] = m_distances[from] + step;
      push(direction, Front::Reached{m_distances[to], to});
    });
  };
  for (std::size_t i = 0; i < m_regions.size(); ++i)
    if (m_regions[i] != Region::unknown)
      spread(i, [&](std::size_t, const Front::Reached& reached) { front.start(reached); });
  front.sort();
  while (const auto reached = front.next()) {
    const std::size_t point = reached->point;
    if (m_regions[point] != Region::unknown) continue;
    int more = 0;
    forEachNeighbour(point, [&](std::size_t, std::size_t other, double) {
      more += (m_regions[other] == Region::in) - (m_regions[other] == Region::out);
    });
    m_regions[point] = more > 0 ? Region::in : Region::out;
    spread(point, [&](std::size_t direction, const Front::Reached& to) { front.push(direction, to); });
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
