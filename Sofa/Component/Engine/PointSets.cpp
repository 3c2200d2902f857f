// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/ObjectModel/Event.h"

namespace sofa::component::engine {

/// The mean of some points of the visible state, computed again at the beginning of every step. The mean of frames has
/// the normalised sum of their quaternions as orientation, each taken on the side of the first.
template <class DataTypes>
class AverageCoord final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  AverageCoord() { d_listening.set(true); }

  List<Index> d_indices{this, "indices", {}, "points; empty: all", input};
  Data<Index> d_vecId{this, "vecId", 1, "which vector of the state: 1 position, 2 rest position, 3 free position",
                      input};
  Data<Coord> d_average{this, "average", Coord(), "mean of the points", output};
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(auto& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  void init() override {
    m_state = dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*context()));
    if (d_vecId.value() < 1 || d_vecId.value() > 3) {
      error("vecId is {}; it should be 1 (position), 2 (rest position) or 3 (free position). 1 is taken.",
            d_vecId.value());
      d_vecId.set(1);
    }
    connect();
  }
  void handleEvent(core::Event& event) override {
    if (core::eventAs<core::AnimateBeginEvent>(event)) setDirty(), updateNow();
  }

 protected:
  void doUpdate() override {
    const core::VecCoordId ids[] = {core::vec::position, core::vec::restPosition, core::vec::freePosition};
    static const typename DataTypes::VecCoord none;
    const auto& x = m_state ? m_state->coords(ids[d_vecId.value() - 1]) : none;
    std::vector<Coord> chosen;
    if (d_indices.value().empty()) chosen.assign(x.begin(), x.end());
    forEachValid(d_indices, x.size(), [&](Index i) { chosen.push_back(x[i]); });
    if (!chosen.empty()) d_average.set(mean(chosen));
  }

 private:
  static Coord mean(const std::vector<Coord>& points) {
    const double n = static_cast<double>(points.size());
    Coord sum{};
    if constexpr (!DataTypes::isRigid) {
      for (const Coord& p : points) sum += p;
      sum /= n;
    } else {
      for (const Coord& p : points) sum.center += p.center;
      sum.center /= n;
      if constexpr (DataTypes::spatialDimensions == 3) {
        auto& q = sum.orientation.coeffs();
        q.setZero();
        for (const Coord& p : points)
          q += p.orientation.coeffs() * (p.orientation.dot(points.front().orientation) < 0 ? -1.0 : 1.0);
        sum.orientation.normalize();
      } else {
        for (const Coord& p : points) sum.orientation += p.orientation / n;
      }
    }
    return sum;
  }

  const core::State<DataTypes>* m_state = nullptr;
};

/// How far two sets of points are from each other: the largest distance from a point of one to the nearest of the
/// other.
template <class DataTypes>
class HausdorffDistance final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  HausdorffDistance() { d_listening.set(true); }

  List<Coord> d_points1{this, "points1", {}, "first points", input};
  List<Coord> d_points2{this, "points2", {}, "second points", input};
  Data<double> d_d12{this, "d12", 0.0, "largest distance of a first point to the second ones", output};
  Data<double> d_d21{this, "d21", 0.0, "largest distance of a second point to the first ones", output};
  Data<double> d_max{this, "max", 0.0, "the larger of both", output};
  Data<bool> d_update{this, "update", false, "if true, computed in every step; else when a result is read"};
  static std::string staticTemplateName() { return DataTypes::name(); }

  void handleEvent(core::Event& event) override {
    if (d_update.value() && core::eventAs<core::AnimateBeginEvent>(event)) updateNow();
  }

 protected:
  void doUpdate() override {
    const double d12 = farthest(d_points1.value(), d_points2.value());
    const double d21 = farthest(d_points2.value(), d_points1.value());
    d_d12.set(d12);
    d_d21.set(d21);
    d_max.set(std::max(d12, d21));
  }

 private:
  double farthest(const std::vector<Coord>& from, const std::vector<Coord>& to) const {
    if (to.empty()) return 0;
    double result = 0;
    for (const Coord& a : from) {
      double nearest = std::numeric_limits<double>::max();
      for (const Coord& b : to) {
        nearest = std::min(nearest, distanceOf<DataTypes>(a, b));
        if (nearest <= result) break;  // it changes nothing any more
      }
      result = std::max(result, nearest);
    }
    return result;
  }
};

/// Points of which those nearer to each other than a distance are joined in their middle, one after the other.
class JoinPoints final : public Engine {
 public:
  List<Vec3> d_points{this, "points", {}, "points", input};
  Data<double> d_distance{this, "distance", 0.0, "points that are not farther apart are joined", input};
  List<Vec3> d_mergedPoints{this, "mergedPoints", {}, "what remains", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    struct Group {
      Vec3 sum;
      double count;
    };
    std::vector<Group> groups;
    for (const Vec3& p : d_points.value()) {
      const auto near = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
        return (g.sum / g.count - p).norm() <= d_distance.value();
      });
      if (near == groups.end())
        groups.push_back({p, 1});
      else
        near->sum += p, near->count += 1;
    }
    auto& points = d_mergedPoints.edit();
    points.clear();
    for (const Group& g : groups) points.push_back(g.sum / g.count);
  }
};

namespace {
using type::Rigid2Types, type::Rigid3Types, type::Vec1Types, type::Vec2Types, type::Vec3Types;
const auto registered = std::array{
    core::Register("AverageCoord", "Sofa.Component.Engine.Analyze", "mean of some points of a state")
        .addAll<AverageCoord, Vec3Types, Vec2Types, Rigid3Types, Rigid2Types>(true)
        .ignores("mechanicalStates", "The state is the visible one; delete it."),
    core::Register("HausdorffDistance", "Sofa.Component.Engine.Analyze", "distance of two sets of points")
        .addAll<HausdorffDistance, Vec3Types, Vec1Types, Vec2Types, Rigid3Types, Rigid2Types>(true),
    core::Register("JoinPoints", "Sofa.Component.Engine.Generate", "joins points that are near to each other")
        .add<JoinPoints>(true),
};
}  // namespace
}  // namespace sofa::component::engine
