// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/WireRestShape.h"

#include "Sofa/Component/Beam/EdgeMesh.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using type::Vec3;

void WireRestShape::init() {
  setInvalid();
  if (l_wireMaterials.size() == 0)
    return error("The wire has no parts: set wireMaterials to RodStraightSection or RodSpireSection components.");
  std::vector<double> keyPoints(1, 0.0);
  std::vector<int> densities;
  for (std::size_t i = 0; i < l_wireMaterials.size(); ++i) {
    if (!l_wireMaterials[i])
      return error("wireMaterials: part {} of \"{}\" is no section of a wire.", i, l_wireMaterials.text());
    if (!part(i).isValid()) return;  // which has told why
    keyPoints.push_back(keyPoints.back() + part(i).length());
    densities.push_back(part(i).d_nbBeams.value());
  }
  d_keyPoints.set(std::move(keyPoints));
  d_densityOfBeams.set(std::move(densities));
  setValid();
  fillMesh();
}

void WireRestShape::fillMesh() {
  if (!l_topology && !l_topology.isGiven()) l_topology.set(context()->local<core::BaseMeshTopology>());
  if (!l_topology) return;
  std::vector<Vec3> points(1, Vec3::Zero());
  for (std::size_t i = 0; i < l_wireMaterials.size(); ++i) {
    const int count = part(i).d_nbEdgesVisu.value();
    // As references have it: a part is placed behind the length of the one before, not behind all of them.
    const double start = i > 0 ? part(i - 1).length() : 0, piece = part(i).length() / count;
    for (int k = 1; k <= count; ++k) points.emplace_back(start + k * piece, 0, 0);
  }
  const std::size_t count = points.size();
  if (!fillWithLine(*l_topology, count, std::move(points))) return;
  l_topology->init();
  if (l_wireMaterials.size() > 2)
    warning(
        "The wire has more than two parts: from the third one on, {} places each behind the length of the part before "
        "it only. What is drawn is wrong there, the beams are not.",
        l_topology->path());
}

bool WireRestShape::isComplete() const {
  return isValid() && l_wireMaterials.size() + 1 == keyPoints().size() &&
         std::ranges::all_of(l_wireMaterials, [](const RodSection* part) { return part != nullptr; });
}

std::size_t WireRestShape::partAt(double distance) const {
  constexpr double rounding = 1e-12;  // of sums of lengths
  const double place = distance - rounding * length();
  const auto end = std::lower_bound(keyPoints().begin() + 1, keyPoints().end() - 1, place);
  return static_cast<std::size_t>(end - keyPoints().begin()) - 1;
}

Frame WireRestShape::restFrame(double distance) const {
  const double inside = std::clamp(distance, 0.0, length());
  const std::size_t i = partAt(inside);
  Frame frame = part(i).restFrame(inside - keyPoints()[i]);
  frame.center.x() += keyPoints()[i];
  return frame;
}

namespace {
const auto registeredShape =
    core::Register("WireRestShape", "BeamAdapter", "a wire of several parts when no force acts on it")
        .add<WireRestShape>(true);
}  // namespace

}  // namespace sofa::component::beam
