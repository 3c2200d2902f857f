#pragma once
#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/Context.h"

namespace sofa::core {

/// Creates components by class name, with the template that fits their place (docs/manual/scenes.md, "Templates"), in
/// several threads at once if need be.
class ObjectFactory {
 public:
  struct Creator {
    std::function<bool(Context&, const ComponentDescription&, std::string& why)> canCreate;
    std::function<std::shared_ptr<Component>()> create;
  };
  struct Entry {
    std::string className;
    std::string module;
    std::string help;
    std::string defaultTemplate;              ///< empty: none
    std::map<std::string, Creator> creators;  ///< by template name, alphabetical
  };

  static ObjectFactory& instance();

  /// As long as one lives, the thread that made it may register classes, and others that look for one wait.
  class Registration {
   public:
    Registration();
    ~Registration();
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
  };

  Entry& entry(const std::string& className) { return m_entries[className]; }
  const Entry* find(std::string_view className) const;
  const std::map<std::string, Entry, std::less<>>& entries() const { return m_entries; }
  std::vector<std::string> classNames() const;
  /// Adds the classes that an object knows: registration.addTo(*this).
  template <class Registration>
  void registerObjects(const Registration& registration) {
    registration.addTo(*this);
  }

  /// Creates the component, adds it to the node and parses its attributes. If that is impossible the node gets an
  /// InfoComponent instead, which holds the error, and null is returned.
  std::shared_ptr<Component> create(Context& node, ComponentDescription description);
  std::shared_ptr<Component> create(Context& node, std::string type,
                                    std::initializer_list<std::pair<const std::string, std::string>> attributes = {}) {
    return create(node, ComponentDescription(std::move(type), attributes));
  }

 private:
  struct Choice {
    std::string templateName;
    const Creator* creator = nullptr;
  };
  Choice choose(const Entry& entry, Context& node, const ComponentDescription& description, const std::string& wanted,
                std::vector<std::string>& candidates, std::string& reasons) const;

  std::shared_lock<std::shared_mutex> lockForReading() const;

  std::map<std::string, Entry, std::less<>> m_entries;
  mutable std::shared_mutex m_mutex;
};

/// Stands in a node for a component that could not be created.
class InfoComponent : public Component {};

/// Registers a component class; one static object per class in its source file:
///     const auto registered = Register("UniformMass", "Sofa.Component.Mass", "the same mass for every point")
///                                 .add<UniformMass<Vec3Types>>(true).add<UniformMass<Rigid3Types>>();
class Register {
 public:
  Register(const std::string& className, const std::string& module, const std::string& help) : m_className(className) {
    auto& entry = ObjectFactory::instance().entry(className);
    entry.className = className;
    entry.module = module;
    entry.help = help;
  }
  template <class T>
  Register& add(bool isDefault = false) {
    auto& entry = ObjectFactory::instance().entry(m_className);
    const std::string name = T::staticTemplateName();
    entry.creators[name] = {
        [](Context& node, const ComponentDescription& d, std::string& why) { return T::canCreate(node, d, why); },
        [] { return std::make_shared<T>(); }};
    if (isDefault || name.empty()) entry.defaultTemplate = name;
    return *this;
  }
  /// Further template names under which the same class is found (matrix types of solvers).
  template <class T>
  Register& addAs(const std::string& templateName, bool isDefault = false) {
    auto& entry = ObjectFactory::instance().entry(m_className);
    entry.creators[templateName] = {
        [](Context& node, const ComponentDescription& d, std::string& why) { return T::canCreate(node, d, why); },
        [] { return std::make_shared<T>(); }};
    if (isDefault) entry.defaultTemplate = templateName;
    return *this;
  }

 private:
  std::string m_className;
};

}  // namespace sofa::core
