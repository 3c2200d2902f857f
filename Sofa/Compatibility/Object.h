#pragma once
#include <sstream>

#include "Sofa/Compatibility/Data.h"
#include "Sofa/Core/ForceField.h"
#include "Sofa/Core/ObjectFactory.h"

/// What every component written for SOFA uses of its base class: SOFA_CLASS, initData, initLink, messages, context.

#define SOFA_TEMPLATE(name, T) name<T>
#define SOFA_TEMPLATE2(name, A, B) name<A, B>
#define SOFA_CLASS(type, parent)                                                                       \
 public:                                                                                               \
  using MyType = type;                                                                                 \
  using Inherit1 = parent;                                                                             \
  using SPtr = std::shared_ptr<MyType>;                                                                \
  template <class SofaT>                                                                               \
  auto initData(::sofa::Data<SofaT>* data, const char* name, const char* help, bool displayed = true,  \
                bool readOnly = false) {                                                               \
    return this->makeInitData(data, SofaT{}, name, help, displayed, readOnly);                         \
  }                                                                                                    \
  template <class SofaT>                                                                               \
  auto initData(::sofa::Data<SofaT>* data, const std::type_identity_t<SofaT>& value, const char* name, \
                const char* help, bool displayed = true, bool readOnly = false) {                      \
    return this->makeInitData(data, value, name, help, displayed, readOnly);                           \
  }                                                                                                    \
  auto initLink(const char* name, const char* help) { return this->makeInitLink(name, help); }         \
  auto msg_error() const { return this->stream(::sofa::helper::Severity::Error); }                     \
  auto msg_warning() const { return this->stream(::sofa::helper::Severity::Warning); }                 \
  auto msg_info() const { return this->stream(::sofa::helper::Severity::Info); }                       \
  static_assert(true)

namespace sofa::compatibility {

/// Sends what was written to it as one message of a component.
class MessageStream {
 public:
  MessageStream(const core::Base& sender, helper::Severity severity) : m_sender(sender), m_severity(severity) {}
  MessageStream(const MessageStream&) = delete;
  ~MessageStream() {
    if (m_severity != helper::Severity::Info || m_sender.d_printLog.value()) m_sender.message(m_severity, m_text.str());
  }
  template <class T>
  MessageStream& operator<<(const T& value) {
    m_text << value;
    return *this;
  }

 private:
  const core::Base& m_sender;
  helper::Severity m_severity;
  std::ostringstream m_text;
};

/// The node as components see it.
class ContextView {
 public:
  explicit ContextView(core::Context* node) : m_node(node) {}
  const ContextView* operator->() const { return this; }
  explicit operator bool() const { return m_node != nullptr; }
  type::Vec3 getGravity() const { return m_node->gravity(); }
  double getTime() const { return m_node->time(); }
  double getDt() const { return m_node->dt(); }
  core::Context* node() const { return m_node; }

 private:
  core::Context* m_node;
};

/// The part that all adapters share. Adapter: the class template of this folder that derives from it.
template <class Adapter>
class Spellings {
 public:
  ContextView getContext() const { return ContextView(self().context()); }
  const std::string& getName() const { return self().name(); }
  std::string getPathName() const { return self().path(); }
  bool isComponentStateValid() const { return self().isValid(); }

  template <class T>
  InitData<T> makeInitData(Data<T>*, const T& value, const char* name, const char* help, bool displayed,
                           bool readOnly) {
    return {&self(), value, name, help, {.readOnly = readOnly, .displayed = displayed}};
  }
  core::SingleLinkInit makeInitLink(const char* name, const char* help) { return {&self(), name, help}; }
  MessageStream stream(helper::Severity severity) const { return {self(), severity}; }
  template <class T>
  void addAlias(Data<T>* data, const char* alias) {
    if (data->base()) data->base()->addAlias(alias);
  }

 private:
  Adapter& self() { return static_cast<Adapter&>(*this); }
  const Adapter& self() const { return static_cast<const Adapter&>(*this); }
};

/// Name of a class without namespaces and template arguments.
std::string className(const char* mangled);
/// Name of the library that holds an address: "MyPlugin" for libMyPlugin.so.
std::string libraryOf(const void* address);

}  // namespace sofa::compatibility

namespace sofa::core {

/// Registers a class under its own name:
///     int MyForceFieldClass = core::RegisterObject("what it does").add<MyForceField<Vec3Types>>();
class RegisterObject {
 public:
  explicit RegisterObject(std::string help) : m_help(std::move(help)) {}
  /// A further name, for the classes added after it.
  RegisterObject& addAlias(std::string name) {
    m_aliases.push_back(std::move(name));
    return *this;
  }
  template <class T>
  RegisterObject& add(bool isDefault = false) {
    const std::string module = compatibility::libraryOf(&typeid(T));
    Register(compatibility::className(typeid(T).name()), module, m_help).add<T>(isDefault);
    for (const auto& alias : m_aliases) Register(alias, module, m_help).add<T>(isDefault);
    return *this;
  }
  operator int() const { return 1; }

 private:
  std::string m_help;
  std::vector<std::string> m_aliases;
};

}  // namespace sofa::core
