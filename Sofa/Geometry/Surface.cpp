// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

namespace sofa::geometry {
namespace {

using type::Vec3;

template <class Face>
bool inRange(const Face& face, std::size_t size) {
  return std::all_of(face.begin(), face.end(), [size](type::Index i) { return i < size; });
}

void normalizeNonZero(Vec3& v) {
  if (const double length = v.norm(); length > 0) v /= length;
}

/// Calls f(corner, next, previous) with indices for each corner at which a face contributes: every corner of a triangle
/// sees the same normal, those of a quad, which need not be flat, their own.
template <class F>
void forEachCorner(std::span<const type::Triangle> triangles, std::span<const type::Quad> quads, std::size_t size,
                   const F& f) {
  for (const auto& t : triangles)
    if (inRange(t, size))
      for (int c = 0; c < 3; ++c) f(t[c], t[(c + 1) % 3], t[(c + 2) % 3]);
  for (const auto& q : quads)
    if (inRange(q, size))
      for (int c = 0; c < 4; ++c) f(q[c], q[(c + 1) % 4], q[(c + 3) % 4]);
}

}  // namespace

void vertexNormals(std::span<const Vec3> points, std::span<const type::Triangle> triangles,
                   std::span<const type::Quad> quads, std::span<const type::Index> normalOfVertex,
                   std::vector<Vec3>& normals) {
  const bool shared = normalOfVertex.size() == points.size() && !points.empty();
  std::size_t count = points.size();
  if (shared) {
    const std::size_t last = *std::max_element(normalOfVertex.begin(), normalOfVertex.end());
    if (last >= points.size())
      return vertexNormals(points, triangles, quads, {}, normals);  // not a numbering of these vertices
    count = last + 1;
  }
  const auto slot = [&](type::Index v) { return shared ? normalOfVertex[v] : v; };
  std::vector<Vec3> sums(count, Vec3::Zero());
  forEachCorner(triangles, quads, points.size(), [&](type::Index v, type::Index next, type::Index previous) {
    sums[slot(v)] += Vec3(points[next] - points[v]).cross(Vec3(points[previous] - points[v]));
  });
  for (auto& n : sums) normalizeNonZero(n);
  normals.resize(points.size());
  for (std::size_t v = 0; v < points.size(); ++v) normals[v] = sums[slot(static_cast<type::Index>(v))];
}

void vertexTangents(std::span<const Vec3> points, std::span<const Vec3> normals, std::span<const Vec2f> texcoords,
                    std::span<const type::Triangle> triangles, std::span<const type::Quad> quads,
                    std::vector<Vec3>& tangents, std::vector<Vec3>& bitangents) {
  const std::size_t n = std::min({points.size(), normals.size(), texcoords.size()});
  tangents.assign(points.size(), Vec3::Zero());
  bitangents.assign(points.size(), Vec3::Zero());
  forEachCorner(triangles, quads, n, [&](type::Index v, type::Index next, type::Index previous) {
    const Vec3 a = points[next] - points[v], b = points[previous] - points[v];
    const type::Vec2 ta = (texcoords[next] - texcoords[v]).cast<double>(),
                     tb = (texcoords[previous] - texcoords[v]).cast<double>();
    Vec3 tangent = a * tb.y() - b * ta.y(), bitangent = a * tb.x() - b * ta.x();
    normalizeNonZero(tangent);
    normalizeNonZero(bitangent);
    tangents[v] += tangent;
    bitangents[v] += bitangent;
  });
  for (std::size_t v = 0; v < n; ++v) {
    normalizeNonZero(tangents[v]);
    bitangents[v] = normals[v].cross(tangents[v]);
    tangents[v] = bitangents[v].cross(normals[v]);
  }
}

void sphericalTexcoords(std::span<const Vec3> points, std::vector<Vec2f>& texcoords) {
  texcoords.resize(points.size());
  if (points.empty()) return;
  Vec3 low = points[0], high = points[0];
  for (const auto& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const Vec3 centre = 0.5 * (low + high);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vec3 p = points[i] - centre;
    normalizeNonZero(p);
    const double u = 0.5 + std::atan2(p.y(), p.x()) / (2 * std::numbers::pi);
    const double v = 0.5 - std::asin(std::clamp(p.z(), -1.0, 1.0)) / std::numbers::pi;
    texcoords[i] = Vec2f(static_cast<float>(u), static_cast<float>(v));
  }
}

void mendSeam(std::span<const type::Index> pointOfVertex, std::span<const type::Triangle> triangles,
              std::span<const type::Quad> quads, std::span<Vec2f> texcoords) {
  const std::size_t n = std::min(pointOfVertex.size(), texcoords.size());
  std::unordered_map<type::Index, int> vertices;  // of a point
  for (std::size_t v = 0; v < n; ++v) ++vertices[pointOfVertex[v]];
  std::vector<int> turns(n, 0);  // how many more corners lie a turn ahead than behind
  const auto compare = [&](const auto& face) {
    if (std::ranges::any_of(face, [&](auto v) { return v >= n; })) return;
    for (const auto v : face)
      for (const auto w : face) {
        if (vertices[pointOfVertex[v]] == 1 || vertices[pointOfVertex[w]] > 1) continue;
        const float ahead = texcoords[w].x() - texcoords[v].x();
        turns[v] += ahead > 0.5f ? 1 : ahead < -0.5f ? -1 : 0;
      }
  };
  std::ranges::for_each(triangles, compare);
  std::ranges::for_each(quads, compare);
  for (std::size_t v = 0; v < n; ++v)
    if (turns[v] != 0) texcoords[v].x() += turns[v] > 0 ? 1.f : -1.f;
}

}  // namespace sofa::geometry
