// An engine: the middle of two points, computed when somebody reads it after a change of one of them.
#include <Sofa/Core/ObjectModel/Component.h>
#include <Sofa/Core/Service/ObjectFactory.h>
#include <Sofa/Type/DataTypes.h>

using namespace sofa;
using type::Vec3;

class MidpointEngine : public core::DataEngine {
 public:
  core::Data<std::vector<Vec3>> d_position{this, "position", {}, "points"};
  core::Data<type::Edge> d_ends{this, "ends", {0, 1}, "indices of the two points"};
  core::Data<Vec3> d_midpoint{this, "midpoint", Vec3(0, 0, 0), "the middle between them", {.readOnly = true}};

  MidpointEngine() {
    addInput(&d_position);
    addInput(&d_ends);
    addOutput(&d_midpoint);
  }
  void doUpdate() override {
    const auto& x = d_position.value();
    const auto [a, b] = std::pair(d_ends.value()[0], d_ends.value()[1]);
    if (a < x.size() && b < x.size()) d_midpoint.set((x[a] + x[b]) / 2);
  }
};

const auto registered =
    core::Register("MidpointEngine", "ExamplePlugin", "the middle between two points").add<MidpointEngine>();
