// SPDX-License-Identifier: Apache-2.0
// Excerpts of docs/manual/data.md, docs/manual/mechanics-plan.md and docs/viewer.md, of docs/manual/topology.md,
// "Following a mesh", and docs/manual/evaluation.md, "What a solver does".
#include <utility>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa {
namespace {

class Brake : public core::Component {
 public:
  core::Data<double> d_force{this, "force", 5.0, "force against the motion (N)"};
  core::Data<std::vector<double>> d_speeds{this, "speeds", {}, "speed of each wheel (m/s)", {.readOnly = true}};
  core::Data<bool> d_locked{this, "locked", false, "if true, the wheels do not turn", {.aliases = {"blocked"}}};
};

class Wheels : public Brake {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh whose points are used"};
  core::Data<std::string> d_filename{this, "filename", "", "file with a profile"};

  void sum() {
    const auto& speeds = d_speeds.value();  // here, not in the loop
    helper::parallelChunks(speeds.size(), 1024, [&](std::size_t begin, std::size_t end) { /* speeds[i] */ });
  }

  bool hasFile() const {
    const auto file = helper::ResourcePath::data().find(d_filename.value(), folder());
    return static_cast<bool>(file);
  }

  void draw(core::DrawList& list) const override {
    if (!list.shows(type::DisplayFlags::ForceFields)) return;
    for (const auto& e : l_topology->edges()) list.line(position(e[0]), position(e[1]), 2, {1, 0.5f, 0, 1});
  }

 private:
  static type::Vec3 position(type::Index i) { return {static_cast<double>(i), 0, 0}; }
};

class Wear : public core::Component {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh"};
  core::Data<std::vector<type::Index>> d_indices{this, "indices", {}, "worn points", {.follows = core::pointIndices}};
  core::Data<std::vector<double>> d_heat{
      this, "heat", {}, "heat of each point", {.follows = core::perPoint(core::NewValue::mean)}};
  core::Data<std::vector<double>> d_damage{
      this, "damage", {}, "damage of each tetrahedron", {.follows = core::perElement<type::Tetrahedron>()}};
};

/// How often a solver with a plan of its own has to begin anew.
class Planned : public core::Component {
 public:
  void init() override { m_ops.bind(*context()); }
  void reset() override {
    if (const auto version = m_ops.plan().structureVersion(); version != std::exchange(m_structure, version))
      makeAnew();
  }

  void solve(const core::MechanicalParams& params) {
    using core::Linearisation;
    const core::VecDerivId f = core::vec::force;
    m_ops.beginStep(params);
    m_ops.computeForceAndLinearise(params, f);  // an implicit solver
    m_ops.computeForce(params, f);              // an explicit one, a trial of a line search, a residual
    m_ops.linearise(params, Linearisation::positiveDefinite);
  }

 private:
  void makeAnew() { ++m_made; }

  simulation::MechanicalOperations m_ops;
  std::size_t m_structure = 0;
  int m_made = 0;
};

const auto brake = core::Register("Brake", "Manual", "a brake").add<Brake>();
const auto wheels = core::Register("Wheels", "Manual", "wheels").add<Wheels>();
const auto planned = core::Register("Planned", "Manual", "follows a plan").add<Planned>();
const auto wear = core::Register("Wear", "Manual", "wear").add<Wear>();

}  // namespace
}  // namespace sofa
