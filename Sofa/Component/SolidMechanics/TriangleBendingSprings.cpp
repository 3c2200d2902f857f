// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangleBendingSprings.h"

#include <map>
#include <set>

#include "Sofa/Component/SolidMechanics/QuadBendingSprings.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::solidmechanics {
namespace {

using type::Edge;
using type::Index;

Edge ordered(Index a, Index b) { return a < b ? Edge{a, b} : Edge{b, a}; }

}  // namespace

template <class DataTypes>
bool EdgeNeighbourSprings<DataTypes>::makeSprings() {
  auto* state = this->l_object1.get();
  if (state != this->l_object2.get()) {
    this->error("object1 ({}) and object2 ({}) must be the same state.", state->path(), this->l_object2->path());
    return false;
  }
  if (!core::requireMesh(*this, l_topology)) return false;
  std::vector<fem::LinearSpring> springs;
  for (const Edge& spring : ends(*l_topology)) {
    if (std::max(spring[0], spring[1]) < state->size()) {
      springs.push_back(springBetween(spring));
      continue;
    }
    this->error("The mesh {} names point {}, but the state has {} points: there are no springs.", l_topology->path(),
                std::max(spring[0], spring[1]), state->size());
    return false;
  }
  this->d_springs.set(std::move(springs));
  return true;
}

template <class DataTypes>
fem::LinearSpring EdgeNeighbourSprings<DataTypes>::springBetween(const Edge& ends) const {
  const auto first = [](const std::vector<double>& values, double absent) {
    return values.empty() ? absent : values.front();
  };
  const auto& x = this->l_object1->positions();
  return {ends[0], ends[1], first(this->d_stiffness.value(), 100), first(this->d_damping.value(), 5),
          fem::SpringKernel<DataTypes>::length(x[ends[0]], x[ends[1]])};
}

template <class DataTypes>
bool EdgeNeighbourSprings<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (!SpringForceField<DataTypes>::topologyChanged(changes)) return false;
  if (l_topology.get() != changes.mesh || changes.steps.empty()) return true;
  std::multiset<Edge> wanted;
  for (const Edge& spring : ends(*l_topology)) wanted.insert(ordered(spring[0], spring[1]));
  auto springs = this->d_springs.value();
  std::vector<bool> gone(springs.size());
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const auto known = wanted.find(ordered(springs[i].first, springs[i].second));
    gone[i] = known == wanted.end();
    if (!gone[i]) wanted.erase(known);
  }
  for (auto* flags : {&this->d_elongationOnly, &this->d_enabled})
    if (flags->value().size() == gone.size()) simulation::dropMarked(flags->edit(), gone);
  simulation::dropMarked(springs, gone);
  for (const Edge& spring : wanted)
    if (spring[1] < this->l_object1->size()) springs.push_back(springBetween(spring));
  this->d_springs.set(std::move(springs));
  this->updateTrackedData();
  return true;
}

template <class DataTypes>
std::vector<Edge> TriangleBendingSprings<DataTypes>::ends(const core::BaseMeshTopology& mesh) const {
  std::map<Edge, Index> opposite;  // of the first triangle with an edge
  std::vector<Edge> springs;
  const auto add = [&](const std::array<Index, 3>& triangle) {
    for (int i = 0; i < 3; ++i) {
      const auto [found, isFirst] =
          opposite.try_emplace(ordered(triangle[(i + 1) % 3], triangle[(i + 2) % 3]), triangle[i]);
      if (!isFirst) springs.push_back({triangle[i], found->second});
    }
  };
  for (const auto& t : mesh.triangles()) add(t);
  for (const auto& q : mesh.quads()) {
    add({q[0], q[1], q[2]});
    add({q[0], q[2], q[3]});
  }
  return springs;
}

template <class DataTypes>
std::vector<Edge> QuadBendingSprings<DataTypes>::ends(const core::BaseMeshTopology& mesh) const {
  const auto [low, high] = std::pair(d_localRange.value()[0], d_localRange.value()[1]);
  const auto isOutside = [&](const Edge& s) {
    const auto a = static_cast<std::int64_t>(s[0]), b = static_cast<std::int64_t>(s[1]);
    return (low >= 0 && a < low && b < low) || (high >= 0 && a > high && b > high);
  };
  std::map<Edge, Edge> opposite;  // of the first quad with an edge: what its ends are joined to
  std::set<Edge> known;
  std::vector<Edge> springs;
  for (const auto& q : mesh.quads())
    for (std::size_t i = 0; i < 4; ++i) {
      const Index a = q[i], b = q[(i + 1) % 4];
      Edge beyond{q[(i + 3) % 4], q[(i + 2) % 4]};
      if (b < a) std::swap(beyond[0], beyond[1]);
      const auto [found, isFirst] = opposite.try_emplace(ordered(a, b), beyond);
      for (int end = 0; end < 2 && !isFirst; ++end) {
        const Edge spring{beyond[end], found->second[end]};
        if (!isOutside(spring) && known.insert(ordered(spring[0], spring[1])).second) springs.push_back(spring);
      }
    }
  return springs;
}

namespace {
const auto registered = [] {
  core::Register("TriangleBendingSprings", "Sofa.Component.SolidMechanics.Spring",
                 "springs between the points opposite to the edges of triangles")
      .addAll<TriangleBendingSprings, type::Vec3Types, type::Vec2Types>();
  return core::Register("QuadBendingSprings", "Sofa.Component.SolidMechanics.Spring",
                        "springs between the points beside the edges of quads")
      .addAll<QuadBendingSprings, type::Vec3Types, type::Vec2Types>();
}();
}  // namespace

}  // namespace sofa::component::solidmechanics
