// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MeshVTKLoader.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {
const auto registered =
    core::Register("MeshVTKLoader", "Sofa.Component.IO.Mesh", "reads a mesh from a VTK file").add<MeshVTKLoader>();
}

helper::mesh::MeshData MeshVTKLoader::readMesh(std::string_view bytes, const std::filesystem::path& file) {
  auto mesh = helper::mesh::readVtk(bytes, {d_flipNormals.value(), file.extension() == ".vtk_swap"});
  for (const auto& array : mesh.pointData) addArray(array);
  for (const auto& array : mesh.cellData) addArray(array);
  return std::move(static_cast<helper::mesh::MeshData&>(mesh));
}

void MeshVTKLoader::clearMesh() {
  MeshLoader::clearMesh();
  for (auto& array : m_arrays) array->type().setElementCount(array->rawEdit(), 0);
}

void MeshVTKLoader::addArray(const helper::mesh::VtkArray& array) {
  switch (array.components) {
    case 1:
      return array.integral ? setArray<int>(array) : setArray<double>(array);
    case 2:
      return setArray<type::Vec2>(array);
    case 3:
      return setArray<type::Vec3>(array);
    case 4:
      return setArray<type::Vec4>(array);
    default:
      return setArray<double>(array);
  }
}

template <class T>
void MeshVTKLoader::setArray(const helper::mesh::VtkArray& array) {
  using Scalar = typename type::FlatTraits<T>::Scalar;
  constexpr std::size_t width = type::FlatTraits<T>::size;
  std::vector<T> values(array.values.size() / width);
  for (std::size_t i = 0; i < values.size() * width; ++i)
    type::scalars(values[i / width])[i % width] = static_cast<Scalar>(array.values[i]);
  const auto known =
      std::find_if(m_arrays.begin(), m_arrays.end(), [&](const auto& d) { return d->name() == array.name; });
  if (known != m_arrays.end()) {
    if (auto* data = dynamic_cast<core::Data<std::vector<T>>*>(known->get())) return data->set(std::move(values));
    warning("The array {} of the file has another type than before; it is not read again.", array.name);
  } else if (array.name.empty() || findData(array.name) || findLink(array.name)) {
    warning("The array \"{}\" of the file is not read: it has no name or that of an attribute of the loader.",
            array.name);
  } else {
    auto data = std::make_unique<core::Data<std::vector<T>>>(this, array.name, std::vector<T>(), "array of the file",
                                                             core::DataOptions{.readOnly = true});
    data->set(std::move(values));
    m_arrays.push_back(std::move(data));
  }
}

}  // namespace sofa::component::io
