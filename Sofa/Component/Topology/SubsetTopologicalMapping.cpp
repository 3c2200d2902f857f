// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SubsetTopologicalMapping.h"

#include <map>
#include <numeric>

#include "Sofa/Component/Topology/MeshSurgery.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

using core::ElementKind;

/// Calls f with an element of each kind, volumes first: sides go with them.
template <class F>
void forEachKindDown(const F& f) {
  f.template operator()<Hexahedron>();
  f.template operator()<Tetrahedron>();
  f.template operator()<Quad>();
  f.template operator()<Triangle>();
  f.template operator()<Edge>();
}

std::size_t elementCount(const core::BaseMeshTopology& mesh, ElementKind kind) {
  std::size_t count = mesh.nbPoints();
  forEachKindDown([&]<class E>() {
    if (core::kindOf<E>() == kind) count = core::elementsOf<E>(mesh).size();
  });
  return count;
}

template <class E>
E sorted(E element) {
  std::ranges::sort(element);
  return element;
}

}  // namespace

std::array<SubsetTopologicalMapping::Kind, core::elementKinds> SubsetTopologicalMapping::kinds() {
  return {Kind{!d_samePoints.value(), &d_pointS2D, &d_pointD2S},
          Kind{d_handleEdges.value(), &d_edgeS2D, &d_edgeD2S},
          Kind{d_handleTriangles.value(), &d_triangleS2D, &d_triangleD2S},
          Kind{d_handleQuads.value(), &d_quadS2D, &d_quadD2S},
          Kind{d_handleTetrahedra.value(), &d_tetrahedronS2D, &d_tetrahedronD2S},
          Kind{d_handleHexahedra.value(), &d_hexahedronS2D, &d_hexahedronD2S}};
}

bool SubsetTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  for (const Kind& kind : kinds()) kind.toOutput->set({}), kind.toInput->set({});
  if (!matchPoints(input, output) || !matchAllElements(input, output)) return false;
  invertNumbers(input);
  return true;
}

bool SubsetTopologicalMapping::matchPoints(const core::BaseMeshTopology& input, const ListTopology& output) {
  const std::size_t inputs = input.nbPoints(), outputs = output.nbPoints();
  if (d_samePoints.value()) {
    if (inputs == outputs) return true;
    error("samePoints: '{}' has {} points, but '{}' has {}. Give both the same positions.", input.path(), inputs,
          output.path(), outputs);
    return false;
  }
  std::multimap<std::array<double, 3>, Index> places;
  const auto place = [](const core::BaseMeshTopology& mesh, std::size_t i) {
    const type::Vec3 x = mesh.position(i);
    return std::array{x[0], x[1], x[2]};
  };
  if (input.hasPositions() && output.hasPositions())
    for (Index i = 0; i < inputs; ++i) places.emplace(place(input, i), i);
  std::vector<Index> found(outputs);
  for (Index i = 0; i < outputs; ++i) {
    // Of points at the same place each is taken once, in order.
    const auto at = places.empty() ? places.end() : places.lower_bound(place(output, i));
    if (at != places.end() && at->first == place(output, i)) {
      found[i] = at->second;
      places.erase(at);
      continue;
    }
    if (inputs == outputs) {
      std::iota(found.begin(), found.end(), 0);
      break;
    }
    error("Point {} of '{}' is at no place of a point of '{}'. Give it the very coordinates of that point.", i,
          output.path(), input.path());
    return false;
  }
  d_pointD2S.set(std::move(found));
  return true;
}

