// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/DistanceFromTargetMapping.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::mapping {

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::init() {
  if (!this->l_input || !this->l_output) return;
  completeIndices();
  if (checkData()) {
    takePoints();
    this->setValid();
  } else {
    this->setEnds({});
    this->setInvalid();
  }
  Base::init();
  core::readAtInit(*this, {&d_indices, &d_targetPositions});
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::completeIndices() {
  const std::size_t targets = d_targetPositions.value().size();
  if (d_indices.value().size() >= targets) return;
  auto& indices = d_indices.edit();
  while (indices.size() < targets) indices.push_back(static_cast<type::Index>(indices.size()));
}

template <class In, class Out>
bool DistanceFromTargetMapping<In, Out>::checkData() const {
  const auto& indices = d_indices.value();
  const std::size_t points = this->l_input->size(), targets = d_targetPositions.value().size();
  if (indices.size() != targets) {
    this->error("{} indices for {} targetPositions: each point needs one target, so nothing is mapped.", indices.size(),
                targets);
    return false;
  }
  for (const type::Index i : indices)
    if (i >= points) {
      this->error(
          "indices: there is no point {}, {} has {}; targetPositions without an index are those of the points in "
          "order. Nothing is mapped.",
          i, this->l_input->path(), points);
      return false;
    }
  if (indices.empty())
    this->warning("There are no targetPositions, so nothing is mapped: name points and their places.");
  const std::size_t lengths = d_restLengths.value().size();
  if (lengths != 0 && lengths != indices.size())
    this->warning("restLengths has {} entries for {} points: missing ones are 0.", lengths, indices.size());
  return true;
}

template <class In, class Out>
bool DistanceFromTargetMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->isValid()) return true;
  auto indices = d_indices.value();
  simulation::followPoints(indices, *this->l_input, changes);
  if (indices != d_indices.value()) {
    std::vector<bool> lost;
    for (const type::Index i : indices) lost.push_back(i == type::invalidIndex);
    simulation::dropMarked(d_targetPositions.edit(), lost);
    simulation::dropMarked(d_restLengths.edit(), lost);
    simulation::dropMarked(indices, lost);
    d_indices.set(std::move(indices));
  }
  takePoints();
  return true;
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::takePoints() {
  std::vector<std::array<type::Index, 1>> points;
  for (const type::Index i : d_indices.value()) points.push_back({i});
  this->l_output->resize(points.size());
  this->setEnds(std::move(points));
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::archive(core::Archive& archive) {
  if (archive.sizesDiffer() && this->isValid()) {
    const auto io = [&](auto& data) {
      auto values = data.value();
      archive.io(values);
      if (archive.isLoading() && archive.isGood()) data.set(std::move(values));
    };
    io(d_indices), io(d_targetPositions), io(d_restLengths);
    takePoints();
  }
  Base::archive(archive);
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!this->checkInput(in, this->needed())) return;
  const auto& points = this->m_ends;
  const InVecCoord& targets = d_targetPositions.value();
  if (targets.size() < points.size()) {
    this->error("targetPositions has become shorter than indices: nothing is mapped any more.");
    this->setEnds({});
  }
  this->setLengths(out, d_restLengths.value(), [&](std::size_t k) -> type::Vec<Part::size> {
    return Part::coord(in[points[k][0]]) - Part::coord(targets[k]);
  });
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !list.shows(type::DisplayFlags::MechanicalMappings)) return;
  const double radius = d_showObjectScale.value();
  const auto style = radius > 0 ? core::SegmentStyle::arrow : core::SegmentStyle::line;
  const InVecCoord &x = this->l_input->positions(), &targets = d_targetPositions.value();
  const auto& points = this->m_ends;
  for (std::size_t k = 0; k < std::min(points.size(), targets.size()); ++k)
    if (points[k][0] < x.size())
      core::drawSegment(list, style, In::position(targets[k]), In::position(x[points[k][0]]), radius,
                        d_showColor.value());
}

namespace {
const auto registered = core::Register("DistanceFromTargetMapping", "Sofa.Component.Mapping.NonLinear",
                                       "distances of points to places in space")
                            .add<DistanceFromTargetMapping<type::Vec3Types, type::Vec1Types>>()
                            .add<DistanceFromTargetMapping<type::Vec1Types, type::Vec1Types>>()
                            .add<DistanceFromTargetMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
