// SPDX-License-Identifier: Apache-2.0
#include "DataFactory.h"

#include <map>
#include <mutex>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::python {

using core::BaseData;

namespace {

using Make = std::unique_ptr<BaseData> (*)(core::Base&, const std::string&, const std::string&,
                                           const core::DataOptions&);

template <class T>
std::unique_ptr<BaseData> make(core::Base& owner, const std::string& name, const std::string& help,
                               const core::DataOptions& options) {
  return std::make_unique<core::Data<T>>(&owner, name, T{}, help, options);
}

struct Table : std::map<std::string, Make> {
  std::map<const core::TypeInfo*, Make> byType;

  template <class T>
  void put(const std::string& name) {
    (*this)[name] = byType[&core::typeInfo<T>()] = &make<T>;
  }
};

template <class T>
void add(Table& table, const std::string& name) {
  table.put<T>(name);
  table.put<std::vector<T>>("vector<" + name + ">");
}

template <int N>
void addVectors(Table& table) {
  add<type::Vec<N>>(table, "Vec" + std::to_string(N) + "d");
  add<type::Vec<N, float>>(table, "Vec" + std::to_string(N) + "f");
}

template <int R, int C>
void addMatrices(Table& table) {
  const std::string name = "Mat" + std::to_string(R) + "x" + std::to_string(C);
  add<type::Mat<R, C>>(table, name + "d");
  add<type::Mat<R, C, float>>(table, name + "f");
}

Table makeTable() {
  Table table;
  add<bool>(table, "bool");
  add<int>(table, "int");
  add<double>(table, "double");
  add<float>(table, "float");
  add<std::string>(table, "string");
  addVectors<2>(table);
  addVectors<3>(table);
  addVectors<4>(table);
  addVectors<6>(table);
  addMatrices<2, 2>(table);
  addMatrices<3, 3>(table);
  addMatrices<3, 4>(table);
  addMatrices<4, 4>(table);
  add<type::Edge>(table, "Edge");
  add<type::Triangle>(table, "Triangle");
  add<type::Quad>(table, "Quad");
  add<type::Tetrahedron>(table, "Tetra");
  add<type::Hexahedron>(table, "Hexa");
  add<type::Prism>(table, "Penta");
  for (const char* quaternion : {"Quat", "Quatd", "Quatf"}) table.put<type::Quat>(quaternion);
  for (const char* rigid : {"Rigid3", "Rigid3d", "Rigid3f"}) {
    table.put<type::Rigid3Types::Coord>(std::string(rigid) + "::Coord");
    table.put<type::Rigid3Types::VecCoord>(std::string(rigid) + "::VecCoord");
  }
  return table;
}

const Table& table() {
  static const Table types = makeTable();
  return types;
}

/// Values of types that are known by their description only. They stay, as a type cannot say how its values end: what
/// nobody needs any more is given to the next who asks.
class ValuePool {
 public:
  static ValuePool& instance() {
    static auto* only = new ValuePool;
    return *only;
  }
  void* take(const core::TypeInfo& type, const void* value) {
    const std::lock_guard lock(m_mutex);
    auto& left = m_left[&type];
    if (left.empty()) return const_cast<void*>(type.clone(value));
    void* taken = left.back();
    left.pop_back();
    type.copy(value, taken);
    return taken;
  }
  void giveBack(const core::TypeInfo& type, void* value) {
    const std::lock_guard lock(m_mutex);
    m_left[&type].push_back(value);
  }

 private:
  std::mutex m_mutex;
  std::map<const core::TypeInfo*, std::vector<void*>> m_left;
};

class LikeAnother final : public BaseData {
 public:
  LikeAnother(core::Base& owner, const core::DataMetadata& metadata, const void* value)
      : BaseData(&owner, metadata), m_value(ValuePool::instance().take(*metadata.type, value)) {}
  ~LikeAnother() override { ValuePool::instance().giveBack(type(), m_value); }

 protected:
  const void* storage() const override { return m_value; }

 private:
  void* m_value;
};

core::DataOptions optionsOf(const std::string& group) {
  core::DataOptions options;
  options.group = group;
  return options;
}

}  // namespace

std::unique_ptr<BaseData> makeData(core::Base& owner, const std::string& type, const std::string& name,
                                   const std::string& help, const std::string& group) {
  const auto it = table().find(type);
  return it == table().end() ? nullptr : it->second(owner, name, help, optionsOf(group));
}

std::unique_ptr<BaseData> makeDataLike(core::Base& owner, const BaseData& model, const std::string& name,
                                       const std::string& help, const std::string& group) {
  const void* value = model.rawValue();
  if (const auto it = table().byType.find(&model.type()); it != table().byType.end()) {
    auto data = it->second(owner, name, help, optionsOf(group));
    model.type().copy(value, data->rawEdit());
    return data;
  }
  const auto& metadata = core::DataMetadata::of(name, help, model.type(), optionsOf(group), model.rawDefault());
  return std::make_unique<LikeAnother>(owner, metadata, value);
}

std::vector<std::string> dataTypeNames() {
  std::vector<std::string> names;
  for (const auto& [name, make] : table()) names.push_back(name);
  return names;
}

}  // namespace sofa::python
