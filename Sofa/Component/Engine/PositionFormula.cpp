// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/MeshUpstream.h"
#include "Sofa/Helper/Formula.h"

namespace sofa::component::engine {
namespace {

/// Points whose coordinates are formulas of those of others: what bends a grid into a beam, a ring or a shell.
class PositionFormula final : public Engine {
 public:
  List<Vec3> d_input{this, "input", {}, "the points; default: those of the visible mesh", Engine::input};
  Data<std::string> d_x{this, "x", "x", "new x as a formula of x, y and z, such as (1 + x) * cos(pi / 2 * y)",
                        Engine::input};
  Data<std::string> d_y{this, "y", "y", "new y", Engine::input};
  Data<std::string> d_z{this, "z", "z", "new z", Engine::input};
  List<Vec3> d_output{this, "output", {}, "the new points", output};

  void init() override {
    if (!d_input.isSet() && !d_input.parent()) {
      const auto* mesh = core::meshUpstreamOf(*this);
      if (!mesh || !follow(d_input, mesh, "position"))
        error("There are no points: set input, such as input=\"@grid.position\".");
    }
    Engine::init();
  }

 protected:
  void doUpdate() override {
    std::vector<Vec3> made;
    try {
      const std::vector<std::string> names = {"x", "y", "z"};
      const helper::Formula formulas[] = {{d_x.value(), names}, {d_y.value(), names}, {d_z.value(), names}};
      for (const Vec3& p : d_input.value()) {
        const std::span<const double> values(p.data(), 3);
        made.emplace_back(formulas[0](values), formulas[1](values), formulas[2](values));
      }
    } catch (const std::invalid_argument& problem) {
      error("{}", problem.what());
    }
    d_output.set(std::move(made));
  }
};

const auto registered = core::Register("PositionFormula", "Sofa.Component.Engine.Transform",
                                       "points by formulas of the coordinates of others")
                            .add<PositionFormula>();

}  // namespace
}  // namespace sofa::component::engine
