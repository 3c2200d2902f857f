#pragma once
#include <sstream>

#include "Sofa/Compatibility/Context.h"
#include "Sofa/Compatibility/Data.h"
#include "Sofa/Compatibility/Events.h"
#include "Sofa/Compatibility/Params.h"
#include "Sofa/Compatibility/Registration.h"
#include "Sofa/Compatibility/Visual.h"

/// What every component written for SOFA uses of its base class. SOFA_CLASS puts the names into the class itself, so
/// that they are there whatever it derives from: an adapter of this folder, or a class of Core that serves as it is.

#define SOFA_TEMPLATE(name, T) name<T>
#define SOFA_TEMPLATE2(name, A, B) name<A, B>
#define SOFA_TEMPLATE3(name, A, B, C) name<A, B, C>
#define SOFA_ABSTRACT_CLASS(Type, Parent) SOFA_CLASS(Type, Parent)
#define SOFA_CLASS2(Type, Parent1, Parent2) \
  SOFA_CLASS(Type, Parent1);                \
  using Inherit2 = Parent2
#define SOFA_CLASS(Type, Parent)                                                                                    \
 public:                                                                                                            \
  using MyType = Type;                                                                                              \
  using Inherit1 = Parent;                                                                                          \
  using SPtr = std::shared_ptr<MyType>;                                                                             \
  ::sofa::compatibility::DataRef<bool> f_listening{this->::sofa::core::Component::d_listening};                     \
  ::sofa::compatibility::DataRef<bool> f_printLog{this->::sofa::core::Base::d_printLog};                            \
  ::sofa::compatibility::DataRef<::sofa::type::BoundingBox> f_bbox{this->::sofa::core::Base::d_bbox};               \
  ::sofa::compatibility::DataRef<::sofa::core::ComponentState> d_componentState{                                    \
      this->::sofa::core::Component::d_componentState};                                                             \
  template <class SofaT>                                                                                            \
  auto initData(::sofa::Data<SofaT>*, const char* name, const char* help, bool displayed = true,                    \
                bool readOnly = false) {                                                                            \
    return ::sofa::compatibility::InitData<SofaT>{this, SofaT{}, name, help, displayed, readOnly};                  \
  }                                                                                                                 \
  template <class SofaT>                                                                                            \
  auto initData(::sofa::Data<SofaT>*, const std::type_identity_t<SofaT>& value, const char* name, const char* help, \
                bool displayed = true, bool readOnly = false) {                                                     \
    return ::sofa::compatibility::InitData<SofaT>{this, value, name, help, displayed, readOnly};                    \
  }                                                                                                                 \
  auto initLink(const char* name, const char* help) { return ::sofa::core::SingleLinkInit{this, name, help}; }      \
  template <class SofaT>                                                                                            \
  void addAlias(::sofa::Data<SofaT>* data, const char* alias) {                                                     \
    if (data->base()) data->base()->addAlias(alias);                                                                \
  }                                                                                                                 \
  template <class SofaD, class SofaSelf = MyType>                                                                   \
  void addInput(SofaD* data) {                                                                                      \
    this->SofaSelf::Inherit1::addInput(::sofa::compatibility::baseOf(data));                                        \
  }                                                                                                                 \
  template <class SofaD, class SofaSelf = MyType>                                                                   \
  void addOutput(SofaD* data) {                                                                                     \
    this->SofaSelf::Inherit1::addOutput(::sofa::compatibility::baseOf(data));                                       \
  }                                                                                                                 \
  template <class SofaSelf = MyType>                                                                                \
  void setDirtyValue() {                                                                                            \
    static_cast<SofaSelf*>(this)->setDirty();                                                                       \
  }                                                                                                                 \
  template <class SofaSelf = MyType>                                                                                \
  void update() {                                                                                                   \
    static_cast<SofaSelf*>(this)->updateNow();                                                                      \
  }                                                                                                                 \
  ::sofa::core::objectmodel::BaseContext* getContext() const {                                                      \
    return ::sofa::compatibility::viewOf<::sofa::core::objectmodel::BaseContext>(this->context());                  \
  }                                                                                                                 \
  SReal getTime() const { return this->context()->time(); }                                                         \
  const std::string& getName() const { return this->name(); }                                                       \
  std::string getPathName() const { return this->path(); }                                                          \
  const std::string& getClassName() const { return this->className(); }                                             \
  const std::string& getTemplateName() const { return this->templateName(); }                                       \
  bool isComponentStateValid() const { return this->isValid(); }                                                    \
  bool isComponentStateInvalid() const { return !this->isValid(); }                                                 \
  SOFA_MESSAGES(msg_error, Error)                                                                                   \
  SOFA_MESSAGES(msg_warning, Warning)                                                                               \
  SOFA_MESSAGES(msg_info, Info)                                                                                     \
  static_assert(true)

/// msg_error() << ..., also as msg_error(this) and msg_error_when(condition).
#define SOFA_MESSAGES(function, severity)                                                                       \
  ::sofa::compatibility::MessageStream function() const { return {*this, ::sofa::helper::Severity::severity}; } \
  ::sofa::compatibility::MessageStream function(const ::sofa::core::Base* sender) const {                       \
    return {*sender, ::sofa::helper::Severity::severity};                                                       \
  }                                                                                                             \
  ::sofa::compatibility::MessageStream function##_when(bool condition) const {                                  \
    return {*this, ::sofa::helper::Severity::severity, condition};                                              \
  }

namespace sofa::compatibility {

/// Sends what was written to it as one message of a component.
class MessageStream {
 public:
  MessageStream(const core::Base& sender, helper::Severity severity, bool isWanted = true)
      : m_sender(sender),
        m_severity(severity),
        m_isWanted(isWanted && (severity != helper::Severity::Info || sender.d_printLog.value())) {}
  MessageStream(const MessageStream&) = delete;
  ~MessageStream() {
    if (m_isWanted) m_sender.message(m_severity, m_text.str());
  }
  template <class T>
  MessageStream& operator<<(const T& value) {
    m_text << value;
    return *this;
  }

 private:
  const core::Base& m_sender;
  helper::Severity m_severity;
  bool m_isWanted;
  std::ostringstream m_text;
};

/// A contract of Core with the virtual functions that every component written for SOFA may override.
template <class Contract>
class Author : public Contract {
 public:
  virtual void handleEvent(core::objectmodel::Event*) {}
  virtual void draw(const core::visual::VisualParams*) {}
  /// Sets f_bbox.
  virtual void computeBBox(const core::ExecParams*, bool /*onlyVisible*/) { Contract::computeBoundingBox(); }

  void handleEvent(core::Event& event) final {
    Contract::handleEvent(event);
    deliver(event, [this](core::objectmodel::Event* form) { handleEvent(form); });
  }
  void draw(core::DrawList& list) const final {
    Contract::draw(list);
    if constexpr (requires { this->mstate(); })  // authors may take their state for granted once there is one
      if (!this->mstate()) return;
    const core::visual::VisualParams params(list);
    const_cast<Author*>(this)->draw(&params);  // SOFA's is not const
  }
  void computeBoundingBox() final {
    const core::ExecParams params;
    computeBBox(&params, false);
  }
};

}  // namespace sofa::compatibility

namespace sofa::core::objectmodel {
using BaseObject = compatibility::Author<core::Component>;
}  // namespace sofa::core::objectmodel
