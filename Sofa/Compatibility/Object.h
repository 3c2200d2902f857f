// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Context.h"
#include "Sofa/Compatibility/Data.h"
#include "Sofa/Compatibility/Events.h"
#include "Sofa/Compatibility/Messages.h"
#include "Sofa/Compatibility/Params.h"
#include "Sofa/Compatibility/Registration.h"
#include "Sofa/Compatibility/TopologyHandlers.h"
#include "Sofa/Compatibility/UpdateCallback.h"
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
  auto initLink(const char* name, const char* help, unsigned) { return initLink(name, help); }                      \
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
  SOFA_MESSAGES(msg_error, Error)                                                                                   \
  SOFA_MESSAGES(msg_warning, Warning)                                                                               \
  SOFA_MESSAGES(msg_info, Info)                                                                                     \
  SOFA_MESSAGES(msg_deprecated, Deprecated)                                                                         \
  SOFA_MESSAGES(msg_advice, Suggestion)                                                                             \
  static_assert(true)

namespace sofa::compatibility {

/// A contract of Core with the virtual functions that every component written for SOFA may override.
template <class Contract>
class Author : public Contract {
 public:
  core::Data<bool>& f_listening{this->core::Component::d_listening};
  core::Data<bool>& f_printLog{this->core::Base::d_printLog};
  core::Data<type::BoundingBox>& f_bbox{this->core::Base::d_bbox};

  using Contract::Contract;
  virtual void handleEvent(core::objectmodel::Event*) {}
  virtual void draw(const core::visual::VisualParams*) {}
  /// From now on called when one of the inputs changed and an output, or d_componentState, is read.
  void addUpdateCallback(const std::string& /*name*/, std::initializer_list<AnyData> inputs,
                         UpdateCallback::Function function, std::initializer_list<AnyData> outputs) {
    m_callbacks.push_back(std::make_unique<UpdateCallback>(this->core::Component::d_componentState, inputs,
                                                           std::move(function), outputs));
  }
  /// Whether it changed since it was last named to trackInternalData().
  template <class T>
  bool hasDataChanged(const sofa::Data<T>& data) const {
    return this->tracker().changed(*data.base());
  }
  template <class T>
  void trackInternalData(const sofa::Data<T>& data) {
    this->trackData(*data.base());
  }
  /// Sets f_bbox.
  virtual void computeBBox(const core::ExecParams*, bool /*onlyVisible*/) { Contract::computeBoundingBox(); }

  bool topologyChanged(const core::MeshChanges& changes) override {
    const bool carried = TopologyHandlers::of(*this).carry(changes);
    return Contract::topologyChanged(changes) || carried;
  }
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

 private:
  std::vector<std::unique_ptr<UpdateCallback>> m_callbacks;
};

}  // namespace sofa::compatibility

namespace sofa::core::objectmodel {
/// The base class of components of no other kind, under its two names.
using BaseObject = compatibility::Author<core::Component>;
using BaseComponent = BaseObject;
}  // namespace sofa::core::objectmodel
