#include "Sofa/Component/SolidMechanics/XspFile.h"

#include <fstream>

#include "Sofa/Type/TextReader.h"

namespace sofa::component::solidmechanics {
namespace {

using type::TextReader;
using type::Vec3;

struct Contents {
  std::vector<Vec3> points;
  std::vector<fem::LinearSpring> springs;
};

/// mass: index flag position(3) velocity(3) mass elasticity.
bool readMass(TextReader& in, Contents& file, std::string& problem) {
  long index = 0;
  Vec3 position;
  double rest[5];
  bool good = in.read(index) && !in.word().empty();
  for (int c = 0; c < 3; ++c) good = good && in.read(position[c]);
  for (double& value : rest) good = good && in.read(value);
  if (!good) {
    problem = "a mass is: index flag x y z vx vy vz mass elasticity";
  } else if (index != static_cast<long>(file.points.size()) + 1) {
    problem = fmt::format("masses are numbered from 1 in order: {} expected, {} found", file.points.size() + 1, index);
    good = false;
  } else {
    file.points.push_back(position);
  }
  return good;
}

/// lspg: index point point stiffness damping restLength, and in version 4.0 a rest vector.
bool readSpring(TextReader& in, Contents& file, int version, std::string& problem) {
  long index = 0, first = 0, second = 0;
  fem::LinearSpring spring;
  double unused = 0;
  bool good = in.read(index) && in.read(first) && in.read(second) && in.read(spring.stiffness) &&
              in.read(spring.damping) && in.read(spring.restLength);
  for (int c = 0; version == 4 && c < 3; ++c) good = good && in.read(unused);
  if (!good) {
    problem = version == 4 ? "a spring is: index point point stiffness damping restLength rx ry rz"
                           : "a spring is: index point point stiffness damping restLength";
    return false;
  }
  const long count = static_cast<long>(file.points.size());
  if (first < 1 || first > count || second < 1 || second > count) {
    problem = fmt::format("spring between points {} and {}, but the {} points so far are numbered from 1", first,
                          second, count);
    return false;
  }
  spring.first = static_cast<type::Index>(first - 1);
  spring.second = static_cast<type::Index>(second - 1);
  if (spring.restLength == -1) {
    spring.restLength = (file.points[spring.second] - file.points[spring.first]).norm();
    if (spring.restLength > 0) {
      spring.stiffness /= spring.restLength;
      spring.damping /= spring.restLength;
    }
  }
  file.springs.push_back(spring);
  return true;
}

bool readLine(TextReader& in, Contents& file, int version, std::string& problem) {
  while (!in.atEnd()) {
    const std::string_view command = in.word();
    if (command.starts_with('#')) return true;
    if (command == "mass") {
      if (!readMass(in, file, problem)) return false;
    } else if (command == "lspg") {
      if (!readSpring(in, file, version, problem)) return false;
    } else if (command == "numm" || command == "nums" || command == "grav" || command == "visc" || command == "step" ||
               command == "frce") {
      // Announced sizes and settings of the simulation the file comes from.
      double unused = 0;
      while (!in.atEnd() && in.read(unused)) {
      }
    } else {
      problem = fmt::format("unknown command \"{}\" (known: numm, nums, mass, lspg, grav, visc, step, frce, #)",
                            command.substr(0, 40));
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<std::vector<fem::LinearSpring>> readXspFile(const std::filesystem::path& path, std::string& problem) {
  std::ifstream stream(path);
  std::string line;
  if (!stream || !std::getline(stream, line)) {
    problem = "cannot be read";
    return std::nullopt;
  }
  TextReader header(line);
  double number = 0;
  const bool named = header.word() == "Xsp" && header.read(number);
  if (!named || (number != 3 && number != 4)) {
    problem = "line 1 must be \"Xsp 3.0\" or \"Xsp 4.0\"";
    return std::nullopt;
  }
  Contents file;
  for (int n = 2; std::getline(stream, line); ++n) {
    TextReader in(line);
    if (readLine(in, file, static_cast<int>(number), problem)) continue;
    problem = fmt::format("line {}: {}", n, problem);
    return std::nullopt;
  }
  return std::move(file.springs);
}

}  // namespace sofa::component::solidmechanics
