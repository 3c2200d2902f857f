// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/RodMeshSection.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using type::Quat;
using type::Vec3;

void RodMeshSection::init() {
  m_frames.clear();
  m_lengths.assign(1, 0.0);
  setInvalid();
  if (!l_loader)
    for (const auto& component : context()->components())
      if (component->findData("filename") && component->findData("edges") && !l_loader)
        l_loader.set(dynamic_cast<core::DataEngine*>(component.get()));
  if (!l_loader || !dataOf<Vec3>("position") || !dataOf<type::Edge>("edges"))
    return error("The part has no shape: add a mesh loader, or set loader to one.");
  const std::vector<Vec3> points = line();
  if (points.empty()) return;
  for (std::size_t k = 1; k < points.size(); ++k)
    m_lengths.push_back(m_lengths.back() + (points[k] - points[k - 1]).norm());
  const auto direction = [&](std::size_t k) { return Vec3((points[k + 1] - points[k]).normalized()); };
  const std::size_t last = points.size() - 1;
  const Quat first = Quat::FromTwoVectors(Vec3::UnitX(), direction(0));
  Quat turn = first;
  Vec3 along = direction(0);
  for (std::size_t k = 0; k <= last; ++k) {
    const Vec3 next = k == last ? direction(last - 1)
                      : k == 0  ? along
                                : Vec3(direction(k - 1) + direction(k)).normalized();
    if (!(next.norm() > 0) || (k > 0 && m_lengths[k] == m_lengths[k - 1]))
      return error("The edges of {} have no length at point {}, or turn back there.", l_loader->path(), k);
    turn = (Quat::FromTwoVectors(along, next) * turn).normalized();
    along = next;
    m_frames.push_back({type::inverseRotate(first, Vec3(points[k] - points[0])), type::inverse(first) * turn});
  }
  if (d_length.isSetByParsing() && std::abs(d_length.value() - m_lengths.back()) > 1e-6 * m_lengths.back())
    warning("length=\"{}\" does not count: the edges of {} are {} long.", d_length.value(), l_loader->path(),
            m_lengths.back());
  d_length.set(m_lengths.back());
  RodSection::init();
}

std::vector<Vec3> RodMeshSection::line() const {
  const auto& all = dataOf<Vec3>("position")->value();
  const auto& edges = dataOf<type::Edge>("edges")->value();
  std::vector<std::vector<std::size_t>> neighbours(all.size());
  for (const type::Edge& e : edges) {
    if (std::max(e[0], e[1]) >= all.size()) continue;
    neighbours[e[0]].push_back(e[1]);
    neighbours[e[1]].push_back(e[0]);
  }
  const auto begin = std::ranges::find_if(neighbours, [](const auto& list) { return list.size() == 1; });
  const bool branches = std::ranges::any_of(neighbours, [](const auto& list) { return list.size() > 2; });
  std::vector<Vec3> points;
  auto from = all.size(), at = branches ? all.size() : static_cast<std::size_t>(begin - neighbours.begin());
  while (at < all.size()) {
    points.push_back(all[at]);
    auto next = all.size();
    for (const std::size_t other : neighbours[at])
      if (other != from) next = other;
    from = std::exchange(at, next);
  }
  if (points.size() > 1 && points.size() == edges.size() + 1) return points;
  error("The edges of {} are no single line from one end to another.", l_loader->path());
  return {};
}

Frame RodMeshSection::restFrame(double distance) const {
  const auto after = std::upper_bound(m_lengths.begin() + 1, m_lengths.end() - 1, distance);
  const auto k = static_cast<std::size_t>(after - m_lengths.begin()) - 1;
  const double length = m_lengths[k + 1] - m_lengths[k];
  return BeamCurve(m_frames[k], m_frames[k + 1], length)
      .frame(std::clamp((distance - m_lengths[k]) / length, 0.0, 1.0));
}

namespace {
const auto registeredMesh =
    core::Register("RodMeshSection", "BeamAdapter", "a part of a wire with the shape of a line in a mesh file")
        .add<RodMeshSection>(true);
}  // namespace

}  // namespace sofa::component::beam
