// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/ContinuousCollision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace sofa::geometry {

namespace {

enum ImpactParameter { atTime, alongFirst, alongSecond, impactParameters };

/// A box of parameters (t, u, w): from `low`, as wide as 2^-halvings. Its corners are exact.
struct ParameterBox {
  std::array<double, impactParameters> low{};
  std::array<int, impactParameters> halvings{};
  double width(int k) const { return std::ldexp(1.0, -halvings[k]); }
};

/// The vector between two points of the elements, F(t, u, w) = P(t) + u U(t) + w W(t) with P, U, W linear in t: its
/// values in a box of parameters lie within those at the corners.
struct MovingGap {
  std::array<Vec3, 2> p, u, w;  ///< at the times 0 and 1

  struct Range {
    Vec3 low, high;
  };
  Range within(const ParameterBox& box) const {
    constexpr double largest = std::numeric_limits<double>::infinity();
    Range range{Vec3::Constant(largest), Vec3::Constant(-largest)};
    const double u0 = box.low[alongFirst], u1 = u0 + box.width(alongFirst), w0 = box.low[alongSecond],
                 w1 = w0 + box.width(alongSecond);
    for (const double t : {box.low[atTime], box.low[atTime] + box.width(atTime)}) {
      const Vec3 pt = p[0] + t * (p[1] - p[0]), ut = u[0] + t * (u[1] - u[0]), wt = w[0] + t * (w[1] - w[0]);
      for (const double s : {u0, u1})
        for (const double r : {w0, w1}) {
          const Vec3 value = pt + s * ut + r * wt;
          range.low = range.low.cwiseMin(value);
          range.high = range.high.cwiseMax(value);
        }
    }
    return range;
  }

  /// How much F changes at most, along any axis, while one parameter goes from 0 to 1.
  std::array<double, impactParameters> slopes() const {
    double alongTime = 0;
    for (const double s : {0.0, 1.0})
      for (const double r : {0.0, 1.0}) {
        const Vec3 change = (p[1] - p[0]) + s * (u[1] - u[0]) + r * (w[1] - w[0]);
        alongTime = std::max(alongTime, change.cwiseAbs().maxCoeff());
      }
    const auto larger = [](const std::array<Vec3, 2>& v) {
      return std::max(v[0].cwiseAbs().maxCoeff(), v[1].cwiseAbs().maxCoeff());
    };
    return {alongTime, larger(u), larger(w)};
  }
};

/// What rounding changes F by at most, along each axis. With coordinates up to c and the unit roundoff e = 2^-53, P(t)
/// and the products u U(t) and w W(t) are known up to 16 c e and 18 c e each, and their sums add 10 c e: 62 c e in
/// first order, of which twice as much is taken.
Vec3 roundingOfGap(std::initializer_list<const MovingPoint*> points) {
  Vec3 largest = Vec3::Zero();
  for (const auto* point : points) largest = largest.cwiseMax(point->begin.cwiseAbs()).cwiseMax(point->end.cwiseAbs());
  return std::ldexp(1.0, -46) * largest + Vec3::Constant(std::numeric_limits<double>::min());
}

class ImpactFinder {
 public:
  /// `isFace`: only u + w <= 1 belongs to the element.
  ImpactFinder(const MovingGap& separation, const Vec3& rounding, const ImpactSearch& search, bool isFace)
      : m_separation(separation),
        m_search(search),
        m_reach(rounding + Vec3::Constant(search.separation)),
        m_isFace(isFace) {
    constexpr int finest = 50;  // halvings by which corners are still exact
    const auto slopes = separation.slopes();
    for (int k = 0; k < impactParameters; ++k) {
      const double wanted = search.tolerance / (3 * slopes[k]);
      m_tolerance[k] = std::max(wanted, std::ldexp(1.0, -finest));
      while (m_finest[k] < finest && std::ldexp(1.0, -m_finest[k]) > wanted) ++m_finest[k];
    }
  }

  std::optional<Impact> run() {
    static thread_local std::vector<ParameterBox> boxes, halves;
    boxes.assign(1, {});
    int count = 0;
    while (!boxes.empty()) {
      std::ranges::stable_sort(boxes, {}, [](const ParameterBox& box) { return box.low[atTime]; });
      halves.clear();
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const ParameterBox& box = boxes[i];
        if (box.low[atTime] >= m_earliest) break;
        if (++count > m_search.maxBoxes) {
          for (const auto& half : halves) m_earliest = std::min(m_earliest, half.low[atTime]);
          return Impact{std::min(m_earliest, box.low[atTime]), false};
        }
        look(box, halves);
      }
      boxes.swap(halves);
    }
    if (m_earliest > 1) return std::nullopt;
    return Impact{m_earliest, true};
  }

 private:
  void look(const ParameterBox& box, std::vector<ParameterBox>& halves) {
    const auto [low, high] = m_separation.within(box);
    bool isInside = true, isSmall = true;
    for (int k = 0; k < 3; ++k) {
      if (low[k] > m_reach[k] || high[k] < -m_reach[k]) return;
      isInside = isInside && low[k] >= -m_reach[k] && high[k] <= m_reach[k];
      isSmall = isSmall && high[k] - low[k] <= m_search.tolerance;
    }
    int widest = -1;
    double most = 0;
    for (int k = 0; k < impactParameters; ++k) {
      const double width = box.width(k) / m_tolerance[k];
      if (box.halvings[k] >= m_finest[k] || width <= most) continue;
      most = width;
      widest = k;
    }
    if (isInside || isSmall || widest < 0) {
      m_earliest = std::min(m_earliest, box.low[atTime]);
      return;
    }
    ParameterBox half = box;
    ++half.halvings[widest];
    halves.push_back(half);
    half.low[widest] += half.width(widest);
    if (!m_isFace || widest == atTime || half.low[alongFirst] + half.low[alongSecond] <= 1) halves.push_back(half);
  }

  const MovingGap& m_separation;
  const ImpactSearch& m_search;
  Vec3 m_reach;
  bool m_isFace;
  std::array<double, impactParameters> m_tolerance{};  ///< widths from which on F hardly changes
  std::array<int, impactParameters> m_finest{};        ///< halvings that lead to them
  double m_earliest = 2;                               ///< time of an impact found
};

std::array<Vec3, 2> gapBetween(const MovingPoint& from, const MovingPoint& to) {
  return {to.begin - from.begin, to.end - from.end};
}

}  // namespace

std::optional<Impact> pointFaceImpact(const MovingPoint& p, const MovingPoint& a, const MovingPoint& b,
                                      const MovingPoint& c, const ImpactSearch& search) {
  const MovingGap separation{gapBetween(a, p), gapBetween(b, a), gapBetween(c, a)};
  return ImpactFinder(separation, roundingOfGap({&p, &a, &b, &c}), search, true).run();
}

std::optional<Impact> edgeEdgeImpact(const MovingPoint& a, const MovingPoint& b, const MovingPoint& c,
                                     const MovingPoint& d, const ImpactSearch& search) {
  const MovingGap separation{gapBetween(c, a), gapBetween(a, b), gapBetween(d, c)};
  return ImpactFinder(separation, roundingOfGap({&a, &b, &c, &d}), search, false).run();
}

std::optional<Impact> pointEdgeImpact(const MovingPoint& p, const MovingPoint& a, const MovingPoint& b,
                                      const ImpactSearch& search) {
  return pointFaceImpact(p, a, b, a, search);
}

std::optional<Impact> pointPointImpact(const MovingPoint& p, const MovingPoint& q, const ImpactSearch& search) {
  return pointFaceImpact(p, q, q, q, search);
}

}  // namespace sofa::geometry
