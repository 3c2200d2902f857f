#include "DataFactory.h"

#include <map>

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

using Table = std::map<std::string, Make>;

template <class T>
void add(Table& table, const std::string& name) {
  table[name] = &make<T>;
  table["vector<" + name + ">"] = &make<std::vector<T>>;
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
  for (const char* quaternion : {"Quat", "Quatd", "Quatf"}) table[quaternion] = &make<type::Quat>;
  for (const char* rigid : {"Rigid3", "Rigid3d", "Rigid3f"}) {
    table[std::string(rigid) + "::Coord"] = &make<type::Rigid3Types::Coord>;
    table[std::string(rigid) + "::VecCoord"] = &make<type::Rigid3Types::VecCoord>;
  }
  return table;
}

const Table& table() {
  static const Table types = makeTable();
  return types;
}

/// A Data of a type that is known by its description only.
class LikeAnother final : public BaseData {
 public:
  LikeAnother(core::Base& owner, const core::DataMetadata& metadata)
      : BaseData(&owner, metadata), m_value(const_cast<void*>(metadata.type->clone(metadata.defaultValue))) {}

 protected:
  const void* storage() const override { return m_value; }

 private:
  void* m_value;  ///< stays: a type cannot say how its values end
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
  const auto it = table().find(model.type().name());
  if (it != table().end()) {
    auto data = it->second(owner, name, help, optionsOf(group));
    if (&data->type() == &model.type()) {
      model.type().copy(value, data->rawEdit());
      return data;
    }
  }
  return std::make_unique<LikeAnother>(owner,
                                       core::DataMetadata::of(name, help, model.type(), optionsOf(group), value));
}

std::vector<std::string> dataTypeNames() {
  std::vector<std::string> names;
  for (const auto& [name, make] : table()) names.push_back(name);
  return names;
}

}  // namespace sofa::python
