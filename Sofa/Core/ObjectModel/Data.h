// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Core/ObjectModel/DataMetadata.h"
#include "Sofa/Core/ObjectModel/DependencyNode.h"

namespace sofa::core {

class Base;

/// A named value of a component: attribute in scenes, row in the property sheet, node of the lazy dependency graph.
///
/// It holds its value and 32 bytes: what its declaration says is shared (DataMetadata), and what few Data have, such as
/// others that follow it, lies apart.
class BaseData : public DependencyNode SOFA_AUTHOR(BaseData) {
 public:
  BaseData(Base* owner, const DataMetadata& metadata);
  ~BaseData() override;

  const DataMetadata& metadata() const { return *m_metadata; }
  const std::string& name() const { return m_metadata->name; }
  const std::string& help() const { return m_metadata->help; }
  const DataOptions& options() const { return m_metadata->options; }
  const TypeInfo& type() const { return *m_metadata->type; }
  /// Options that differ from those of the declaration, in this object.
  void setOptions(const DataOptions& options) { m_metadata = &m_metadata->with(options); }
  /// Follows a mesh otherwise than declared, in this object: for Data inherited from a shared base.
  void setFollowing(const Following& follows);
  /// A further name, for Data inherited from a shared base that a scene may spell otherwise in this class.
  void addAlias(std::string alias);
  Base* owner() const {
    if (m_ownerDistance != 0)
      return reinterpret_cast<Base*>(reinterpret_cast<std::uintptr_t>(this) -
                                     static_cast<std::uintptr_t>(distanceUnit * m_ownerDistance));
    return rare() ? rare()->owner : nullptr;
  }

  /// Given by the scene, a program or a link, as opposed to the default.
  bool isSet() const { return m_set; }
  void unset() { m_set = false; }
  /// Counts the changes; compare with a remembered value to learn whether there was one.
  int counter() const {
    updateIfDirty();
    return m_counter;
  }

  /// Reads the value from scene text. False if the text does not hold one; what was read before the failure stays.
  virtual bool read(std::string_view text);
  /// Text of the current value; precision 0 is exact.
  std::string text(int precision = 6) const { return type().write(rawValue(), precision); }
  std::string defaultText(int precision = 6) const { return type().write(rawDefault(), precision); }

  /// Follows `parent` from now on (null: stop). False with a reason if the types do not fit or it would close a cycle.
  bool setParent(BaseData* parent, std::string* reason = nullptr);
  BaseData* parent() const { return rare() ? static_cast<BaseData*>(rare()->parent) : nullptr; }
  /// The path it was linked by in the scene, kept for saving.
  const std::string& linkPath() const;
  void setLinkPath(std::string path);
  /// Set while the attributes of its owner's element were read, by whatever name.
  bool isSetByParsing() const { return m_setByParsing; }
  void markSetByParsing() { m_setByParsing = true; }

  const void* rawValue() const {
    updateIfDirty();
    return storage();
  }
  void* rawEdit() {
    updateIfDirty();
    changed();
    return storage();
  }
  const void* rawDefault() const { return m_metadata->defaultValue; }
  /// The scalars of the value where they lie, up to date.
  ScalarArray scalars() const { return type().scalars(rawValue()); }

 protected:
  virtual const void* storage() const = 0;
  void* storage() { return const_cast<void*>(static_cast<const BaseData*>(this)->storage()); }
  void update() override;
  /// Bookkeeping of a write: marks every dependent dirty.
  void changed() {
    ++m_counter;
    m_set = true;
    setOutputsDirty();
  }

 private:
  friend class Base;
  friend class DataFields;
  static constexpr std::ptrdiff_t distanceUnit = 8;  ///< alignment of both, in bytes
  static BaseData* at(const Base& owner, std::int16_t distance) {
    return reinterpret_cast<BaseData*>(reinterpret_cast<std::uintptr_t>(&owner) +
                                       static_cast<std::uintptr_t>(distanceUnit * distance));
  }

  // These lie in what the base class leaves of its last eight bytes.
  bool m_set : 1 = false;
  bool m_setByParsing : 1 = false;
  /// From the owner to this, in units: a member lies near. 0: in Rare, or there is no owner.
  std::int16_t m_ownerDistance = 0;
  int m_counter = 0;
  const DataMetadata* m_metadata;
};

/// A Data of type T. Declared where it lives, with name, default and help in one place:
///     Data<double> d_youngModulus{this, "youngModulus", 5000.0, "Young's modulus (Pa)"};
template <class T>
class Data : public BaseData SOFA_AUTHOR(Data) {
 public:
  Data(Base* owner, std::string_view name, T defaultValue, std::string_view help, const DataOptions& options = {})
      : BaseData(owner, DataMetadata::of(name, help, typeInfo<T>(), options, &defaultValue)),
        m_value(std::move(defaultValue)) {}

  /// The up-to-date value; one branch when nothing changed.
  const T& value() const {
    updateIfDirty();
    return m_value;
  }
  const T& operator*() const { return value(); }
  const T* operator->() const { return &value(); }

  void set(T value) {
    updateIfDirty();
    m_value = std::move(value);
    changed();
  }
  /// Reference for modification in place. Dependents are marked dirty now: write before anything reads them.
  T& edit() {
    updateIfDirty();
    changed();
    return m_value;
  }
  const T& defaultValue() const { return *static_cast<const T*>(rawDefault()); }

 protected:
  const void* storage() const override { return &m_value; }

 private:
  T m_value;
};

/// Remembers the counters of some Data and tells whether they changed since.
class DataTracker {
 public:
  void track(const BaseData& data) {
    for (Entry& e : m_entries)
      if (e.data == &data) return void(e.counter = data.counter());
    m_entries.push_back({&data, data.counter()});
  }
  bool changed(const BaseData& data) const;
  bool anyChanged() const;
  void clear();

 private:
  struct Entry {
    const BaseData* data;
    int counter;
  };
  std::vector<Entry> m_entries;
};

}  // namespace sofa::core
