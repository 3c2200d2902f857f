// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <map>
#include <random>

#include "Component/LinearSystem/SampleScenes.h"
#include "Sofa/Core/Contract/State.h"

/// Meshes of one or two elements of any kind as text, for the sample scenes of components.
namespace sofa::tests {

inline std::string before(const std::string& text, char separator) { return text.substr(0, text.find(separator)); }
inline std::string after(const std::string& text, char separator) {
  const auto at = text.find(separator);
  return at == std::string::npos ? "" : text.substr(at + 1);
}

inline std::string element(const std::string& name, const std::string& templateName, const std::string& attributes) {
  return fmt::format("<{} template='{}' {}/>", name, templateName, attributes);
}

/// A mesh of one or two elements of a shape, points a little off their regular places, in `dimension` coordinates, and
/// off their places at rest by up to `spread`. Quadratic ones are four times as large.
struct Mesh {
  std::string topology, state;
};

inline bool isQuadratic(const std::string& shape) {
  return std::isdigit(static_cast<unsigned char>(shape.back())) != 0;
}

inline Mesh mesh(const std::string& shape, const std::string& dataTypes, double spread = .06, double size = 1) {
  if (isQuadratic(shape)) {
    const auto linear = mesh(shape.substr(0, shape.find_first_of("0123456789")), dataTypes, .06, 4);
    const bool serendipity = shape == "Quad8" || shape == "Hexahedron20";
    return {fmt::format("{}<QuadraticMeshTopology name='quadratic' input='@mesh' family='{}'/>", linear.topology,
                        serendipity ? "serendipity" : "lagrange"),
            fmt::format("<MechanicalObject name='points' template='{}' topology='@quadratic'/>", dataTypes)};
  }
  static const std::map<std::string, std::pair<std::string, std::vector<type::Vec3>>> shapes = {
      {"Edge", {"edges='0 1 1 2'", {{0, 0, 0}, {1, .2, .1}, {2.1, -.1, .3}}}},
      {"Triangle", {"triangles='0 1 2 1 3 2'", {{0, 0, 0}, {1, .1, 0}, {.1, 1.1, 0}, {1.2, .9, 0}}}},
      {"Quad", {"quads='0 1 2 3'", {{0, 0, 0}, {1, .1, 0}, {1.2, .9, 0}, {.1, 1.1, 0}}}},
      {"Tetrahedron",
       {"tetrahedra='0 1 2 3 1 4 2 3'", {{0, 0, 0}, {1, .1, 0}, {.1, 1.1, .1}, {.1, .2, .9}, {1.1, 1, 1.2}}}},
      {"Hexahedron",
       {"hexahedra='0 1 2 3 4 5 6 7'",
        {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}}},
      {"Prism", {"prisms='0 1 2 3 4 5'", {{0, 0, 0}, {1, .1, 0}, {.1, 1, 0}, {0, .1, 1}, {1.1, 0, 1.1}, {.1, 1, 1}}}},
      {"Pyramid", {"pyramids='0 1 2 3 4'", {{0, 0, 0}, {1, .1, 0}, {1, 1.1, 0}, {0, 1, .1}, {.4, .5, 1}}}},
  };
  const auto& [list, points] = shapes.at(shape);
  std::string rest, moved, space;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-spread, spread);
  for (const auto& p : points) {
    space += fmt::format("{} {} {}  ", size * p[0], size * p[1], size * p[2]);
    for (int c = 0; c < derivSize(dataTypes); ++c) {
      rest += fmt::format("{} ", p[c]);
      moved += fmt::format("{} ", p[c] + uniform(random));
    }
  }
  return {fmt::format("<MeshTopology name='mesh' position='{}' {}/>", space, list),
          fmt::format("<MechanicalObject name='points' template='{}' position='{}' rest_position='{}'/>", dataTypes,
                      moved, rest)};
}

/// Two warped quads between frames that moved and turned.
inline std::string quadShell() {
  return "<MeshTopology quads='0 1 2 3  1 4 5 2'/><MechanicalObject template='Rigid3d' "
         "rest_position='0 0 0 0 0 0 1  1 .1 .2 0 0 0 1  1.2 1.1 -.1 0 0 0 1  -.1 .9 0 0 0 0 1  2.1 0 0 0 0 0 1  "
         "2 1 .2 0 0 0 1' "
         "position='.1 0 .2 0 0 0 1  1.1 .2 .1 0 .6 0 .8  1.2 1 .1 .36 .48 0 .8  0 1.1 .1 0 0 .28 .96  "
         "2 .1 .3 .28 0 0 .96  1.8 1.2 .3 0 .28 0 .96'/>";
}

/// Two states in nodes of their own: @a/x of four points and @b/y of five.
inline std::string twoStates(const std::string& first, const std::string& second) {
  return "<Node name='a'>" + stateText(first, 4, "name='x'") + "</Node><Node name='b'>" +
         stateText(second, 5, "name='y' translation='.1 .3 .2'") + "</Node>";
}

inline void moveALittle(simulation::Node& root) {
  auto x = root.down<core::BaseState>()->hostWrite(core::vec::position);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += .05 * std::sin(3. * static_cast<double>(i));
}

}  // namespace sofa::tests
