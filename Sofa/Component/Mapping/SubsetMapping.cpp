// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/SubsetMapping.h"

#include "Sofa/Component/Mapping/CoordDistance.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/BoxTree.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::mapping {

using type::Index;

template <class In, class Out>
void SubsetMapping<In, Out>::init() {
  if (this->l_input && this->l_output) {
    const std::size_t inputs = this->l_input->size();
    if (d_indices.value().empty()) {
      if (d_first.value() != type::invalidIndex)
        chooseRange(inputs);
      else
        search();
    }
    if (this->l_output->size() != indices().size()) this->l_output->resize(indices().size());
    checkTopology();
  }
  Base::init();
  core::readAtInit(*this, {&d_indices, &d_first, &d_last});
}

template <class In, class Out>
void SubsetMapping<In, Out>::chooseRange(std::size_t inputs) {
  if (inputs == 0) return;
  const Index first = d_first.value() < inputs ? d_first.value() : 0;
  const Index last = d_last.value() < inputs ? d_last.value() : static_cast<Index>(inputs - 1);
  std::vector<Index> range;
  for (Index i = first; i <= last; ++i) range.push_back(i);
  d_indices.set(std::move(range));
}

template <class In, class Out>
void SubsetMapping<In, Out>::search() {
  if (!std::isfinite(d_radius.value()) || d_radius.value() < 0) {
    this->error("radius must be a positive number, not {}: no point is searched.", d_radius.value());
    return;
  }
  std::vector<Index> found(this->l_output->positions().size(), type::invalidIndex);
  if (findMissing(found)) d_indices.set(std::move(found));
}

template <class In, class Out>
bool SubsetMapping<In, Out>::findMissing(std::vector<Index>& indices) const {
  const InVecCoord& in = this->l_input->positions();
  const OutVecCoord& out = this->l_output->positions();
  const double radius = d_radius.value();
  std::vector<type::BoundingBox> boxes;
  for (const auto& x : in) {
    const type::Vec3 p = In::position(x), reach = type::Vec3::Constant(radius);
    if (!p.allFinite()) {
      this->error("Positions of {} are not finite numbers: its points cannot be searched.", this->l_input->path());
      return false;
    }
    boxes.push_back({p - reach, p + reach});
  }
  const geometry::BoxTree tree(std::move(boxes));
  for (std::size_t i = 0; i < std::min(out.size(), indices.size()); ++i) {
    if (indices[i] != type::invalidIndex) continue;
    Index nearest = type::invalidIndex;
    double best = radius;
    tree.forEachContaining(Out::position(out[i]), [&](Index j) {
      const double d = coordDistance(out[i], in[j]);
      if (d < best || (d == best && nearest != type::invalidIndex && j < nearest)) {
        best = d;
        nearest = j;
      }
    });
    if (nearest == type::invalidIndex && !d_ignoreNotFound.value())
      this->error("Point i={} not found in input model within a radius of {}. Give its index, or a larger radius.", i,
                  radius);
    indices[i] = nearest;
  }
  return true;
}

template <class In, class Out>
bool SubsetMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_input || !this->l_output || !d_handleTopologyChange.value()) return true;
  const auto* ofInput = simulation::meshOfState(*this->l_input);
  const auto* ofOutput = simulation::meshOfState(*this->l_output);
  auto indices = d_indices.value();
  if (changes.mesh == ofInput) {
    simulation::followPoints(indices, *this->l_input, changes);
    const bool hasOwnMesh = ofOutput && ofOutput != ofInput;
    if (!hasOwnMesh && !d_ignoreNotFound.value()) std::erase(indices, type::invalidIndex);
  } else if (changes.mesh == ofOutput) {
    for (const auto& step : changes.steps)
      core::carryValues(indices, step->points(),
                        [&](std::size_t i, const core::Ancestors*) { indices[i] = type::invalidIndex; });
    findMissing(indices);
  }
  if (indices != d_indices.value()) d_indices.set(std::move(indices));
  return true;
}

template <class In, class Out>
void SubsetMapping<In, Out>::archive(core::Archive& archive) {
  Base::archive(archive);
  if (!archive.sizesDiffer()) return;
  auto indices = d_indices.value();
  archive.io(indices);
  if (archive.isLoading() && archive.isGood()) d_indices.set(std::move(indices));
}

template <class In, class Out>
void SubsetMapping<In, Out>::checkTopology() {
  if (!d_handleTopologyChange.value()) return;
  core::requireMesh(*this, l_topology, {.kind = "mesh for the indices to follow (handleTopologyChange)"});
}

template <class In, class Out>
const std::vector<Index>& SubsetMapping<In, Out>::indices() {
  if (d_indices.counter() == m_counter) return m_indices;
  const std::size_t inputs = this->l_input->size();
  m_indices.clear();
  for (const Index i : d_indices.value()) {
    // Points that were not found keep their place.
    if (i < inputs || i == type::invalidIndex || d_ignoreNotFound.value())
      m_indices.push_back(i);
    else
      this->error("indices: {} is left out, {} has {} points.", i, this->l_input->path(), inputs);
  }
  m_counter = d_indices.counter();
  return m_indices;
}

template <class In, class Out>
void SubsetMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  const auto& indices = this->indices();
  const std::size_t size = this->l_output->size();
  if (size < indices.size() || (d_resizeToModel.value() && size != indices.size()))
    this->l_output->resize(indices.size());
  if (out.size() < indices.size()) out.resize(indices.size());
  const OutVecCoord& rest = this->l_output->restPositions();
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < in.size())
      out[i] = in[indices[i]];
    else if (i < rest.size())
      out[i] = rest[i];
  }
}

template <class In, class Out>
void SubsetMapping<In, Out>::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  const auto& indices = this->indices();
  if (out.size() < indices.size()) out.resize(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (indices[i] < in.size()) out[i] = in[indices[i]];
}

template <class In, class Out>
void SubsetMapping<In, Out>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  const auto& indices = this->indices();
  const std::size_t count = std::min(indices.size(), out.size());
  for (std::size_t i = 0; i < count; ++i)
    if (indices[i] < in.size()) in[indices[i]] += out[i];
}

template <class In, class Out>
void SubsetMapping<In, Out>::buildJacobian(core::JacobianMatrix* jacobian) {
  if (!this->l_input || !this->l_output) return;
  constexpr int d = In::derivSize;
  const type::Mat<d> one = type::Mat<d>::Identity();
  const auto j = jacobian->block(this->l_output.get(), this->l_input.get());
  const auto& indices = this->indices();
  const std::size_t count = std::min(indices.size(), this->l_output->size()), inputs = this->l_input->size();
  for (std::size_t i = 0; i < count; ++i)
    if (indices[i] < inputs) j(d * static_cast<int>(i), d * static_cast<int>(indices[i])) += one;
}

namespace {
const auto registered =
    core::Register("SubsetMapping", "Sofa.Component.Mapping.Linear", "points that are some of those of another state")
        .wasCalled("SurfaceIdentityMapping", "SOFA v24.12")
        .add<SubsetMapping<type::Vec3Types, type::Vec3Types>>()
        .add<SubsetMapping<type::Vec1Types, type::Vec1Types>>()
        .add<SubsetMapping<type::Rigid3Types, type::Rigid3Types>>();
}  // namespace

}  // namespace sofa::component::mapping
