// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/ExportObj.h"

#include <QDir>
#include <QFileInfo>
#include <set>

#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/GUI/Timeline/ExportFile.h"

namespace sofa::gui {

using component::visual::VisualModelImpl;

namespace {

/// The texts of both files while models are added.
class ObjText {
 public:
  explicit ObjText(const std::string& materialFile) {
    obj = "# Visual models of a scene\n";
    if (!materialFile.empty()) obj += "mtllib " + materialFile + "\n";
  }

  void add(const VisualModelImpl& model) {
    const auto& vertices = model.drawnVertices();
    if (vertices.empty()) return;
    const std::string name = uniqueName(model.path());
    obj += "g " + name + "\n";
    for (const auto& p : vertices) write("v", p);
    m_withTexcoords = model.d_texcoords.value().size() == vertices.size();
    m_withNormals = model.d_normal.value().size() == vertices.size();
    if (m_withTexcoords)
      for (const auto& t : model.d_texcoords.value()) fmt::format_to(back(obj), "vt {:.7g} {:.7g}\n", t[0], t[1]);
    if (m_withNormals)
      for (const auto& n : model.d_normal.value()) write("vn", n);
    addGroups(model, name, vertices.size());
    m_vertices += vertices.size();
    m_texcoords += m_withTexcoords ? vertices.size() : 0;
    m_normals += m_withNormals ? vertices.size() : 0;
  }

  std::string obj, mtl = "# Materials of the visual models\n";

 private:
  static std::back_insert_iterator<std::string> back(std::string& text) { return std::back_inserter(text); }

  void write(const char* what, const type::Vec3& v) {
    fmt::format_to(back(obj), "{} {:.9g} {:.9g} {:.9g}\n", what, v[0], v[1], v[2]);
  }

  /// Names of groups and materials end at a blank.
  std::string uniqueName(std::string path) {
    for (char& c : path)
      if (!std::isgraph(static_cast<unsigned char>(c)) || c == '/') c = '_';
    if (path.starts_with('_')) path.erase(0, 1);
    while (!m_names.insert(path).second) path += '_';
    return path;
  }

  /// Faces of the groups with materials of their own, then those that no group has.
  void addGroups(const VisualModelImpl& model, const std::string& name, std::size_t vertices) {
    const auto& materials = model.d_materials.value();
    const auto& groups = model.d_groups.value();
    const int common = model.commonMaterial();
    addMaterial(name, model.materialOf(common), model.textureFile(common));
    if (groups.empty()) {
      obj += "usemtl " + name + "\n";
      addFaces(model.d_edges.value(), 0, model.d_edges.value().size(), vertices);
      addFaces(model.d_triangles.value(), 0, model.d_triangles.value().size(), vertices);
      addFaces(model.d_quads.value(), 0, model.d_quads.value().size(), vertices);
      return;
    }
    for (std::size_t m = 0; m < materials.size(); ++m)
      addMaterial(fmt::format("{}_{}", name, m), materials[m], model.textureFile(static_cast<int>(m)));
    const auto range = [](int n) { return static_cast<std::size_t>(std::max(0, n)); };
    for (const auto& g : groups) {
      const bool own = g.material >= 0 && range(g.material) < materials.size();
      obj += "usemtl " + (own ? fmt::format("{}_{}", name, g.material) : name) + "\n";
      addFaces(model.d_edges.value(), range(g.firstEdge), range(g.edges), vertices);
      addFaces(model.d_triangles.value(), range(g.firstTriangle), range(g.triangles), vertices);
      addFaces(model.d_quads.value(), range(g.firstQuad), range(g.quads), vertices);
    }
  }

  /// Elements as faces, edges as faces of two vertices; those that name a vertex that is not there are left out.
  template <class Elements>
  void addFaces(const Elements& elements, std::size_t first, std::size_t count, std::size_t vertices) {
    const std::size_t end = std::min(elements.size(), first + count);
    for (std::size_t e = first; e < end; ++e) {
      if (std::any_of(elements[e].begin(), elements[e].end(), [&](auto v) { return v >= vertices; })) continue;
      obj += 'f';
      for (const auto v : elements[e]) corner(static_cast<std::size_t>(v));
      obj += '\n';
    }
  }

  void corner(std::size_t v) {
    fmt::format_to(back(obj), " {}", m_vertices + v + 1);
    if (m_withTexcoords) fmt::format_to(back(obj), "/{}", m_texcoords + v + 1);
    if (m_withNormals) fmt::format_to(back(obj), "{}{}", m_withTexcoords ? "/" : "//", m_normals + v + 1);
  }

  void addMaterial(const std::string& name, const type::Material& m, const std::string& texture) {
    fmt::format_to(back(mtl), "newmtl {}\nillum 4\n", name);
    const auto color = [&](const char* what, const type::Color& c) {
      fmt::format_to(back(mtl), "{} {:.6g} {:.6g} {:.6g}\n", what, c.r, c.g, c.b);
    };
    if (m.ambient.use) color("Ka", m.ambient.color);
    if (m.diffuse.use) color("Kd", m.diffuse.color);
    if (m.specular.use) color("Ks", m.specular.color);
    const float alpha = m.diffuse.use ? m.diffuse.color.a : 1;
    fmt::format_to(back(mtl), "Tf {0:.6g} {0:.6g} {0:.6g}\nNi 1\nNs {1:.6g}\n", alpha,
                   m.useShininess ? m.shininess : 0.f);
    if (!texture.empty()) mtl += "map_Kd " + texture + "\n";
  }

  std::set<std::string> m_names;
  std::size_t m_vertices = 0, m_texcoords = 0, m_normals = 0;
  bool m_withTexcoords = false, m_withNormals = false;
};

}  // namespace

QString exportSurfaces(core::Node& node, const QString& file) {
  std::vector<VisualModelImpl*> models;
  node.collectDown(models);
  if (models.empty())
    return QString("There is no visual model (OglModel) at or below %1 to export.")
        .arg(QString::fromStdString(node.path()));
  const QFileInfo info(file);
  const QString materials = QDir(info.path()).filePath(info.completeBaseName() + ".mtl");
  ObjText text(QFileInfo(materials).fileName().toStdString());
  for (auto* model : models) {
    if (!model->d_enable.value()) continue;
    model->updateVisual();
    text.add(*model);
  }
  QString reason;
  if (writeWholeFile(materials, QByteArray::fromStdString(text.mtl), reason))
    writeWholeFile(file, QByteArray::fromStdString(text.obj), reason);
  return reason;
}

}  // namespace sofa::gui
