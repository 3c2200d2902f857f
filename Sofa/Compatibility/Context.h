#pragma once
#include "Sofa/Compatibility/Topology.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::core::objectmodel {

/// The view of a node: what getContext() gives.
class BaseContext {
 public:
  using Ours = core::Node;
  enum SearchDirection { SearchUp = -1, Local = 0, SearchDown = 1, SearchRoot = 2, SearchParents = 3 };

  void bind(Ours* node) { m_node = node; }
  Ours* ours() const { return m_node; }

  const std::string& getName() const { return m_node->name(); }
  std::string getPathName() const { return m_node->path(); }
  bool isActive() const { return m_node->isActive(); }
  type::Vec3 getGravity() const { return m_node->gravity(); }
  SReal getTime() const { return m_node->time(); }
  SReal getDt() const { return m_node->dt(); }
  BaseContext* getRootContext() const { return compatibility::viewOf<BaseContext>(m_node->root()); }

  core::BaseState* getMechanicalState() const { return core::mechanicalState(*m_node); }
  /// The mesh that components of this node use unless told otherwise.
  topology::BaseMeshTopology* getMeshTopology() const {
    return compatibility::viewOf<topology::BaseMeshTopology>(core::meshTopology(*m_node));
  }
  topology::BaseMeshTopology* getMeshTopologyLink(SearchDirection direction = SearchUp) const {
    return direction == SearchUp ? getMeshTopology() : get<topology::BaseMeshTopology>(direction);
  }

  /// The first T found in that direction, null if there is none.
  template <class T>
  T* get(SearchDirection direction = SearchUp) const {
    using Target = compatibility::LinkTarget<T>;
    return Target::view(find<typename Target::Ours>(direction));
  }
  template <class T>
  void get(T*& found, SearchDirection direction = SearchUp) const {
    found = get<T>(direction);
  }

 private:
  template <class T>
  T* find(SearchDirection direction) const {
    switch (direction) {
      case Local:
        return m_node->local<T>();
      case SearchDown:
        return m_node->down<T>();
      case SearchRoot:
        return m_node->root()->down<T>();
      case SearchParents:
        for (const auto* parent : m_node->parents())
          if (auto* found = parent->up<T>()) return found;
        return nullptr;
      case SearchUp:
        break;
    }
    return m_node->up<T>();
  }

  Ours* m_node = nullptr;
};

}  // namespace sofa::core::objectmodel
