#include "Sofa/GUI/SurfaceExport.h"

#include <QFileInfo>
#include <QSaveFile>

#include "Sofa/Component/Visual/VisualModelImpl.h"

namespace sofa::gui {
namespace {

using component::visual::VisualModelImpl;

class ObjWriter {
 public:
  void add(const VisualModelImpl& model, const std::string& name) {
    const auto& points = model.drawnVertices();
    const auto& normals = model.d_normal.value();
    const auto& texcoords = model.d_texcoords.value();
    m_hasNormals = normals.size() == points.size();
    m_hasTexcoords = texcoords.size() == points.size();
    obj += fmt::format("\ng {}\nusemtl {}\n", name, name);
    for (const auto& p : points) obj += fmt::format("v {:.9g} {:.9g} {:.9g}\n", p[0], p[1], p[2]);
    if (m_hasNormals)
      for (const auto& n : normals) obj += fmt::format("vn {:.6g} {:.6g} {:.6g}\n", n[0], n[1], n[2]);
    if (m_hasTexcoords)
      for (const auto& t : texcoords) obj += fmt::format("vt {:.6g} {:.6g}\n", t[0], t[1]);
    addFaces(model.d_edges.value());
    addFaces(model.d_triangles.value());
    addFaces(model.d_quads.value());
    m_point += points.size();
    if (m_hasNormals) m_normal += normals.size();
    if (m_hasTexcoords) m_texcoord += texcoords.size();
    addMaterial(model.d_material.value(), name);
  }

  std::string obj, mtl;

 private:
  template <class Faces>
  void addFaces(const Faces& faces) {
    for (const auto& face : faces) {
      obj += 'f';
      for (const auto i : face) {
        const auto index = static_cast<std::size_t>(i) + 1;
        obj += fmt::format(" {}", m_point + index);
        if (m_hasTexcoords) obj += fmt::format("/{}", m_texcoord + index);
        if (m_hasNormals) obj += fmt::format("{}{}", m_hasTexcoords ? "/" : "//", m_normal + index);
      }
      obj += '\n';
    }
  }
  void addMaterial(const type::Material& material, const std::string& name) {
    mtl += fmt::format("newmtl {}\nillum 4\n", name);
    const auto color = [&](const char* key, const auto& component) {
      if (component.use)
        mtl += fmt::format("{} {:g} {:g} {:g}\n", key, component.color.r, component.color.g, component.color.b);
    };
    color("Ka", material.ambient);
    color("Kd", material.diffuse);
    color("Ks", material.specular);
    mtl += fmt::format("d {:g}\n", material.diffuse.color.a);
    if (material.useShininess) mtl += fmt::format("Ns {:g}\n", material.shininess);
    mtl += '\n';
  }

  std::size_t m_point = 0, m_normal = 0, m_texcoord = 0;
  bool m_hasNormals = false, m_hasTexcoords = false;
};

QString write(const QString& file, const std::string& text) {
  QSaveFile out(file);
  if (out.open(QIODevice::WriteOnly) && out.write(text.data(), static_cast<qint64>(text.size())) >= 0 && out.commit())
    return {};
  return QStringLiteral("%1: %2").arg(file, out.errorString());
}

}  // namespace

QString exportSurfaces(core::Context& node, const QString& file) {
  std::vector<VisualModelImpl*> models;
  node.collectDown(models);
  if (models.empty())
    return QStringLiteral("There is no visual model (OglModel) at or below %1 to export.")
        .arg(QString::fromStdString(node.path()));
  const QFileInfo info(file);
  const QString materials = info.path() + "/" + info.completeBaseName() + ".mtl";
  ObjWriter writer;
  writer.obj = "# Visual models of " + node.path() + "\nmtllib " + QFileInfo(materials).fileName().toStdString() + "\n";
  int number = 0;
  for (auto* model : models) {
    model->updateVisual();
    // Names of groups are one word, and materials go by them.
    std::string name = fmt::format("{}_{}", model->name(), number++);
    std::replace(name.begin(), name.end(), ' ', '_');
    writer.add(*model, name);
  }
  if (auto problem = write(materials, writer.mtl); !problem.isEmpty()) return problem;
  return write(file, writer.obj);
}

}  // namespace sofa::gui
