// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/VisualModelOBJExporter.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {

const auto registered =
    core::Register("VisualModelOBJExporter", "Sofa.Component.IO.Mesh", "writes visual models as an .obj file")
        .wasCalled("OBJExporter", "v24.12")
        .wasCalled("ObjExporter", "v24.12")
        .add<VisualModelOBJExporter>();
constexpr int objDigits = 9;

template <class Vector>
void addVector(std::string& text, const char* keyword, const Vector& vector) {
  text += keyword;
  for (const auto x : vector) {
    text += ' ';
    type::writeScalar(text, static_cast<double>(x), objDigits);
  }
  text += '\n';
}

std::string materialText(std::size_t number, const type::Material& material) {
  std::string text = fmt::format("newmtl mat{}\n", number);
  const auto add = [&](const char* keyword, const type::Material::Term& term) {
    if (term.use) text += fmt::format("{} {} {} {}\n", keyword, term.color.r, term.color.g, term.color.b);
  };
  add("Ka", material.ambient);
  add("Kd", material.diffuse);
  add("Ks", material.specular);
  add("Ke", material.emissive);
  if (material.useShininess) text += fmt::format("Ns {}\n", material.shininess);
  if (material.diffuse.color.a < 1) text += fmt::format("d {}\n", material.diffuse.color.a);
  return text;
}

std::vector<core::Component*> surfacesBelow(const core::Node& node) {
  std::vector<core::Component*> all, surfaces;
  node.collectDown(all);
  for (auto* component : all)
    if (dynamic_cast<core::VisibleSurface*>(component)) surfaces.push_back(component);
  return surfaces;
}

}  // namespace

void VisualModelOBJExporter::init() {
  Exporter::init();
  if (surfacesBelow(*context()).empty())
    warning("There is no visual model in this node or below: files will hold no surface.");
  setValid();
}

void VisualModelOBJExporter::addSurface(std::string& text, const core::VisibleSurface::Faces& faces,
                                        Counts& counts) const {
  const std::size_t size = faces.vertices.size();
  const bool hasNormals = faces.normals.size() == size, hasTexcoords = faces.texcoords.size() == size;
  for (const auto& p : faces.vertices) addVector(text, "v", p);
  if (hasTexcoords)
    for (const auto& t : faces.texcoords) addVector(text, "vt", t);
  if (hasNormals)
    for (const auto& n : faces.normals) addVector(text, "vn", n);
  const auto addFaces = [&](const auto& list) {
    for (const auto& face : list) {
      if (*std::ranges::max_element(face) >= size) continue;  // a mesh that is being changed
      text += 'f';
      for (const type::Index i : face) {
        text += fmt::format(" {}", counts.points + i);
        if (hasTexcoords) text += fmt::format("/{}", counts.texcoords + i);
        if (hasNormals) text += fmt::format("{}{}", hasTexcoords ? "/" : "//", counts.normals + i);
      }
      text += '\n';
    }
  };
  addFaces(faces.triangles);
  addFaces(faces.quads);
  counts.points += size;
  if (hasTexcoords) counts.texcoords += size;
  if (hasNormals) counts.normals += size;
}

bool VisualModelOBJExporter::write() {
  std::string name = baseName();
  if (name.ends_with(".obj")) name.resize(name.size() - 4);
  if (isPeriodic()) name += fmt::format("{:05}", fileNumber());
  const std::string materialFile = name + ".mtl";
  std::string text = "mtllib " + materialFile.substr(materialFile.rfind('/') + 1) + '\n', materials;
  Counts counts;
  std::size_t number = 0;
  for (auto* component : surfacesBelow(*context())) {
    component->updateVisual();
    text += fmt::format("g {}_{}\nusemtl mat{}\n", number, component->name(), number);
    addSurface(text, dynamic_cast<const core::VisibleSurface&>(*component).visibleFaces(), counts);
    const auto* material = dynamic_cast<const core::Data<type::Material>*>(component->findData("material"));
    materials += materialText(number++, material ? material->value() : type::Material());
  }
  return writeFile(name + ".obj", text) && writeFile(materialFile, materials);
}

}  // namespace sofa::component::io
