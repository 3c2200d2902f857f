// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/FillReducingOrdering.h"

#include <algorithm>

#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/LinearAlgebra/Ordering.h"

namespace sofa::component::engine {
namespace {

/// Calls use(points) for every element, as a range of indices.
template <class Use>
void forEachElement(const core::BaseMeshTopology& mesh, const Use& use) {
  for (const auto& element : mesh.hexahedra()) use(element);
  for (const auto& element : mesh.tetrahedra()) use(element);
  for (const auto& element : mesh.quads()) use(element);
  for (const auto& element : mesh.triangles()) use(element);
  for (const auto& element : mesh.edges()) use(element);
}

linearalgebra::BlockGraph pointGraph(const core::BaseMeshTopology& mesh, std::size_t points) {
  std::vector<std::pair<int, int>> pairs;
  forEachElement(mesh, [&](const auto& element) {
    for (auto i : element)
      for (auto j : element)
        if (i != j) pairs.emplace_back(static_cast<int>(i), static_cast<int>(j));
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  linearalgebra::BlockGraph graph;
  auto next = pairs.begin();
  for (int i = 0; i < static_cast<int>(points); ++i) {
    for (; next != pairs.end() && next->first == i; ++next) graph.neighbours.push_back(next->second);
    graph.start.push_back(static_cast<int>(graph.neighbours.size()));
  }
  return graph;
}

template <class Element>
void renumber(const std::vector<Element>& elements, const std::vector<int>& newNumber, std::vector<Element>& result) {
  result = elements;
  for (auto& element : result)
    for (auto& i : element) i = static_cast<std::remove_reference_t<decltype(i)>>(newNumber[i]);
}

}  // namespace

FillReducingOrdering::FillReducingOrdering() {
  addInput(&d_orderingMethod);
  for (core::BaseData* output : std::initializer_list<core::BaseData*>{&d_permutation, &d_invPermutation, &d_position,
                                                                       &d_hexahedra, &d_tetrahedra})
    addOutput(output);
}

void FillReducingOrdering::init() {
  if (!l_mstate && !l_mstate.isGiven())
    l_mstate.set(dynamic_cast<core::State<type::Vec3Types>*>(core::mechanicalState(*context())));
  if (!l_mstate) {
    error("There is no Vec3d state: add one to this node, or set the link mstate. Nothing is renumbered.");
    return setInvalid();
  }
  if (!core::requireMesh(*this, l_topology, {.place = core::MeshPlace::upstream})) return;
  if (!indicesFit(l_mstate->size())) return setInvalid();
  setValid();
  setDirty();
}

void FillReducingOrdering::reinit() { init(); }

bool FillReducingOrdering::indicesFit(std::size_t points) const {
  std::size_t most = 0;
  forEachElement(*l_topology, [&](const auto& element) {
    for (auto i : element) most = std::max<std::size_t>(most, static_cast<std::size_t>(i) + 1);
  });
  if (most <= points) return true;
  error("{} has an element with point {}, but {} has {} points. Nothing is renumbered.", l_topology->path(), most - 1,
        l_mstate->path(), points);
  return false;
}

void FillReducingOrdering::doUpdate() {
  if (!isValid() || !l_mstate || !l_topology) return;
  const auto& points = l_mstate->positions();
  const auto method =
      d_orderingMethod.value().is("nestedDissection") ? linearalgebra::Ordering::metis : linearalgebra::Ordering::amd;
  const auto order = linearalgebra::eliminationOrder(pointGraph(*l_topology, points.size()), method);
  const auto position = linearalgebra::inversePermutation(order);
  auto& renumbered = d_position.edit();
  renumbered.clear();
  for (int old : order) renumbered.push_back(points[old]);
  renumber(l_topology->hexahedra(), position, d_hexahedra.edit());
  renumber(l_topology->tetrahedra(), position, d_tetrahedra.edit());
  d_permutation.set(order);
  d_invPermutation.set(position);
}

namespace {
const auto registered = core::Register("FillReducingOrdering", "SofaMatrix",
                                       "renumbers the points of a mesh so that factors of its matrices stay sparse")
                            .add<FillReducingOrdering>(true);
}  // namespace

}  // namespace sofa::component::engine
