// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::core {

/// Creates components by class name, with the template that fits their place (docs/manual/scenes.md, "Templates"), in
/// several threads at once if need be.
class ObjectFactory SOFA_AUTHOR(ObjectFactory) {
 public:
  struct Creator {
    std::function<bool(Node&, const ComponentDescription&, std::string& why)> canCreate;
    std::function<std::shared_ptr<Component>()> create;
  };
  /// A value that scenes may still give an attribute, and the attribute and value that say the same today.
  struct ReplacedValue {
    std::string attribute, value, newAttribute, newValue;
  };
  /// A registered class.
  struct Entry {
    std::string className;
    std::string module;
    std::string help;
    std::string defaultTemplate;                              ///< empty: none
    std::map<std::string, Creator> creators;                  ///< by template name, alphabetical
    std::map<std::string, std::string, std::less<>> ignored;  ///< attributes without effect, each with what to do
    std::vector<ReplacedValue> replaced;
  };
  /// What became of a name that a class had once.
  struct FormerName {
    std::string today;
    std::string refusal;  ///< why it is no longer accepted, and what to write; empty: it is
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
  void rename(std::string former, FormerName name) { m_formerNames[std::move(former)] = std::move(name); }
  /// The class of that name, or of that former name where it is still accepted; null if there is none.
  const Entry* find(std::string_view className) const;
  /// What became of a name of a class that is here, or of SOFA's others; null if it never had another meaning.
  const FormerName* formerName(std::string_view name) const;
  const std::map<std::string, Entry, std::less<>>& entries() const { return m_entries; }
  std::vector<std::string> classNames() const;
  /// Whether any class has a template of that name.
  bool knowsTemplate(const std::string& name) const;
  /// Adds the classes that an object knows: registration.addTo(*this).
  template <class Registration>
  void registerObjects(const Registration& registration) {
    registration.addTo(*this);
  }

  /// Creates the component, adds it to the node and parses its attributes. If that is impossible the node gets an
  /// InfoComponent instead, which holds the error, and null is returned.
  std::shared_ptr<Component> create(Node& node, ComponentDescription description);
  std::shared_ptr<Component> create(Node& node, std::string type,
                                    std::initializer_list<std::pair<const std::string, std::string>> attributes = {}) {
    return create(node, ComponentDescription(std::move(type), attributes));
  }

 private:
  struct Choice {
    std::string templateName;
    const Creator* creator = nullptr;
  };
  Choice chooseForDevice(const Entry& entry, Node& node, const ComponentDescription& description) const;
  Choice choose(const Entry& entry, Node& node, const ComponentDescription& description, const std::string& wanted,
                std::vector<std::string>& candidates, std::string& reasons) const;

  std::shared_lock<std::shared_mutex> lockForReading() const;

  std::map<std::string, Entry, std::less<>> m_entries;
  std::map<std::string, FormerName, std::less<>> m_formerNames;
  mutable std::shared_mutex m_mutex;
};

/// Stands in a node for a component that could not be created.
class InfoComponent : public Component {};

/// Registers a component class; one static object per class in its source file, behind what its members are made of,
/// since it instantiates them:
///     const auto registered = Register("UniformMass", "Sofa.Component.Mass", "the same mass for every point")
///                                 .addAll<UniformMass, Vec3Types, Rigid3Types>(true)
///                                 .ignores("compute_mapping_inertia", "delete it");
class Register {
 public:
  Register(const std::string& className, const std::string& module, const std::string& help) : m_className(className) {
    auto& entry = ObjectFactory::instance().entry(className);
    if (!entry.className.empty()) return;  // a plugin adds templates to a class that is there
    entry.className = className;
    entry.module = module;
    entry.help = help;
  }
  template <class T>
  Register& add(bool isDefault = false) {
    auto& entry = ObjectFactory::instance().entry(m_className);
    const std::string name = T::staticTemplateName();
    entry.creators[name] = {
        [](Node& node, const ComponentDescription& d, std::string& why) { return T::canCreate(node, d, why); },
        [] { return std::make_shared<T>(); }};
    if (isDefault || name.empty()) entry.defaultTemplate = name;
    return *this;
  }
  /// A class template for each of several types; the first one's is the default template if `firstIsDefault`.
  template <template <class...> class Class, class First, class... Others>
  Register& addAll(bool firstIsDefault = false) {
    add<Class<First>>(firstIsDefault);
    (add<Class<Others>>(), ...);
    return *this;
  }
  /// Further template names under which the same class is found (matrix types of solvers).
  template <class T>
  Register& addAs(const std::string& templateName, bool isDefault = false) {
    auto& entry = ObjectFactory::instance().entry(m_className);
    entry.creators[templateName] = {
        [](Node& node, const ComponentDescription& d, std::string& why) { return T::canCreate(node, d, why); },
        [] { return std::make_shared<T>(); }};
    if (isDefault) entry.defaultTemplate = templateName;
    return *this;
  }

  // --- history: what scenes written for other versions may say ---
  /// A name the class had before; scenes may still use it.
  Register& wasCalled(const std::string& name) { return formerName(name, ""); }
  /// A name that was given up in version `until`: the error says what to write, and `advice` if there is more to say.
  Register& wasCalled(const std::string& name, std::string_view until, std::string_view advice = {}) {
    return formerName(name, refusal(name, m_className, until, advice));
  }
  /// An attribute that scenes may give and that has no effect; they are told, with `advice` on what to do.
  Register& ignores(const std::string& attribute, std::string advice) {
    ObjectFactory::instance().entry(m_className).ignored[attribute] = std::move(advice);
    return *this;
  }
  /// attribute="value" is read as newAttribute="newValue"; scenes are told.
  Register& replaces(std::string attribute, std::string value, std::string newAttribute, std::string newValue) {
    ObjectFactory::instance()
        .entry(m_className)
        .replaced.push_back({std::move(attribute), std::move(value), std::move(newAttribute), std::move(newValue)});
    return *this;
  }
  static std::string refusal(std::string_view former, std::string_view today, std::string_view until,
                             std::string_view advice = {});

 private:
  Register& formerName(const std::string& name, std::string refusal) {
    ObjectFactory::instance().rename(name, {m_className, std::move(refusal)});
    return *this;
  }

  std::string m_className;
};

}  // namespace sofa::core
