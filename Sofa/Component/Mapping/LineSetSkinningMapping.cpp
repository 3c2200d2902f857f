// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/LineSetSkinningMapping.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/ClosestPoints.h"
#include "Sofa/Geometry/MeshAdjacency.h"

namespace sofa::component::mapping {
namespace {

using type::Edge;
using type::Index;

/// For each line how many steps over common points lead to it from `start`; more than `level` for those farther away.
std::vector<Index> stepsFrom(Index start, const std::vector<Edge>& lines, const geometry::IndexLists& around,
                             Index level) {
  std::vector<Index> steps(lines.size(), level + 1);
  std::vector<Index> front{start};
  steps[start] = 0;
  for (Index step = 1; step <= level && !front.empty(); ++step) {
    std::vector<Index> next;
    for (const Index line : front)
      for (const Index point : lines[line])
        for (const Index other : around[point])
          if (steps[other] > level) {
            steps[other] = step;
            next.push_back(other);
          }
    front = std::move(next);
  }
  return steps;
}

}  // namespace

template <class In, class Out>
void LineSetSkinningMapping<In, Out>::init() {
  if (!this->l_input || !this->l_output) return;
  const auto& rest = this->l_input->restPositions();
  const InVecCoord& bodies = rest.empty() ? this->l_input->positions() : rest;
  const OutVecCoord points = this->l_output->positions();
  const auto* mesh = core::meshTopology(*this->l_input->context());
  const std::vector<Edge> lines = mesh ? mesh->edges() : std::vector<Edge>();
  this->m_influences.clear();
  this->m_bodies = bodies.size();
  if (check(lines, bodies.size())) {
    this->setValid();
    const auto around = geometry::elementsAround(lines, bodies.size());
    const Index level = d_neighborhoodLevel.value();
    for (const type::Vec3& point : points) {
      auto near = nearLines(point, lines, bodies);
      const auto steps = stepsFrom(near.front().line, lines, around, level);
      std::erase_if(near, [&](const NearLine& n) { return steps[n.line] > level; });
      near.resize(std::min<std::size_t>(near.size(), d_numberInfluencedLines.value()));
      this->m_influences.push_back(influences(near, lines));
    }
    this->takePlaces(points, bodies);
  } else {
    this->setInvalid();
  }
  Base::init();
}

template <class In, class Out>
bool LineSetSkinningMapping<In, Out>::check(const std::vector<Edge>& lines, std::size_t bodies) {
  const std::string path = this->l_input->path();
  if (lines.empty()) {
    this->error("There are no lines: {} needs a topology with edges beside it. Nothing is mapped.", path);
    return false;
  }
  for (const Edge& line : lines)
    for (const Index body : line)
      if (body >= bodies) {
        this->error("An edge names body {}, but {} has {}: nothing is mapped.", body, path, bodies);
        return false;
      }
  if (d_numberInfluencedLines.value() > 0 && d_weightCoef.value() >= 0) return true;
  this->error("numberInfluencedLines is {} and weightCoef {}; they must be at least 1 and 0. Nothing is mapped.",
              d_numberInfluencedLines.value(), d_weightCoef.value());
  return false;
}

/// All lines, the nearest first, of equally near ones that of the smaller number.
template <class In, class Out>
auto LineSetSkinningMapping<In, Out>::nearLines(const type::Vec3& point, const std::vector<Edge>& lines,
                                                const InVecCoord& bodies) const -> std::vector<NearLine> {
  std::vector<NearLine> near;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const type::Vec3 &a = bodies[lines[i][0]].center, &b = bodies[lines[i][1]].center;
    const double s = geometry::closestOnSegment(point, a, b);
    near.push_back({(point - geometry::pointOnLine(a, b, s)).norm(), s, static_cast<Index>(i)});
  }
  std::ranges::stable_sort(near, std::ranges::less(), &NearLine::distance);
  return near;
}

/// Weights relative to that of the nearest line, which cannot overflow. Lines through the point leave nothing to
/// others.
template <class In, class Out>
auto LineSetSkinningMapping<In, Out>::influences(const std::vector<NearLine>& near,
                                                 const std::vector<Edge>& lines) const -> std::vector<Influence> {
  std::vector<Influence> all;
  const double nearest = near.front().distance;
  double sum = 0;
  for (const NearLine& n : near) {
    const double ratio = n.distance > nearest ? nearest / n.distance : 1.0;
    const double weight = std::pow(ratio, d_weightCoef.value());
    sum += weight;
    all.push_back({lines[n.line][0], (1 - n.along) * weight});
    all.push_back({lines[n.line][1], n.along * weight});
  }
  for (Influence& influence : all) influence.weight /= sum;
  return all;
}

template <class In, class Out>
void LineSetSkinningMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !this->l_output || !list.shows(type::DisplayFlags::MechanicalMappings)) return;
  const auto& in = this->l_input->positions();
  const auto& out = this->l_output->positions();
  for (std::size_t i = 0; i < std::min(out.size(), this->m_influences.size()); ++i)
    for (const auto& [body, weight, local] : this->m_influences[i]) {
      const auto shade = static_cast<float>(weight);
      if (body < in.size() && weight > 0) list.line(out[i], in[body].center, 1, {shade, 0, 1 - shade, 1});
    }
}

namespace {
const auto registered = core::Register("LineSetSkinningMapping", "Sofa.Component.Mapping.Linear",
                                       "points that follow lines between bodies by weights")
                            .add<LineSetSkinningMapping<type::Rigid3Types, type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::mapping
