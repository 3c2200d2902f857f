#include "Sofa/Component/Mass/RigidMassFile.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

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

/// Reals that follow a keyword and are of no use here.
int ignoredReals(std::string_view keyword) {
  if (keyword == "frme") return 4;
  if (keyword == "cntr" || keyword == "center" || keyword == "grav") return 3;
  if (keyword == "visc" || keyword == "stck" || keyword == "step" || keyword == "prec") return 1;
  return 0;
}

/// Reads one keyword with its reals. False if it is not a keyword or a real is missing.
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

}  // namespace

bool readRigidMassFile(const std::string& file, const std::string& scene, type::RigidMass<3>& mass, bool& definesMass,
                       std::vector<std::string>& problems) {
  const auto folder = std::filesystem::path(scene).parent_path();
  const auto path = helper::ResourcePath::data().find(file, folder);
  std::ifstream stream;
  if (path) stream.open(*path);
  if (!stream.is_open()) {
    problems.push_back(fmt::format("Cannot read the file \"{}\", searched in {}.", file, helper::ResourcePath::data().describe(folder)));
    return false;
  }
  std::ostringstream content;
  content << stream.rdbuf();
  const std::string text = content.str();
  std::string_view rest = text;
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
    if (!keyword.starts_with('#')) problems.push_back(fmt::format("{}: \"{}\" is not understood and skipped.", path->string(), line.substr(0, 80)));
  }
}

}  // namespace sofa::component::mass
