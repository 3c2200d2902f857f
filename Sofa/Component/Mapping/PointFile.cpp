// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/PointFile.h"

#include <fmt/format.h>

#include <sstream>

#include "Sofa/Helper/File.h"

namespace sofa::component::mapping {
namespace {

/// The word that starts the lines which hold a point, and how many words stand between it and the coordinates.
struct Format {
  const char* ending;
  const char* keyword;
  int skipped;
};
constexpr Format formats[] = {{".obj", "v", 0}, {".sph", "sphe", 1}, {".xs3", "mass", 2}};

bool readLine(std::istringstream& line, const Format& format, type::Vec3& point) {
  std::string skipped;
  for (int i = 0; i < format.skipped; ++i) line >> skipped;
  return static_cast<bool>(line >> point[0] >> point[1] >> point[2]);
}

}  // namespace

bool readPointFile(const std::filesystem::path& file, std::vector<type::Vec3>& points, std::string& problem) {
  const auto* format = std::find_if(std::begin(formats), std::end(formats),
                                    [&](const Format& f) { return file.extension() == f.ending; });
  if (format == std::end(formats)) {
    problem = fmt::format("'{}' is not a file of points: its name must end in .obj, .sph or .xs3", file.string());
    return false;
  }
  const auto content = helper::readFile(file);
  if (!content) {
    problem = fmt::format("'{}' cannot be read", file.string());
    return false;
  }
  std::istringstream in(*content);
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) {
    std::istringstream line(text);
    std::string word;
    line >> word;
    if (word != format->keyword) continue;
    type::Vec3 point;
    if (!readLine(line, *format, point)) {
      problem = fmt::format("{}:{}: three coordinates expected after '{}'", file.string(), number, word);
      return false;
    }
    points.push_back(point);
  }
  if (points.empty())
    problem = fmt::format("'{}' holds no point: no line starts with '{}'", file.string(), format->keyword);
  return !points.empty();
}

}  // namespace sofa::component::mapping
