// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <optional>
#include <type_traits>

#include "Sofa/Compatibility/StreamedText.h"
#include "Sofa/Core/ObjectModel/Component.h"

/// Data, accessors and links spelled as components written for SOFA spell them.
namespace sofa {

namespace compatibility {
/// What initData() collects for the constructor of a Data.
template <class T>
struct InitData {
  core::Base* owner;
  T defaultValue;
  std::string name, help;
  bool displayed = true, readOnly = false;
};

}  // namespace compatibility

/// A value of a component, known to scenes if it was made with initData(), or the view of a vector of a state that is
/// handed to addForce and the like (nothing is copied then).
template <class T>
class Data {
 public:
  using value_type = T;

  Data() : m_own(T{}), m_value(&*m_own) {}
  Data(const compatibility::InitData<T>& init) {
    m_data.emplace(init.owner, init.name, init.defaultValue, init.help,
                   core::DataOptions{.readOnly = init.readOnly, .displayed = init.displayed});
  }
  /// A view.
  explicit Data(T* vector) : m_value(vector) {}
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;

  const T& getValue() const { return m_value ? *m_value : m_data->value(); }
  void setValue(const T& value) { *beginEdit() = value; }
  T* beginEdit() { return m_value ? m_value : &m_data->edit(); }
  T* beginWriteOnly() { return beginEdit(); }
  void endEdit() {}
  bool isSet() const { return m_data && m_data->isSet(); }
  std::string getName() const { return m_data ? m_data->name() : std::string(); }
  std::string getHelp() const { return m_data ? m_data->help() : std::string(); }
  int getCounter() const { return m_data ? m_data->counter() : 0; }
  void setParent(Data* other) {
    if (m_data) m_data->setParent(other ? other->base() : nullptr);
  }

  void setRequired(bool required) { option(&core::DataOptions::required, required); }
  void setReadOnly(bool readOnly) { option(&core::DataOptions::readOnly, readOnly); }
  void setDisplayed(bool displayed) { option(&core::DataOptions::displayed, displayed); }
  void setGroup(const std::string& group) { option(&core::DataOptions::group, group); }
  /// The Data a scene knows; null for a view.
  core::BaseData* base() { return m_data ? &*m_data : nullptr; }
  /// Makes a view show another vector.
  void view(T* vector) { m_value = vector; }

 private:
  /// Core settles options at construction; constructors written for SOFA change them afterwards.
  template <class Option>
  void option(Option core::DataOptions::*member, const Option& value) {
    if (!m_data) return;
    auto changed = m_data->options();
    changed.*member = value;
    m_data->setOptions(changed);
  }

  std::optional<core::Data<T>> m_data;
  std::optional<T> m_own;
  T* m_value = nullptr;
};

template <class DataTypes>
using DataVecCoord_t = Data<typename DataTypes::VecCoord>;
template <class DataTypes>
using DataVecDeriv_t = Data<typename DataTypes::VecDeriv>;
template <class DataTypes>
using DataMatrixDeriv_t = Data<typename DataTypes::MatrixDeriv>;

namespace compatibility {
/// A view of a vector that is only read.
template <class T>
class ConstView : public Data<T> {
 public:
  explicit ConstView(const T& vector) : Data<T>(const_cast<T*>(&vector)) {}
};

template <class T>
struct ValueOf {
  using type = T;
};
template <class T>
struct ValueOf<Data<T>> {
  using type = T;
};
template <class T>
struct ValueOf<core::Data<T>> {
  using type = T;
};
template <class T>
const T& read(const Data<T>& data) {
  return data.getValue();
}
template <class T>
const T& read(const core::Data<T>& data) {
  return data.value();
}
template <class T>
T& write(core::Data<T>& data) {
  return data.edit();
}
template <class T>
const T& read(const T& value) {
  return value;
}
template <class T>
T& write(Data<T>& data) {
  return *data.beginEdit();
}
template <class T>
T& write(T& value) {
  return value;
}

/// The Data that the dependency graph knows.
template <class T>
core::BaseData* baseOf(Data<T>* data) {
  return data->base();
}
inline core::BaseData* baseOf(core::BaseData* data) { return data; }
}  // namespace compatibility

namespace helper {

/// Reads a Data, or a plain vector, without copying it.
template <class D>
class ReadAccessor {
 public:
  using Plain = std::remove_const_t<D>;
  using container_type = typename compatibility::ValueOf<Plain>::type;

  ReadAccessor(const Plain& data) : m_value(&compatibility::read(data)) {}
  ReadAccessor(const Plain* data) : ReadAccessor(*data) {}
  const container_type& ref() const { return *m_value; }
  operator const container_type&() const { return *m_value; }
  const container_type* operator->() const { return m_value; }
  const container_type& operator*() const { return *m_value; }
  std::size_t size() const { return m_value->size(); }
  bool empty() const { return m_value->empty(); }
  decltype(auto) front() const { return m_value->front(); }
  decltype(auto) back() const { return m_value->back(); }
  decltype(auto) operator[](std::size_t i) const { return (*m_value)[i]; }
  auto begin() const { return m_value->begin(); }
  auto end() const { return m_value->end(); }

