// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "Sofa/Component/Topology/DerivedList.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::topology {

using type::Edge;
using type::Hexahedron;
using type::Index;
using type::Prism;
using type::Pyramid;
using type::Quad;
using type::Tetrahedron;
using type::Triangle;

template <class E>
using ListData = core::Data<std::vector<E>>;

/// Most complex kind of element, in the order in which a mesh of several kinds is named by one.
enum class ElementType { point, edge, triangle, quad, pyramid, prism, tetrahedron, hexahedron };
std::string_view nameOf(ElementType type);

/// What all topologies here share: element lists that are Data. A list that a scene leaves empty is derived from the
/// others when it is first read, and follows their changes (docs/manual/topology.md, "Derived lists").
class ListTopology : public core::BaseMeshTopology {
 public:
  ListTopology();
  ~ListTopology() override;

  core::Data<std::string> d_filename{
      this, "filename", "", "mesh file from which points and elements are taken", {.aliases = {"fileTopology"}}};
  ListData<type::Vec3> d_position{this,
                                  "position",
                                  {},
                                  "coordinates of the points",
                                  {.aliases = {"points"}, .follows = core::perPoint(core::NewValue::mean)}};

  bool hasPositions() const override { return !d_position.value().empty(); }
  type::Vec3 position(std::size_t i) const override;
  const std::vector<Edge>& edges() const override { return elements<Edge>(); }
  const std::vector<Triangle>& triangles() const override { return elements<Triangle>(); }
  const std::vector<Quad>& quads() const override { return elements<Quad>(); }
  const std::vector<Tetrahedron>& tetrahedra() const override { return elements<Tetrahedron>(); }
  const std::vector<Hexahedron>& hexahedra() const override { return elements<Hexahedron>(); }
  const std::vector<Prism>& prisms() const override { return elements<Prism>(); }
  const std::vector<Pyramid>& pyramids() const override { return elements<Pyramid>(); }
  std::size_t revision() const override;
  bool wasChanged() const override { return m_edited; }
  /// The lists, if they were changed since the scene began.
  void archive(core::Archive& archive) override;

  /// Fixed for a container, the most complex kind present for a mesh.
  virtual ElementType elementType() const = 0;
  /// The Data that holds the elements E; null if this topology has no such list.
  template <class E>
  ListData<E>* list() const {
    return std::get<ListData<E>*>(m_lists);
  }
  /// From now on the list is what `derive` computes from the sources, as an output of a topological mapping.
  template <class E>
  void derive(std::vector<core::BaseData*> sources, std::function<std::vector<E>()> derive) {
    replaceDerivation(std::move(sources), std::move(derive));
    m_mapped[slot<E>()] = true;
  }
  /// True if the list is computed from others rather than given.
  template <class E>
  bool isDerived() const {
    return m_derived[slot<E>()] != nullptr;
  }
  /// Whether a topological mapping changes the lists of this topology as those it derives them from are changed,
  /// instead of deriving them anew.
  void setFollowing(bool following) { m_following = following; }
  /// Takes over the number of points of the topology that the lists are derived from.
  void matchPoints(std::size_t count);
  /// Empties the element lists and sets the number of points, before a topological mapping fills them.
  void clear(std::size_t pointCount);

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  virtual void setPointCount(std::size_t count) = 0;
  /// Takes points and elements from `filename`, if it is given, in place of all others. False, with an error, if it
  /// cannot.
  bool loadFile();
  /// Constructors name the lists their class has.
  template <class E>
  void addList(ListData<E>& data) {
    std::get<ListData<E>*>(m_lists) = &data;
  }
  template <class E>
  void deriveIfEmpty(std::vector<core::BaseData*> sources, std::function<std::vector<E>()> compute) {
    if (!isDerived<E>() && list<E>()->value().empty()) replaceDerivation(std::move(sources), std::move(compute));
  }
  /// Points of the given lists: 1 + the largest index, 0 without elements. Lists derived from others add nothing.
  std::size_t referencedPointCount() const;
  /// Drops given elements that name points the mesh cannot have, with an error. `knownPoints`: how many points there
  /// are if that is known; else only numbers out of proportion are refused. Returns false if there was one.
  bool checkIndices(std::optional<std::size_t> knownPoints);

  /// Calls f on every list this class has.
  template <class F>
  void forEachList(const F& f) const {
    std::apply([&](auto*... data) { ((data ? f(*data) : void()), ...); }, m_lists);
  }

 private:
  friend class MeshEdit;
  /// All lists stay from now on what they are, whatever they were derived from; so do those of other topologies that
  /// follow these.
  void keepLists();

  template <class E>
  static constexpr std::size_t slot() {
    if constexpr (std::is_same_v<E, Edge>) return 0;
    if constexpr (std::is_same_v<E, Triangle>) return 1;
    if constexpr (std::is_same_v<E, Quad>) return 2;
    if constexpr (std::is_same_v<E, Tetrahedron>) return 3;
    if constexpr (std::is_same_v<E, Hexahedron>) return 4;
    if constexpr (std::is_same_v<E, Prism>) return 5;
    if constexpr (std::is_same_v<E, Pyramid>) return 6;
  }
  template <class E>
  void replaceDerivation(std::vector<core::BaseData*> sources, std::function<std::vector<E>()> derive) {
    auto& node = m_derived[slot<E>()];
    node.reset();
    node = std::make_unique<DerivedList<std::vector<E>>>(*list<E>(), sources, std::move(derive));
    ++m_changes;
  }
  template <class E>
  const std::vector<E>& elements() const {
    static const std::vector<E> none;
    const auto* data = list<E>();
    return data ? data->value() : none;
  }

  std::tuple<ListData<Edge>*, ListData<Triangle>*, ListData<Quad>*, ListData<Tetrahedron>*, ListData<Hexahedron>*,
             ListData<Prism>*, ListData<Pyramid>*>
      m_lists{};
  std::string m_loadedFile;
  std::array<std::unique_ptr<core::DependencyNode>, 7> m_derived;
  std::array<bool, 7> m_mapped{};  // derived from another topology
  std::size_t m_changes = 0;
  bool m_edited = false, m_following = false;
};

}  // namespace sofa::component::topology
