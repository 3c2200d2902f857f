// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/MergeVisualModels.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void MergeVisualModels::prepareAttributes(const core::ComponentDescription& description) {
  const std::string& text = description.get(d_nb.name());
  type::TextReader in(text);
  unsigned count = 1;
  if (!text.empty() && (!in.read(count) || count > 10000)) count = 1;
  for (unsigned i = 1; i <= count; ++i)
    m_inputs.push_back(std::make_unique<core::Link<VisualModelImpl>>(this, "input" + std::to_string(i), "a surface"));
}

namespace {

/// Appends faces, their points counted from `first`.
template <class Faces>
void append(const Faces& from, std::size_t first, Faces& to) {
  for (auto face : from) {
    for (auto& p : face) p += static_cast<type::Index>(first);
    to.push_back(face);
  }
}

}  // namespace

void MergeVisualModels::init() {
  for (const auto& input : m_inputs) {
    if (!*input) {
      error("{} names no visual model; {} surfaces are expected in input1, input2...", input->name(), m_inputs.size());
      setInvalid();
      continue;
    }
    const VisualModelImpl& model = **input;
    const auto& points = model.drawnVertices();
    const std::size_t first = d_position.value().size();
    auto& all = d_position.edit();
    all.insert(all.end(), points.begin(), points.end());
    append(model.d_edges.value(), first, d_edges.edit());
    append(model.d_triangles.value(), first, d_triangles.edit());
    append(model.d_quads.value(), first, d_quads.edit());
    const auto& uv = model.d_texcoords.value();
    auto& texcoords = d_texcoords.edit();
    texcoords.insert(texcoords.end(), uv.begin(), uv.end());
  }
  OglModel::init();
}

namespace {
const auto registered = core::Register("MergeVisualModels", "Sofa.GL.Component.Rendering3D", "one surface of several")
                            .add<MergeVisualModels>(true);
}  // namespace

}  // namespace sofa::component::visual