template <class E>
bool SubsetTopologicalMapping::matchElements(const core::BaseMeshTopology& input, const ListTopology& output) {
  const Kind kind = of(core::kindOf<E>());
  if (!kind.handled) return true;
  if (!output.list<E>()) {
    error("The output '{}' holds no elements of a kind that is handled: use a container that does.", output.path());
    return false;
  }
  const auto& elements = core::elementsOf<E>(output);
  auto& numbers = kind.toInput->edit();
  numbers.resize(elements.size(), type::invalidIndex);
  if (std::ranges::find(numbers, type::invalidIndex) == numbers.end()) return true;
  const auto& all = core::elementsOf<E>(input);
  std::map<E, Index> places;
  for (std::size_t i = 0; i < all.size(); ++i) places.emplace(sorted(all[i]), static_cast<Index>(i));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (numbers[i] != type::invalidIndex) continue;
    E corners = elements[i];
    if (!d_samePoints.value())
      for (Index& corner : corners) corner = d_pointD2S.value()[corner];
    const auto at = places.find(sorted(corners));
    if (at == places.end()) {
      error("Element {} ({}) of {} of '{}' is no such element of '{}'. Take it out, or do not handle them.", i,
            type::toText(elements[i]), output.list<E>()->name(), output.path(), input.path());
      return false;
    }
    numbers[i] = at->second;
  }
  return true;
}

bool SubsetTopologicalMapping::matchAllElements(const core::BaseMeshTopology& input, const ListTopology& output) {
  bool good = true;
  forEachKindDown([&]<class E>() { good = good && matchElements<E>(input, output); });
  return good;
}

void SubsetTopologicalMapping::invertNumbers(const core::BaseMeshTopology& input) {
  for (std::size_t k = 0; k < core::elementKinds; ++k) {
    const Kind kind = kinds()[k];
    if (!kind.handled) continue;
    std::vector<Index> inverse(elementCount(input, static_cast<ElementKind>(k)), type::invalidIndex);
    const auto& numbers = kind.toInput->value();
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] < inverse.size()) inverse[numbers[i]] = static_cast<Index>(i);
    kind.toOutput->set(std::move(inverse));
  }
}

bool SubsetTopologicalMapping::fits(const core::MeshChange& change, const ListTopology& output) {
  bool good = !d_samePoints.value() || output.nbPoints() == change.points().before();
  for (std::size_t k = 0; k < core::elementKinds; ++k) {
    const auto kind = static_cast<ElementKind>(k);
    if (!of(kind).handled) continue;
    good = good && of(kind).toInput->value().size() == elementCount(output, kind) &&
           of(kind).toOutput->value().size() == change.of(kind).before();
  }
  return good;
}

core::MeshChanges SubsetTopologicalMapping::follow(const core::MeshChanges& ofSource) {
  auto* output = dynamic_cast<ListTopology*>(l_output.get());
  const std::size_t revision = output ? output->revision() : 0;
  if (!isValid() || !l_input || !output) {
    core::MeshChanges nothing;
    nothing.known = true;
    return nothing;
  }
  // Elements that were added are read from the input, where they are numbered as after the last step.
  if (!ofSource.known || ofSource.steps.size() != 1 || !fits(*ofSource.steps.front(), *output)) return makeAnew();
  const core::MeshChange& change = *ofSource.steps.front();
  dropRemoved(change, *output);
  if (!d_samePoints.value()) {
    const std::size_t before = output->revision();
    auto [ancestors, ranks] = addedOf(change.points(), ElementKind::point);
    MeshEdit edit(*output);
    edit.addPoints(std::move(ancestors));
    edit.finish();
    carryNumbers(before, *output);
    auto& numbers = d_pointD2S.edit();
    for (std::size_t i = 0; i < ranks.size(); ++i)
      numbers[numbers.size() - ranks.size() + i] = change.points().remaining() + ranks[i];
    invertNumbers(*l_input);
  }
  forEachKindDown([&]<class E>() { takeAdded<E>(change.of<E>(), *output); });
  if (!matchAllElements(*l_input, *output)) setInvalid();
  invertNumbers(*l_input);
  return output->changesSince(revision);
}

