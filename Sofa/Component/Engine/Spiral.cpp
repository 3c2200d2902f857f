// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>

#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {

/// Rolls a body up: the x axis becomes a spiral r = curvature * angle in the plane of x and y, of the same length, its
/// negative half the same turned by half a turn. y goes on along the normal to its left, z stays.
class Spiral final : public Engine {
 public:
  List<Vec3> d_restPosition{this,
                            "rest_position",
                            {},
                            "points; default: rest positions of the visible state, else what position is given",
                            input};
  List<Vec3> d_position{this, "position", {}, "the points rolled up", output};
  Data<double> d_curvature{this, "curvature", 0.2, "by how much the radius grows with the angle (per radian)"};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override {
    if (!followPoints(d_restPosition)) takeGivenPoints();
    connect();
  }

 protected:
  void doUpdate() override {
    auto& rolled = d_position.edit();
    rolled.clear();
    m_rolledUp = d_position.counter();
    const double a = d_curvature.value();
    if (!(a > 0)) return error("curvature is {}; it should be positive.", a);
    for (const Vec3& p : d_restPosition.value()) {
      const double angle = angleAt(std::abs(p.x()), a), c = std::cos(angle), s = std::sin(angle);
      const Vec3 along = Vec3(c - angle * s, s + angle * c, 0).normalized(), left(-along.y(), along.x(), 0);
      const Vec3 onCurve = std::copysign(a * angle, p.x()) * Vec3(c, s, 0);
      rolled.push_back(onCurve + p.y() * left + p.z() * Vec3::UnitZ());
    }
  }

 private:
  /// Scenes may give the points as `position`, where only the result belongs. Where that is computed already the points
  /// are those that it was computed from.
  void takeGivenPoints() {
    if (d_position.isSet() && d_position.counter() != m_rolledUp) m_given = d_position.value();
    if (m_given)
      d_restPosition.set(*m_given);
    else
      error("There are no points: set rest_position, or add a state to the node.");
  }
  /// The angle up to which r = a angle has that length, a/2 (angle sqrt(1 + angle^2) + asinh(angle)). Newton's method
  /// from above, where the convex function makes it converge.
  static double angleAt(double length, double a) {
    double angle = std::sqrt(2 * length / a);
    for (int i = 0; i < 50; ++i) {
      const double slope = std::sqrt(1 + angle * angle);
      const double step = (angle * slope + std::asinh(angle) - 2 * length / a) / (2 * slope);
      angle -= step;
      if (!(std::abs(step) > 1e-15 * angle)) break;
    }
    return angle;
  }

  std::optional<std::vector<Vec3>> m_given;
  std::optional<int> m_rolledUp;  ///< when the result was computed last
};

namespace {
const auto registered =
    core::Register("Spiral", "Sofa.Component.Engine.Generate", "rolls a body up to a spiral").add<Spiral>(true);
}  // namespace
}  // namespace sofa::component::engine
