#pragma once
#include <functional>
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
  BaseLink(Base* owner, std::string_view name, std::string_view help, bool multiple);
  virtual ~BaseLink();
  BaseLink(const BaseLink&) = delete;
  BaseLink& operator=(const BaseLink&) = delete;

  const std::string& name() const { return m_name; }
  const std::string& help() const { return m_help; }
  Base* owner() const { return m_owner; }
  bool isMultiple() const { return m_multiple; }
  /// Paths as written, in order.
  const std::vector<std::string>& paths() const { return m_paths; }
  std::string text() const;
  bool isGiven() const { return !m_paths.empty(); }
  bool isResolved() const;
  Base* target(std::size_t i) const { return i < m_targets.size() ? m_targets[i] : nullptr; }
  std::size_t size() const { return m_targets.size(); }

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
  void setTarget(std::size_t i, Base* target);
  void resizeTargets(std::size_t n);
  void forget(const Base* target);

 private:
  Base* m_owner;
  std::string m_name;
  std::string m_help;
  bool m_multiple;
  std::vector<std::string> m_paths;
  std::vector<Base*> m_targets;
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
  T* cast(std::size_t i) const { return target(i) ? dynamic_cast<T*>(target(i)) : nullptr; }
};
}  // namespace detail

/// Reference to one T, null when it is not (yet) there or was deleted.
template <class T>
class Link final : public detail::TypedLink<T> {
 public:
  Link(Base* owner, std::string_view name, std::string_view help) : detail::TypedLink<T>(owner, name, help, false) {}

  T* get() const { return m_pointer; }
  T* operator->() const { return m_pointer; }
  T& operator*() const { return *m_pointer; }
  explicit operator bool() const { return m_pointer != nullptr; }
  void set(T* target) {
    this->resizeTargets(1);
    this->setTarget(0, target);
  }

 protected:
  void targetsChanged() override { m_pointer = this->cast(0); }

 private:
  T* m_pointer = nullptr;
};

/// References to several T, in the order written; unresolved ones are null.
template <class T>
class MultiLink final : public detail::TypedLink<T> {
 public:
  MultiLink(Base* owner, std::string_view name, std::string_view help)
      : detail::TypedLink<T>(owner, name, help, true) {}

  T* operator[](std::size_t i) const { return m_pointers[i]; }
  auto begin() const { return m_pointers.begin(); }
  auto end() const { return m_pointers.end(); }
  void add(T* target) {
    this->resizeTargets(this->size() + 1);
    this->setTarget(this->size() - 1, target);
  }

 protected:
  void targetsChanged() override {
    m_pointers.resize(this->size());
    for (std::size_t i = 0; i < m_pointers.size(); ++i) m_pointers[i] = this->cast(i);
  }

 private:
  std::vector<T*> m_pointers;
};

}  // namespace sofa::core
