// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace sofa::core {

class Base;

/// What an object path stands for: the object it names if accepted; for a node, its unique accepted component, else (if
/// `upwards`) the first one visible from its ancestors. Null if there is none or several.
Base* resolveLinkPath(const Base& owner, std::string_view path, const std::function<bool(const Base*)>& accepts,
                      bool upwards);

/// Reference of a component to one or several others, in scenes "@path" (docs/manual/scenes.md, "Links").
class BaseLink {
 public:
  BaseLink(Base* owner, std::string_view name, std::string_view help);
  virtual ~BaseLink();
  BaseLink(const BaseLink&) = delete;
  BaseLink& operator=(const BaseLink&) = delete;

  const std::string& name() const { return *m_name; }
  const std::string& help() const { return *m_help; }
  Base* owner() const { return m_owner; }
  virtual bool isMultiple() const = 0;
  /// Paths as written, in order.
  const std::vector<std::string>& paths() const;
  std::string text() const;
  bool isGiven() const { return m_paths != nullptr; }
  bool isResolved() const { return target(0) != nullptr; }
  Base* target(std::size_t i) const {
    const auto all = targets();
    return i < all.size() ? all[i] : nullptr;
  }
  /// Number of targets, with those that are missing; 1 for a link to one.
  std::size_t size() const { return targets().size(); }

  /// Takes the paths of an attribute and tries to find what they name. False with a reason if a path is malformed;
  /// a target that does not exist yet is no error.
  bool read(std::string_view text, std::string* reason);
  /// Tries again if the first target is missing.
  void retry();

  virtual std::string typeName() const = 0;

 protected:
  friend class Base;
  virtual bool accepts(const Base* object) const = 0;
  /// Kinds of which the one visible from a node upwards is meant when a path ends on a node without one.
  virtual bool searchesUpwards() const = 0;
  virtual void targetsChanged() = 0;
  virtual std::span<Base* const> targets() const = 0;
  /// Makes room; one that takes a single target always has it.
  virtual void setTargetCount(std::size_t n) = 0;
  void setTarget(std::size_t i, Base* target);
  void resizeTargets(std::size_t n);
  void forget(const Base* target);
  /// To be called by the destructor of who holds the targets.
  void leaveTargets();

 private:
  Base*& place(std::size_t i) { return const_cast<Base*&>(targets()[i]); }
  void resolve(std::size_t i);

  Base* m_owner;
  const std::string* m_name;  ///< shared by all links declared alike
  const std::string* m_help;
  std::unique_ptr<std::vector<std::string>> m_paths;  ///< null unless given
};

/// Whether Link<T> falls back to what is visible from a node upwards (states, topologies, loops, solvers...).
template <class T>
inline constexpr bool linkSearchesUpwards = requires {
  T::visibleFromBelow;
};

namespace detail {
std::string readableTypeName(const char* mangled);

template <class T>
class TypedLink : public BaseLink {
 public:
  using BaseLink::BaseLink;
  std::string typeName() const override { return readableTypeName(typeid(T).name()); }

 protected:
  bool accepts(const Base* object) const override { return dynamic_cast<const T*>(object) != nullptr; }
  bool searchesUpwards() const override { return linkSearchesUpwards<T>; }
  static T* cast(Base* target) { return target ? dynamic_cast<T*>(target) : nullptr; }
};
}  // namespace detail

/// Reference to one T, null when it is not (yet) there or was deleted.
template <class T>
class Link final : public detail::TypedLink<T> {
 public:
  using detail::TypedLink<T>::TypedLink;
  ~Link() override { this->leaveTargets(); }

  bool isMultiple() const override { return false; }
  T* get() const { return m_pointer; }
  T* operator->() const { return m_pointer; }
  T& operator*() const { return *m_pointer; }
  explicit operator bool() const { return m_pointer != nullptr; }
  void set(T* target) {
    this->resizeTargets(1);
    this->setTarget(0, target);
  }

 protected:
  void targetsChanged() override { m_pointer = this->cast(m_target); }
  std::span<Base* const> targets() const override { return {&m_target, 1}; }
  void setTargetCount(std::size_t) override {}

 private:
  Base* m_target = nullptr;
  T* m_pointer = nullptr;
};

/// References to several T, in the order written; unresolved ones are null.
template <class T>
class MultiLink final : public detail::TypedLink<T> {
 public:
  using detail::TypedLink<T>::TypedLink;
  ~MultiLink() override { this->leaveTargets(); }

  bool isMultiple() const override { return true; }
  T* operator[](std::size_t i) const { return m_pointers[i]; }
  auto begin() const { return m_pointers.begin(); }
  auto end() const { return m_pointers.end(); }
  void add(T* target) {
    this->resizeTargets(this->size() + 1);
    this->setTarget(this->size() - 1, target);
  }

 protected:
  void targetsChanged() override {
    m_pointers.resize(m_targets.size());
    for (std::size_t i = 0; i < m_pointers.size(); ++i) m_pointers[i] = this->cast(m_targets[i]);
  }
  std::span<Base* const> targets() const override { return m_targets; }
  void setTargetCount(std::size_t n) override { m_targets.resize(n, nullptr); }

 private:
  std::vector<Base*> m_targets;
  std::vector<T*> m_pointers;
};

}  // namespace sofa::core
