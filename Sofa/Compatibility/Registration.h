// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <memory>
#include <string>
#include <vector>

#include "Sofa/Compatibility/Types.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::compatibility {

/// Name of a class without namespaces and template arguments.
std::string className(const char* mangled);
/// Name of the library that holds an address: "MyPlugin" for libMyPlugin.so.
std::string libraryOf(const void* address);

/// Name of a class in scenes: what it says, else its own.
template <class T>
std::string nameOf() {
  if constexpr (requires { T::GetCustomClassName(); })
    return T::GetCustomClassName();
  else
    return className(typeid(T).name());
}

/// T with a public constructor: those of SOFA's components are protected.
template <class T>
class Creatable final : public T {
 public:
  template <class... Args>
  explicit Creatable(Args&&... args) : T(std::forward<Args>(args)...) {}
};

/// Name of the template arguments in scenes: what the class says; for a class template on data types, their names.
template <class T>
struct TemplateName {
  static std::string get() {
    if constexpr (requires { T::GetCustomTemplateName(); })
      return T::GetCustomTemplateName();
    else
      return T::staticTemplateName();
  }
};
template <template <class...> class C, DataTypesClass First, DataTypesClass... Others>
struct TemplateName<C<First, Others...>> {
  static std::string get() {
    if constexpr (requires { C<First, Others...>::GetCustomTemplateName(); })
      return C<First, Others...>::GetCustomTemplateName();
    std::string names = First::Name();
    ((names += "," + Others::Name()), ...);
    return names;
  }
};

}  // namespace sofa::compatibility

namespace sofa::core {

namespace objectmodel {
/// A component made by a program: auto field = New<MyForceField<Vec3Types>>();
template <class T, class... Args>
std::shared_ptr<T> New(Args&&... args) {
  std::shared_ptr<T> made;
  if constexpr (std::is_constructible_v<T, Args...>)
    made = std::make_shared<T>(std::forward<Args>(args)...);
  else
    made = std::make_shared<compatibility::Creatable<T>>(std::forward<Args>(args)...);
  if constexpr (std::is_base_of_v<Component, T>) made->setClass(compatibility::nameOf<T>());
  return made;
}
}  // namespace objectmodel

/// Classes and what they do, as registerObjects() of a plugin gives them to the factory:
///     factory->registerObjects(core::ObjectRegistrationData("what it does").add<MyForceField<Vec3Types>>());
class ObjectRegistrationData {
 public:
  explicit ObjectRegistrationData(std::string help) : m_help(std::move(help)) {}

  ObjectRegistrationData& addDescription(const std::string& text) { return append(text); }
  ObjectRegistrationData& addAuthor(const std::string& name) { return append("Author: " + name + "."); }
  ObjectRegistrationData& addLicense(const std::string& name) { return append("License: " + name + "."); }
  /// A further name of the classes.
  ObjectRegistrationData& addAlias(std::string name) {
    m_aliases.push_back(std::move(name));
    return *this;
  }
  /// The class under its own name, without namespace.
  template <class T>
  ObjectRegistrationData& add(bool isDefault = false) {
    m_classes.push_back({compatibility::nameOf<T>(),
                         compatibility::libraryOf(&typeid(T)),
                         compatibility::TemplateName<T>::get(),
                         isDefault,
                         {[](Node& node, const ComponentDescription& description, std::string& why) {
                            return T::canCreate(node, description, why);
                          },
                          [] { return std::make_shared<compatibility::Creatable<T>>(); }}});
    return *this;
  }

  void addTo(ObjectFactory& factory) const;

 private:
  struct Class {
    std::string name, module, templateName;
    bool isDefault;
    ObjectFactory::Creator creator;
  };
  ObjectRegistrationData& append(const std::string& text) {
    m_help += (m_help.empty() ? "" : " ") + text;
    return *this;
  }

  std::string m_help;
  std::vector<std::string> m_aliases;
  std::vector<Class> m_classes;
};

/// The same while the plugin is loaded, without registerObjects():
///     int MyForceFieldClass = core::RegisterObject("what it does").add<MyForceField<Vec3Types>>();
class RegisterObject {
 public:
  explicit RegisterObject(std::string help) : m_data(std::move(help)) {}
  RegisterObject& addAlias(std::string name) {
    m_data.addAlias(std::move(name));
    return *this;
  }
  template <class T>
  RegisterObject& add(bool isDefault = false) {
    m_data.add<T>(isDefault);
    return *this;
  }
  /// Registers.
  operator int() const {
    m_data.addTo(ObjectFactory::instance());
    return 1;
  }

 private:
  ObjectRegistrationData m_data;
};

template <class T>
using sptr = std::shared_ptr<T>;
using objectmodel::New;
template <class T, class Other>
std::shared_ptr<T> SPtr_dynamic_cast(const std::shared_ptr<Other>& other) {
  return std::dynamic_pointer_cast<T>(other);
}

}  // namespace sofa::core

// These macros once made linkers keep a class.
#define SOFA_DECL_CLASS(name) static_assert(true)
#define SOFA_LINK_CLASS(name) static_assert(true)
