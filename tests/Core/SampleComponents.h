// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Node.h"

/// Components of every kind of Data and link, for tests of the object model alone.
namespace sofa::test {

class Sample : public core::Component {
 public:
  core::Data<double> d_real{this, "real", 1.5, "", {.aliases = {"number", "both"}}};
  core::Data<int> d_integer{this, "integer", 7, "", {.aliases = {"both"}}};
  core::Data<bool> d_flag{this, "flag", false, ""};
  core::Data<std::string> d_text{this, "text", "none", ""};
  core::Data<type::Vec3> d_vector{this, "vector", type::Vec3(1, 1, 1), ""};
  core::Data<std::vector<type::Vec3>> d_points{this, "points", {}, ""};
  core::Data<std::vector<type::RigidCoord<3>>> d_frames{this, "frames", {}, ""};
  core::Data<std::vector<double>> d_reals{this, "reals", {}, ""};
  core::Data<std::vector<int>> d_indices{this, "indices", {}, ""};
  core::Data<std::vector<bool>> d_flags{this, "flags", {}, ""};
  core::Data<type::Color> d_color{this, "color", {}, ""};
  core::Link<Sample> l_other{this, "other", ""};
  core::MultiLink<Sample> l_others{this, "others", ""};
  core::Link<core::Node> l_node{this, "node", ""};

  Sample() { setClass("Sample"); }
};

/// A kind that links find upwards from a node without one.
class Visible : public core::Component {
 public:
  static constexpr bool visibleFromBelow = true;
  core::Link<Visible> l_visible{this, "visible", ""};
  Visible() { setClass("Visible"); }
};

template <class T = Sample>
T& put(simulation::Node& node, const std::string& name) {
  auto component = std::make_shared<T>();
  component->setName(name);
  node.addComponent(component);
  return *component;
}

}  // namespace sofa::test
