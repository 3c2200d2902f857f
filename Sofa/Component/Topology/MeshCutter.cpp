// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshCutter.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

using type::Rigid3Types;
using type::Vec3;

void MeshCutter::bwdInit() {  // modifiers know their containers by then
  setInvalid();
  m_edge.clear();
  if (!core::requireMesh(*this, l_topology, core::meshThatChanges)) return;
  if (const std::string why = m_incision.start(*l_topology); !why.empty()) return error("{}", why);
  if (!checkBlade()) return;
  d_listening.set(true);
  setValid();
}

bool MeshCutter::checkBlade() {
  const double snapping = d_snapping.value();
  if (!(snapping >= 0 && snapping <= 0.5)) {
    warning("snapping is {}: it must lie between 0 and 0.5. 0.2 is used instead.", snapping);
    d_snapping.set(0.2);
  }
  if (l_tool) {
    const bool good = dynamic_cast<core::State<Rigid3Types>*>(l_tool.get()) ||
                      dynamic_cast<core::State<type::Vec3Types>*>(l_tool.get());
    if (!good)
      error("tool: {} has points of type {}; Rigid3d or Vec3d is needed.", l_tool->path(), l_tool->dataTypesName());
    return good;
  }
  const auto& times = d_keyTimes.value();
  if (d_blade.value().size() < 2) {
    error("blade has {} points: an edge needs two at least.", d_blade.value().size());
  } else if (times.empty() || times.size() != d_keyFrames.value().size()) {
    error("There are {} keyTimes and {} keyFrames: give one frame for each time, or a tool.", times.size(),
          d_keyFrames.value().size());
  } else if (std::ranges::adjacent_find(times, [](double a, double b) { return !(a < b); }) != times.end()) {
    error("keyTimes must be in increasing order.");
  } else {
    return true;
  }
  return false;
}

void MeshCutter::reset() {
  m_edge.clear();
  m_incision.endStroke();
}

MeshCutter::Frame MeshCutter::frameAt(double time) const {
  if (l_tool) {
    const auto* body = dynamic_cast<const core::State<Rigid3Types>*>(l_tool.get());
    return body && body->size() > 0 ? body->positions().front() : Frame{};
  }
  const auto& times = d_keyTimes.value();
  const auto& frames = d_keyFrames.value();
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
  if (after == 0) return frames.front();
  if (after == times.size()) return frames.back();
  const double part = (time - times[after - 1]) / (times[after] - times[after - 1]);
  const Frame &a = frames[after - 1], &b = frames[after];
  return {a.center + part * (b.center - a.center), a.orientation.slerp(part, b.orientation)};
}

std::vector<Vec3> MeshCutter::edgeIn(const Frame& frame) const {
  std::vector<Vec3> edge;
  if (const auto* points = dynamic_cast<const core::State<type::Vec3Types>*>(l_tool.get())) {
    edge.assign(points->positions().begin(), points->positions().end());
    return edge;
  }
  for (const Vec3& p : d_blade.value()) edge.push_back(frame.center + type::rotate(frame.orientation, p));
  return edge;
}

/// A blade that turns sweeps no plane: it goes in small turns.
void MeshCutter::sweepTo(const Frame& frame, geometry::SweptBlade& blade) {
  constexpr double smallTurn = 0.1;  // rad
  const double angle = m_frame.orientation.angularDistance(frame.orientation);
  const int turns = std::isfinite(angle) ? 1 + static_cast<int>(angle / smallTurn) : 1;
  const Frame from = m_frame;
  for (int k = 1; k <= turns; ++k) {
    const double part = static_cast<double>(k) / turns;
    m_frame = k == turns ? frame
                         : Frame{from.center + part * (frame.center - from.center),
                                 from.orientation.slerp(part, frame.orientation)};
    auto edge = edgeIn(m_frame);
    blade.sweep(m_edge, edge);
    m_edge = std::move(edge);
  }
}

void MeshCutter::moveTo(double time) {
  geometry::SweptBlade blade;
  if (m_edge.empty()) {
    m_frame = frameAt(time);
    m_edge = edgeIn(m_frame);
  } else {
    if (!l_tool)
      for (const double key : d_keyTimes.value())
        if (key > m_time && key < time) sweepTo(frameAt(key), blade);
    sweepTo(frameAt(time), blade);
  }
  m_time = time;
  if (blade.rejected() > 0 && !std::exchange(m_toldOfBadBlade, true))
    error("The blade is at places that are not finite: it does not cut there.");
  if (!d_active.value() || blade.empty()) return m_incision.endStroke();
  const std::size_t points = l_topology->nbPoints();
  const auto report = m_incision.cut(
      blade, {d_mode.value().selected() == "faces" ? geometry::CutMode::faces : geometry::CutMode::subdivide,
              d_snapping.value(), d_smallestQuality.value()});
  if (l_topology->nbPoints() == points) return;
  d_quality.set(std::min(d_quality.value(), report.smallestQuality));
  d_splitEdges.set(d_splitEdges.value() + static_cast<Index>(report.splitEdges));
  d_openedFacets.set(d_openedFacets.value() + static_cast<Index>(report.openedFacets));
  d_newPoints.set(d_newPoints.value() + static_cast<Index>(l_topology->nbPoints() - points));
  info("{} edges were divided, {} points taken onto the blade, {} facets opened; the smallest quality is {}.",
       report.splitEdges, report.snappedPoints, report.openedFacets, report.smallestQuality);
}

void MeshCutter::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateBeginEvent>(event) && isValid() && l_topology) moveTo(context()->time());
}

bool MeshCutter::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid()) return false;
  m_incision.follow(changes);
  return true;
}

void MeshCutter::archive(core::Archive& archive) {
  m_incision.archive(archive);
  archive.io(m_edge);
  std::vector<Frame> frame{m_frame};
  archive.io(frame);
  if (archive.isGood() && frame.size() == 1) m_frame = frame.front();
  archive.io(m_time);
  double quality = d_quality.value();
  archive.io(quality);
  std::array<Index, 3> counts{d_splitEdges.value(), d_openedFacets.value(), d_newPoints.value()};
  archive.io(counts);
  if (!archive.isLoading() || !archive.isGood()) return;
  d_quality.set(quality);
  d_splitEdges.set(counts[0]);
  d_openedFacets.set(counts[1]);
  d_newPoints.set(counts[2]);
}

void MeshCutter::draw(core::DrawList& list) const {
  if (!list.shows(type::DisplayFlags::BehaviorModels)) return;
  for (std::size_t i = 0; i + 1 < m_edge.size(); ++i) list.line(m_edge[i], m_edge[i + 1], 3, {0.9f, 0.1f, 0.1f, 1});
}

namespace {
const auto registered = core::Register("MeshCutter", "Sofa.Component.Topology.Utility",
                                       "cuts a mesh of tetrahedra or triangles with a blade")
                            .add<MeshCutter>();
}  // namespace

}  // namespace sofa::component::topology