void SubsetTopologicalMapping::dropRemoved(const core::MeshChange& change, ListTopology& output) {
  for (std::size_t k = 0; k < core::elementKinds; ++k) {
    if (!kinds()[k].handled) continue;
    const std::vector<Index> now = change.of(static_cast<ElementKind>(k)).newIndices();
    for (Index& number : kinds()[k].toInput->edit())
      if (number != type::invalidIndex) number = now[number];
  }
  const auto gone = [this](ElementKind kind) {
    std::vector<Index> list;
    const auto& numbers = of(kind).toInput->value();
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] == type::invalidIndex) list.push_back(static_cast<Index>(i));
    return list;
  };
  forEachKindDown([&]<class E>() {
    if (!of(core::kindOf<E>()).handled) return;
    const std::size_t before = output.revision();
    if (auto list = gone(core::kindOf<E>()); !list.empty()) removeElements<E>(output, std::move(list), false);
    carryNumbers(before, output);
  });
  const std::size_t before = output.revision();
  if (d_samePoints.value()) {
    takePoints(change.points(), output);
  } else {
    core::ElementChange points(output.nbPoints());
    points.remove(gone(ElementKind::point));
    takePoints(points, output);
  }
  carryNumbers(before, output);
  invertNumbers(*l_input);
}

std::pair<std::vector<core::Ancestors>, std::vector<Index>> SubsetTopologicalMapping::addedOf(
    const core::ElementChange& change, ElementKind kind) {
  std::pair<std::vector<core::Ancestors>, std::vector<Index>> taken;
  const auto& toOutput = of(kind).toOutput->value();
  for (Index rank = 0; rank < change.added(); ++rank) {
    const core::Ancestors* ancestors = change.ancestors(rank);
    if (!ancestors) continue;
    core::Ancestors ours = *ancestors;
    for (Index& i : ours.elements) i = i < toOutput.size() ? toOutput[i] : type::invalidIndex;
    if (std::ranges::find(ours.elements, type::invalidIndex) != ours.elements.end()) continue;
    taken.first.push_back(std::move(ours));
    taken.second.push_back(rank);
  }
  return taken;
}

template <class E>
void SubsetTopologicalMapping::takeAdded(const core::ElementChange& change, ListTopology& output) {
  if (!of(core::kindOf<E>()).handled || change.added() == 0) return;
  const auto [ancestors, ranks] = addedOf(change, core::kindOf<E>());
  std::vector<E> added;
  std::vector<core::Ancestors> ofAdded;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    E element = core::elementsOf<E>(*l_input)[change.remaining() + ranks[i]];
    if (!d_samePoints.value())
      for (Index& corner : element) corner = d_pointS2D.value()[corner];
    if (std::ranges::find(element, type::invalidIndex) != element.end()) continue;
    added.push_back(element);
    ofAdded.push_back(ancestors[i]);
  }
  if (added.empty()) return;
  const std::size_t before = output.revision();
  addElements(output, added, ofAdded);
  carryNumbers(before, output);
}

void SubsetTopologicalMapping::carryNumbers(std::size_t sinceRevision, const ListTopology& output) {
  const auto changes = output.changesSince(sinceRevision);
  for (const auto& step : changes.steps)
    for (std::size_t k = 0; k < core::elementKinds; ++k) {
      if (!kinds()[k].handled) continue;
      auto& numbers = kinds()[k].toInput->edit();
      core::carryValues(numbers, step->of(static_cast<ElementKind>(k)),
                        [&](std::size_t i, const core::Ancestors*) { numbers[i] = type::invalidIndex; });
    }
}

void SubsetTopologicalMapping::archive(core::Archive& archive) {
  for (const Kind& kind : kinds())
    for (Numbers* data : {kind.toOutput, kind.toInput}) {
      auto numbers = data->value();
      archive.io(numbers);
      if (archive.isLoading() && archive.isGood()) data->set(std::move(numbers));
    }
}

namespace {
const auto registered = core::Register("SubsetTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "knows a mesh as a part of another one")
                            .add<SubsetTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
