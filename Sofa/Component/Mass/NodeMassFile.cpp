#include "Sofa/Component/Mass/NodeMassFile.h"

#include <fmt/format.h>

#include <fstream>

#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Type/TextReader.h"

namespace sofa::component::mass {

namespace {

/// The eighth real of "mass index flag x y z vx vy vz mass elastic"; the flag is one character.
bool readMass(type::TextReader& in, std::int64_t& index, double& mass) {
  if (!in.read(index) || in.word().empty()) return false;
  double value = 0;
  for (int k = 0; k < 7; ++k)
    if (!in.read(value)) return false;
  mass = value;
  return true;
}

}  // namespace

std::vector<double> readNodeMassFile(const std::string& file, const std::string& scene, std::string& problem) {
  const auto folder = std::filesystem::path(scene).parent_path();
  const auto path = helper::ResourcePath::data().find(file, folder);
  std::ifstream stream;
  if (path) stream.open(*path);
  std::string line;
  if (!stream.is_open() || !std::getline(stream, line)) {
    problem = fmt::format("Cannot read the file \"{}\", searched in {}.", file, helper::ResourcePath::data().describe(folder));
    return {};
  }
  type::TextReader title(line);
  const auto format = title.word(), version = title.word();
  if (format != "Xsp" || (version != "3.0" && version != "4.0")) {
    problem = fmt::format("{}: the first line must be \"Xsp 3.0\" or \"Xsp 4.0\", it is \"{}\".", path->string(), line.substr(0, 80));
    return {};
  }
  std::vector<double> masses;
  for (int number = 2; std::getline(stream, line); ++number) {
    type::TextReader in(line);
    if (in.word() != "mass") continue;
    std::int64_t index = 0;
    double mass = 0;
    if (!readMass(in, index, mass) || mass < 0 || index != static_cast<std::int64_t>(masses.size()) + 1) {
      problem = fmt::format("{}:{}: expected \"mass {} flag x y z vx vy vz mass elastic\" with a mass of 0 or more, found \"{}\".",
                            path->string(), number, masses.size() + 1, line.substr(0, 80));
      return {};
    }
    masses.push_back(mass);
  }
  if (masses.empty()) problem = fmt::format("{}: the file holds no masses.", path->string());
  return masses;
}

}  // namespace sofa::component::mass
