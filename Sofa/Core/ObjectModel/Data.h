#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Core/ObjectModel/DependencyNode.h"
#include "Sofa/Core/ObjectModel/TypeInfo.h"

namespace sofa::core {

class Base;

/// How a Data appears and behaves beside its value.
struct DataOptions {
  std::vector<std::string> aliases = {};
  std::string group = {};
  bool required = false;  ///< its absence from a scene is worth a warning
  bool readOnly = false;  ///< an output
  bool autoLink = true;   ///< takes part in src="@component"
  bool displayed = true;
};

/// A named value of a component: attribute in scenes, row in the property sheet, node of the lazy dependency graph.
class BaseData : public DependencyNode {
 public:
  BaseData(Base* owner, std::string_view name, std::string_view help, const TypeInfo& type, DataOptions options);
  ~BaseData() override;

  const std::string& name() const { return m_name; }
  const std::string& help() const { return m_help; }
  const DataOptions& options() const { return m_options; }
  /// A further name, for Data inherited from a shared base that a scene may spell otherwise in this class.
  void addAlias(std::string alias) { m_options.aliases.push_back(std::move(alias)); }
  const TypeInfo& type() const { return *m_type; }
  Base* owner() const { return m_owner; }

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
  std::string text(int precision = 6) const { return m_type->write(rawValue(), precision); }
  std::string defaultText(int precision = 6) const { return m_type->write(rawDefault(), precision); }

  /// Follows `parent` from now on (null: stop). False with a reason if the types do not fit or it would close a cycle.
  bool setParent(BaseData* parent, std::string* reason = nullptr);
  BaseData* parent() const { return m_parent; }
  /// The path it was linked by in the scene, kept for saving.
  const std::string& linkPath() const { return m_linkPath; }
  void setLinkPath(std::string path) { m_linkPath = std::move(path); }

  const void* rawValue() const {
    updateIfDirty();
    return storage();
  }
  void* rawEdit() {
    updateIfDirty();
    changed();
    return storage();
  }
  virtual const void* rawDefault() const = 0;

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
  Base* m_owner;
  std::string m_name;
  std::string m_help;
  const TypeInfo* m_type;
  DataOptions m_options;
  BaseData* m_parent = nullptr;
  std::string m_linkPath;
  int m_counter = 0;
  bool m_set = false;
};

/// A Data of type T. Declared where it lives, with name, default and help in one place:
///     Data<double> d_youngModulus{this, "youngModulus", 5000.0, "Young's modulus (Pa)"};
template <class T>
class Data : public BaseData {
 public:
  Data(Base* owner, std::string_view name, T defaultValue, std::string_view help, DataOptions options = {})
      : BaseData(owner, name, help, typeInfo<T>(), std::move(options)),
        m_value(defaultValue),
        m_default(std::move(defaultValue)) {}

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
  const T& defaultValue() const { return m_default; }
  const void* rawDefault() const override { return &m_default; }

 protected:
  const void* storage() const override { return &m_value; }

 private:
  T m_value;
  T m_default;
};

/// Remembers the counters of some Data and tells whether they changed since.
class DataTracker {
 public:
  void track(const BaseData& data) { m_entries.push_back({&data, data.counter()}); }
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