 private:
  const container_type* m_value;
};

template <class D>
class WriteAccessor {
 public:
  using container_type = typename compatibility::ValueOf<D>::type;

  WriteAccessor(D& data) : m_value(&compatibility::write(data)) {}
  WriteAccessor(D* data) : WriteAccessor(*data) {}
  const container_type& ref() const { return *m_value; }
  container_type& wref() { return *m_value; }
  operator const container_type&() const { return *m_value; }
  container_type* operator->() { return m_value; }
  container_type& operator*() { return *m_value; }
  std::size_t size() const { return m_value->size(); }
  bool empty() const { return m_value->empty(); }
  template <class... Value>
  void resize(std::size_t n, const Value&... value) {
    m_value->resize(n, value...);
  }
  template <class... Value>
  void emplace_back(Value&&... value) {
    m_value->emplace_back(std::forward<Value>(value)...);
  }
  void pop_back() { m_value->pop_back(); }
  template <class... Places>
  auto erase(Places... places) {
    return m_value->erase(places...);
  }
  decltype(auto) front() { return m_value->front(); }
  decltype(auto) back() { return m_value->back(); }
  WriteAccessor& operator=(const container_type& value) {
    *m_value = value;
    return *this;
  }
  void reserve(std::size_t n) { m_value->reserve(n); }
  void clear() { m_value->clear(); }
  template <class V>
  void push_back(const V& value) {
    m_value->push_back(value);
  }
  decltype(auto) operator[](std::size_t i) { return (*m_value)[i]; }
  decltype(auto) operator[](std::size_t i) const { return std::as_const(*m_value)[i]; }
  auto begin() { return m_value->begin(); }
  auto end() { return m_value->end(); }

 private:
  container_type* m_value;
};

template <class D>
class WriteOnlyAccessor : public WriteAccessor<D> {
 public:
  using WriteAccessor<D>::WriteAccessor;
};

template <class T>
ReadAccessor<Data<T>> getReadAccessor(const Data<T>& data) {
  return data;
}
template <class T>
ReadAccessor<core::Data<T>> getReadAccessor(const core::Data<T>& data) {
  return data;
}
template <class T>
WriteAccessor<core::Data<T>> getWriteAccessor(core::Data<T>& data) {
  return data;
}
template <class T>
WriteAccessor<Data<T>> getWriteAccessor(Data<T>& data) {
  return data;
}
template <class T>
WriteOnlyAccessor<Data<T>> getWriteOnlyAccessor(Data<T>& data) {
  return data;
}

}  // namespace helper

namespace core {

namespace objectmodel {
using sofa::Data;
using Base = core::Base;
using BaseData = core::BaseData;
using ComponentState = core::ComponentState;

/// Flags of links; ours are always what SOFA calls strong, and saved by their paths.
struct BaseLink {
  static constexpr unsigned FLAG_NONE = 0, FLAG_MULTILINK = 1, FLAG_DOUBLELINK = 2, FLAG_STRONGLINK = 4,
                            FLAG_DUPLICATE = 8, FLAG_STOREPATH = 16;
};
}  // namespace objectmodel

/// What initLink() collects for the constructor of a link.
struct SingleLinkInit {
  core::Base* owner;
  std::string name, help;
};

/// A link to one component.
template <class Owner, class Target, unsigned flags = 0>
class SingleLink {
 public:
  SingleLink(const SingleLinkInit& init) : m_link(init.owner, init.name, init.help) {}
  template <class... Params>
  Target* get(const Params*...) const {
    return m_link.get();
  }
  void set(Target* target) { m_link.set(target); }
  template <class T>
  void set(const std::shared_ptr<T>& target) {
    m_link.set(target.get());
  }
  SingleLink& operator=(Target* target) {
    set(target);
    return *this;
  }
  /// False if the path is malformed.
  bool setPath(const std::string& path) {
    std::string ignored;
    return m_link.read(path, &ignored);
  }
  std::string getPath() const { return m_link.text(); }
  std::string getLinkedPath() const { return m_link.get() ? m_link->path() : m_link.text(); }
  bool empty() const { return !m_link.get(); }
  std::size_t size() const { return empty() ? 0 : 1; }
  operator Target*() const { return get(); }
  Target* operator->() const { return get(); }
  Target& operator*() const { return *get(); }

 private:
  core::Link<Target> m_link;
};

/// Links to several components.
template <class Owner, class Target, unsigned flags = 0>
class MultiLinkOf {
 public:
  MultiLinkOf(const SingleLinkInit& init) : m_link(init.owner, init.name, init.help) {}
  std::size_t size() const { return m_link.size(); }
  bool empty() const { return size() == 0; }
  /// Null for one that is not found.
  Target* operator[](std::size_t i) const { return m_link[i]; }
  Target* get(std::size_t i) const { return m_link[i]; }
  auto begin() const { return m_link.begin(); }
  auto end() const { return m_link.end(); }
  bool add(Target* target) {
    m_link.add(target);
    return true;
  }

 private:
  core::MultiLink<Target> m_link;
};

}  // namespace core
using core::SingleLink;
using BaseLink = core::objectmodel::BaseLink;

}  // namespace sofa
