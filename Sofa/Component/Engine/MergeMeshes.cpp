// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/MergeMeshes.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

namespace {
constexpr type::Index maxMeshes = 10000;  // far beyond use; a slip of the pen must not exhaust the memory
}

template <class DataTypes>
MergeMeshes<DataTypes>::MergeMeshes() {
  createInputs();
}

template <class DataTypes>
void MergeMeshes<DataTypes>::prepareAttributes(const core::ComponentDescription& description) {
  if (description.has("nbMeshes")) setAttribute("nbMeshes", description.get("nbMeshes"));
  createInputs();
}

template <class DataTypes>
void MergeMeshes<DataTypes>::createInputs() {
  type::Index count = d_nbMeshes.value();
  if (count > maxMeshes) {
    error("nbMeshes is {}; {} meshes at most can be joined.", count, maxMeshes);
    count = maxMeshes;
  }
  m_position.resize(count);
  m_edges.resize(count);
  m_triangles.resize(count);
  m_quads.resize(count);
  m_tetrahedra.resize(count);
  m_hexahedra.resize(count);
}

template <class DataTypes>
void MergeMeshes<DataTypes>::connect() {
  addInput(&d_nbMeshes);
  for (std::size_t k = 0; k < m_position.size(); ++k)
    for (core::BaseData* input : std::initializer_list<core::BaseData*>{&m_position[k], &m_edges[k], &m_triangles[k],
                                                                        &m_quads[k], &m_tetrahedra[k], &m_hexahedra[k]})
      addInput(input);
  setDirty();
}

template <class DataTypes>
void MergeMeshes<DataTypes>::init() {
  connect();
  for (core::BaseData* output : std::initializer_list<core::BaseData*>{&d_npoints, &d_position, &d_edges, &d_triangles,
                                                                       &d_quads, &d_tetrahedra, &d_hexahedra})
    addOutput(output);
}

template <class DataTypes>
void MergeMeshes<DataTypes>::reinit() {
  createInputs();
  connect();
}

template <class DataTypes>
template <class E>
void MergeMeshes<DataTypes>::merge(const NumberedData<List<E>>& inputs, core::Data<List<E>>& output) {
  auto& elements = output.edit();
  elements.clear();
  type::Index offset = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    for (E element : inputs[k].value()) {
      for (auto& i : element) i += offset;
      elements.push_back(element);
    }
    offset += static_cast<type::Index>(m_position[k].value().size());
  }
}

template <class DataTypes>
void MergeMeshes<DataTypes>::doUpdate() {
  auto& points = d_position.edit();
  points.clear();
  for (std::size_t k = 0; k < m_position.size(); ++k) {
    const auto& mesh = m_position[k].value();
    points.insert(points.end(), mesh.begin(), mesh.end());
  }
  d_npoints.set(static_cast<type::Index>(points.size()));
  merge(m_edges, d_edges);
  merge(m_triangles, d_triangles);
  merge(m_quads, d_quads);
  merge(m_tetrahedra, d_tetrahedra);
  merge(m_hexahedra, d_hexahedra);
}

namespace {
const auto registered =
    core::Register("MergeMeshes", "Sofa.Component.Engine.Generate", "Joins several meshes into one")
        .addAll<MergeMeshes, type::Vec3Types, type::Vec1Types, type::Vec2Types, type::Rigid2Types, type::Rigid3Types>(
            true);
}  // namespace

}  // namespace sofa::component::engine
