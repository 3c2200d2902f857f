// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::fem {

/// Makes numbers below a bound ascend, each once.
void sortOnce(std::vector<Index>& numbers, std::size_t bound);

/// What a kernel is made of, and where its elements lie in its blocks. Where the mesh changed, it tells which elements
/// have to be set up anew.
template <class Element, class Point, class Material, std::size_t PartNodes>
struct KernelMesh {
  std::vector<Element> elements;
  std::vector<Point> rest;
  std::vector<Material> materials;  ///< one for all, or one per element
  ElementBlocks<Element, PartNodes> blocks;

  const Material& materialOf(std::size_t e) const { return materials.size() > e ? materials[e] : materials.front(); }

  /// All anew.
  void set(std::span<const Element> newElements, std::span<const Point> newRest,
           std::span<const Material> newMaterials) {
    elements.assign(newElements.begin(), newElements.end());
    rest.assign(newRest.begin(), newRest.end());
    materials.assign(newMaterials.begin(), newMaterials.end());
    blocks.build(elements, rest.size());
  }

  /// Takes in elements of which `changed`, ascending, have other nodes than before, and some came or went at the end.
  /// Returns the numbers, ascending, of those that have to be set up: these, what lies elsewhere in the blocks and what
  /// has another material. None, with nothing done, if others name points that have another place at rest.
  std::optional<std::vector<Index>> follow(std::span<const Element> newElements, std::span<const Point> newRest,
                                           std::span<const Material> newMaterials, std::span<const Index> changed) {
    const bool each = newMaterials.size() > 1;
    if (newMaterials.empty() || materials.empty() || each != (materials.size() > 1)) return std::nullopt;
    if (!each && !same(newMaterials[0], materials[0])) return std::nullopt;
    if (!restStays(newElements, newRest, changed)) return std::nullopt;

    std::vector<Index> anew(changed.begin(), changed.end());
    const std::size_t before = elements.size();
    if (each)
      for (std::size_t e = 0; e < std::min(before, newElements.size()); ++e)
        if (!same(newMaterials[e], materialOf(e))) anew.push_back(static_cast<Index>(e));
    elements.resize(newElements.size());
    for (const Index e : changed) elements[e] = newElements[e];
    for (std::size_t e = before; e < elements.size(); ++e) elements[e] = newElements[e];
    rest.assign(newRest.begin(), newRest.end());
    materials.assign(newMaterials.begin(), newMaterials.end());
    for (auto e = blocks.rebuild(elements, rest.size(), changed); e < elements.size(); ++e)
      anew.push_back(static_cast<Index>(e));
    sortOnce(anew, elements.size());
    return anew;
  }

  /// The blocks in which some elements lie, ascending.
  std::vector<unsigned> blocksOf(std::span<const Index> some) const {
    std::vector<unsigned> found;
    for (const Index e : some) found.push_back(static_cast<unsigned>(blocks.slot(e) / simdWidth));
    sortOnce(found, blocks.blockCount());
    return found;
  }

  /// Nodes of the elements of a block at rest; lanes of the padding have those of the element before them.
  void restOf(std::size_t block, typename ElementBlocks<Element, PartNodes>::Nodes& x) const {
    for (int lane = 0, source = 0; lane < simdWidth; ++lane) {
      if (blocks.element(block, lane) != blocks.noElement) source = lane;
      const Element& element = elements[blocks.element(block, source)];
      for (std::size_t n = 0; n < element.size(); ++n)
        for (int i = 0; i < 3; ++i) x[n][i][lane] = i < rest[element[n]].size() ? rest[element[n]][i] : 0;
    }
  }

  /// Makes room for one value per block; those that are there stay. Changes of a mesh come in many small ones.
  template <class Values>
  void fit(Values& values) const {
    const std::size_t count = blocks.blockCount();
    if (count > values.capacity()) values.reserve(count + count / 8);
    values.resize(count);
  }

 private:
  static bool same(const Material& a, const Material& b) {
    static_assert(std::is_trivially_copyable_v<Material>);
    return std::memcmp(&a, &b, sizeof(Material)) == 0;  // NOLINT: where bits alone differ, more is set up anew
  }
  /// Whether the points of all elements but the changed ones are where they were. A point that another one took the
  /// number of is named by changed elements only; one that was moved may be named by others too.
  bool restStays(std::span<const Element> newElements, std::span<const Point> newRest,
                 std::span<const Index> changed) const {
    std::vector<char> moved(newRest.size(), 0);
    bool any = false;
    for (std::size_t i = 0; i < std::min(newRest.size(), rest.size()); ++i)
      if (newRest[i] != rest[i]) moved[i] = any = true;
    auto next = changed.begin();
    for (std::size_t e = 0; any && e < std::min(elements.size(), newElements.size()); ++e) {
      if (next != changed.end() && *next == e)
        ++next;
      else if (std::ranges::any_of(newElements[e], [&](Index i) { return moved[i] != 0; }))
        return false;
    }
    return true;
  }
};

}  // namespace sofa::fem
