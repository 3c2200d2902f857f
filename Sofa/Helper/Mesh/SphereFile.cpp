// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/SphereFile.h"

#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {

Spheres readSpheres(std::string_view text) {
  Spheres spheres;
  LineReader lines(text);
  std::string_view line;
  bool started = false;
  while (lines.next(line)) {
    type::TextReader in(line);
    const std::string_view keyword = in.word();
    if (keyword.empty() || keyword.starts_with('#')) continue;
    if (!started && keyword != "sph")
      throw FormatError(lines.number(),
                        fmt::format("the file starts with \"{}\" instead of \"sph 1.0\"", excerpt(keyword)));
    started = true;
    if (keyword != "sphe") continue;
    std::int64_t number = 0;
    type::Vec3 center;
    double radius = 0;
    if (!in.read(number) || !in.read(center[0]) || !in.read(center[1]) || !in.read(center[2]) || !in.read(radius))
      throw FormatError(lines.number(),
                        fmt::format("\"{}\" is not of the form \"sphe number x y z radius\"", excerpt(line)));
    spheres.centers.push_back(center);
    spheres.radii.push_back(radius);
  }
  if (!started) throw FormatError("it is empty; the first line should be \"sph 1.0\"");
  return spheres;
}

}  // namespace sofa::helper::mesh
