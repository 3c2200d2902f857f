// SPDX-License-Identifier: Apache-2.0
#include <QDir>

#include "SceneFixture.h"
#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GUI/Timeline/RecorderPanel.h"
#include "Sofa/Helper/Mesh/ObjFile.h"
#include "Sofa/Helper/Mesh/VtkFile.h"

namespace sofa::gui {
namespace {

using component::visual::VisualModelImpl;

/// What is exported, read back by the parsers that loaders use.
class ExportTest : public SceneFixture {
 protected:
  std::string read(const QString& pattern) {
    const QStringList files = QDir(QString::fromStdString(folder.file("out"))).entryList({pattern});
    if (files.size() != 1) ADD_FAILURE() << files.size() << " files of " << pattern.toStdString();
    return files.isEmpty() ? std::string() : folder.read("out/" + files[0].toStdString());
  }
  static double largestDistance(const std::vector<type::Vec3>& a, std::span<const double> b) {
    if (3 * a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::size_t i = 0; i < b.size(); ++i) largest = std::max(largest, std::abs(a[i / 3][i % 3] - b[i]));
    return largest;
  }
};

TEST_F(ExportTest, anObjIsReadBackAsTheSurfaceItWas) {
  ASSERT_TRUE(openBeam());
  RecorderPanel panel(session, selection);
  panel.setFolder(QString::fromStdString(folder.file("out")));
  steps(5);
  panel.exportObj();
  settle();
  const auto mesh = helper::mesh::readObj(read("*.obj"), {});
  EXPECT_TRUE(mesh.warnings.empty());
  struct Model {
    std::vector<double> positions;
    std::size_t quads = 0, triangles = 0;
    type::Material material;
  };
  const auto model = answerOf([](simulation::Node& root) {
    const auto* skin = root.down<VisualModelImpl>();
    Model m;
    for (const auto& p : skin->drawnVertices()) m.positions.insert(m.positions.end(), {p[0], p[1], p[2]});
    m.quads = skin->d_quads.value().size();
    m.triangles = skin->d_triangles.value().size();
    m.material = skin->d_material.value();
    return m;
  });
  EXPECT_GT(model.positions.size(), 0u);
  EXPECT_LT(largestDistance(mesh.positions, model.positions), 1e-8);
  EXPECT_EQ(mesh.quads.size(), model.quads);
  EXPECT_EQ(mesh.triangles.size(), model.triangles);
  const auto materials = helper::mesh::readObjMaterials(read("*.mtl"));
  ASSERT_EQ(materials.size(), 1u);
  EXPECT_NEAR(materials[0].diffuse.color.r, model.material.diffuse.color.r, 1e-6);
  EXPECT_NEAR(materials[0].diffuse.color.g, model.material.diffuse.color.g, 1e-6);
}

TEST_F(ExportTest, aVtuIsReadBackAsTheBodyItWas) {
  ASSERT_TRUE(openBeam());
  RecorderPanel panel(session, selection);
  panel.setFolder(QString::fromStdString(folder.file("out")));
  panel.setVtuSequence(true);
  steps(1);
  panel.setVtuSequence(false);
  settle();
  const auto body = answerOf([](simulation::Node& root) {
    std::vector<core::BaseState*> states;
    root.collectDown(states);
    for (const auto* state : states)
      if (state->isMechanical()) {
        const auto flat = state->hostRead(core::vec::position);
        return std::vector<double>(flat.begin(), flat.end());
      }
    return std::vector<double>();
  });
  ASSERT_FALSE(body.empty());
  const auto mesh = helper::mesh::readVtk(read("*.vtu"), {});
  EXPECT_TRUE(mesh.warnings.empty());
  EXPECT_LT(largestDistance(mesh.positions, body), 1e-6);
  EXPECT_EQ(mesh.hexahedra.size(), 20u * 4 * 4);
}

}  // namespace
}  // namespace sofa::gui
