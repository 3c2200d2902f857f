// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "Sofa/Type/Vec.h"

/// Members of objects, components and Data that components written for SOFA call.
namespace sofa::core {
class Node;
}

namespace sofa::compatibility {

template <class Self>
class BaseMembers {
 public:
  const std::string& getName() const { return self().name(); }
  std::string getPathName() const { return self().path(); }
  const std::string& getClassName() const { return self().className(); }
  const std::string& getTemplateName() const { return self().templateName(); }
  /// False, after a message, if there is no such attribute or the text does not fit.
  bool parseField(const std::string& name, const std::string& text) {
    return static_cast<Self&>(*this).setAttribute(name, text);
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class Self>
class ComponentMembers {
 public:
  using SPtr = std::shared_ptr<Self>;

  /// The node that holds the component; null outside a scene.
  core::Node* getContext() const { return self().context(); }
  double getTime() const { return self().context()->time(); }
  bool isComponentStateValid() const { return self().isValid(); }
  bool isComponentStateInvalid() const { return !self().isValid(); }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class Self>
class DataMembers {
 public:
  const std::string& getName() const { return self().name(); }
  const std::string& getHelp() const { return self().help(); }
  const std::string& getGroup() const { return self().options().group; }
  std::string getValueString() const { return self().text(0); }
  std::string getValueTypeString() const { return self().type().name(); }
  int getCounter() const { return self().counter(); }
  auto* getOwner() const { return self().owner(); }
  auto* getParent() const { return self().parent(); }
  bool isReadOnly() const { return self().options().readOnly; }
  bool isRequired() const { return self().options().required; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

/// Members of a Data whose type is known.
template <class Self, class T>
class ValueMembers {
 public:
  const T& getValue() const { return static_cast<const Self&>(*this).value(); }
  void setValue(const T& value) { self().set(value); }
  T* beginEdit() { return &self().edit(); }
  T* beginWriteOnly() { return &self().edit(); }
  void endEdit() {}

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace sofa::compatibility
