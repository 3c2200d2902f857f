// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/XspFile.h"

#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {
namespace {

using type::TextReader;
using type::Vec3;

/// Reads the commands of a file line by line.
class XspReader {
 public:
  XspSprings read(std::string_view text) {
    LineReader lines(text);
    std::string_view line;
    double number = 0;
    lines.next(line);
    m_line = 1;
    TextReader header(line);
    const bool named = header.word() == "Xsp" && header.read(number);
    if (!named || (number != 3 && number != 4)) fail("it must be \"Xsp 3.0\" or \"Xsp 4.0\"");
    m_version = static_cast<int>(number);
    while (lines.next(line)) {
      m_line = lines.number();
      readLine(TextReader(line));
    }
    return std::move(m_file);
  }

 private:
  [[noreturn]] void fail(const std::string& text) const { throw FormatError(m_line, text); }

  void readLine(TextReader in) {
    while (!in.atEnd()) {
      const std::string_view command = in.word();
      if (command.starts_with('#')) return;
      if (command == "mass") {
        readMass(in);
      } else if (command == "lspg") {
        readSpring(in);
      } else if (command == "numm" || command == "nums" || command == "grav" || command == "visc" ||
                 command == "step" || command == "frce") {
        // Announced sizes and settings of the simulation the file comes from.
        double unused = 0;
        while (!in.atEnd() && in.read(unused)) {
        }
      } else {
        fail(fmt::format("unknown command \"{}\" (known: numm, nums, mass, lspg, grav, visc, step, frce, #)",
                         excerpt(command)));
      }
    }
  }

  /// mass: index flag position(3) velocity(3) mass elasticity.
  void readMass(TextReader& in) {
    long index = 0;
    Vec3 position;
    double rest[5];
    bool good = in.read(index) && !in.word().empty();
    for (int c = 0; c < 3; ++c) good = good && in.read(position[c]);
    for (double& value : rest) good = good && in.read(value);
    if (!good) fail("a mass is: index flag x y z vx vy vz mass elasticity");
    const std::size_t next = m_file.positions.size() + 1;
    if (index != static_cast<long>(next))
      fail(fmt::format("masses are numbered from 1 in order: {} expected, {} found", next, index));
    m_file.positions.push_back(position);
  }

  /// lspg: index point point stiffness damping restLength, and in version 4.0 a rest vector.
  void readSpring(TextReader& in) {
    long index = 0, first = 0, second = 0;
    XspSpring spring;
    double unused = 0;
    bool good = in.read(index) && in.read(first) && in.read(second) && in.read(spring.stiffness) &&
                in.read(spring.damping) && in.read(spring.restLength);
    for (int c = 0; m_version == 4 && c < 3; ++c) good = good && in.read(unused);
    if (!good)
      fail(m_version == 4 ? "a spring is: index point point stiffness damping restLength rx ry rz"
                          : "a spring is: index point point stiffness damping restLength");
    const long count = static_cast<long>(m_file.positions.size());
    if (first < 1 || first > count || second < 1 || second > count)
      fail(fmt::format("spring between points {} and {}, but the {} points so far are numbered from 1", first, second,
                       count));
    spring.first = static_cast<type::Index>(first - 1);
    spring.second = static_cast<type::Index>(second - 1);
    if (spring.restLength == -1) takeDistance(spring);
    m_file.springs.push_back(spring);
  }

  void takeDistance(XspSpring& spring) const {
    spring.restLength = (m_file.positions[spring.second] - m_file.positions[spring.first]).norm();
    if (spring.restLength > 0) {
      spring.stiffness /= spring.restLength;
      spring.damping /= spring.restLength;
    }
  }

  XspSprings m_file;
  int m_version = 3;
  std::size_t m_line = 1;
};

}  // namespace

XspSprings readXsp(std::string_view text) { return XspReader().read(text); }

}  // namespace sofa::helper::mesh
