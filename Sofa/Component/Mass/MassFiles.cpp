// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/MassFiles.h"

#include <fmt/format.h>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Type/TextReader.h"

namespace sofa::component::mass {

namespace {

std::string_view takeLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

/// The content of the file, or nothing and why. `path` gets the place where it was found.
std::optional<std::string> load(const std::string& file, const std::filesystem::path& folder, std::string& path,
                                std::string& problem) {
  const auto found = helper::ResourcePath::data().find(file, folder);
  auto content = found ? helper::readFile(*found) : std::nullopt;
  if (found) path = found->string();
  if (!content)
    problem = fmt::format("Cannot read the file \"{}\", searched in {}.", file,
                          helper::ResourcePath::data().describe(folder));
  return content;
}

/// Reals that follow a keyword and are of no use here.
int ignoredReals(std::string_view keyword) {
  if (keyword == "frme") return 4;
  if (keyword == "cntr" || keyword == "center" || keyword == "grav") return 3;
  if (keyword == "visc" || keyword == "stck" || keyword == "step" || keyword == "prec") return 1;
  return 0;
}

/// Reads the reals of a keyword. False if it is not a keyword or a real is missing.
bool readEntry(type::TextReader& in, std::string_view keyword, type::RigidMass<3>& mass, bool& definesMass) {
  if (keyword == "vertexMass") {
    if (!in.read(mass.mass)) return false;
    definesMass = true;
    return true;
  }
  if (keyword == "volm") return in.read(mass.volume);
  if (keyword == "inrt") {
    type::Mat3 inertia;
    for (int k = 0; k < 9; ++k)
      if (!in.read(inertia(k / 3, k % 3))) return false;
    mass.inertia = inertia;
    return true;
  }
  const int count = ignoredReals(keyword);
  double ignored = 0;
  for (int k = 0; k < count; ++k)
    if (!in.read(ignored)) return false;
  return count > 0;
}

/// The eighth real of "index flag x y z vx vy vz mass elastic"; the flag is one character.
bool readNodeMass(type::TextReader& in, std::int64_t& index, double& mass) {
  if (!in.read(index) || in.word().empty()) return false;
  double value = 0;
  for (int k = 0; k < 7; ++k)
    if (!in.read(value)) return false;
  mass = value;
  return true;
}

}  // namespace

bool readRigidMassFile(const std::string& file, const std::filesystem::path& folder, type::RigidMass<3>& mass,
                       bool& definesMass, std::vector<std::string>& problems) {
  std::string path, problem;
  const auto content = load(file, folder, path, problem);
  if (!content) {
    problems.push_back(problem);
    return false;
  }
  std::string_view rest = *content;
  takeLine(rest);  // a title
  while (true) {
    type::TextReader in(rest);
    const auto keyword = in.word();
    if (keyword.empty()) return true;
    if (!keyword.starts_with('#') && readEntry(in, keyword, mass, definesMass)) {
      rest = in.rest();
      continue;
    }
    rest.remove_prefix(static_cast<std::size_t>(keyword.data() - rest.data()));
    const auto line = takeLine(rest);
    if (!keyword.starts_with('#'))
      problems.push_back(fmt::format("{}: \"{}\" is not understood and skipped.", path, line.substr(0, 80)));
  }
}

std::vector<double> readNodeMassFile(const std::string& file, const std::filesystem::path& folder,
                                     std::string& problem) {
  std::string path;
  const auto content = load(file, folder, path, problem);
  if (!content) return {};
  std::string_view rest = *content;
  const auto first = takeLine(rest);
  type::TextReader title(first);
  const auto format = title.word(), version = title.word();
  if (format != "Xsp" || (version != "3.0" && version != "4.0")) {
    problem =
        fmt::format("{}: the first line must be \"Xsp 3.0\" or \"Xsp 4.0\", it is \"{}\".", path, first.substr(0, 80));
    return {};
  }
  std::vector<double> masses;
  for (int number = 2; !rest.empty(); ++number) {
    const auto line = takeLine(rest);
    type::TextReader in(line);
    if (in.word() != "mass") continue;
    std::int64_t index = 0;
    double mass = 0;
    if (!readNodeMass(in, index, mass) || mass < 0 || index != static_cast<std::int64_t>(masses.size()) + 1) {
      problem = fmt::format(
          "{}:{}: expected \"mass {} flag x y z vx vy vz mass elastic\" with a mass of 0 or more, found \"{}\".", path,
          number, masses.size() + 1, line.substr(0, 80));
      return {};
    }
    masses.push_back(mass);
  }
  if (masses.empty()) problem = fmt::format("{}: the file holds no masses.", path);
  return masses;
}

}  // namespace sofa::component::mass
