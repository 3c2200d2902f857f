// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/Visual/OglModel.h"
#include "Sofa/Simulation/Node.h"
#include "TemporaryFolder.h"

namespace sofa::component::visual {
namespace {

using simulation::Node;
using type::Vec3;
using ModelAttributes = std::initializer_list<std::pair<const std::string, std::string>>;

class VisualModelTest : public testing::Test {
 protected:
  std::shared_ptr<Node> root = Node::createRoot();
  tests::CapturedMessages log;

  std::shared_ptr<OglModel> model(ModelAttributes attributes) {
    return std::dynamic_pointer_cast<OglModel>(root->add("OglModel", attributes));
  }
};

TEST_F(VisualModelTest, isAStateThatSolversDoNotSee) {
  const auto visual = model({{"position", "0 0 0 1 0 0"}});
  EXPECT_FALSE(visual->isMechanical());
  EXPECT_EQ(core::mechanicalState(*root), nullptr);
  EXPECT_EQ(visual->size(), 2u);
  EXPECT_EQ(visual->templateName(), "Vec3d");
  const auto plain = root->add("VisualModel", {{"position", "0 0 0"}});
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->className(), "VisualModelImpl");
}

TEST_F(VisualModelTest, scalesThenRotatesThenTranslatesOnce) {
  const auto visual = model({{"position", "1 0 0"},
                             {"triangles", "0 0 0"},
                             {"scale3d", "2 1 1"},
                             {"rotation", "0 0 90"},
                             {"translation", "0 0 5"}});
  visual->init();
  EXPECT_TRUE(visual->d_position.value()[0].isApprox(Vec3(0, 2, 5), 1e-12));
  visual->init();
  EXPECT_TRUE(visual->d_position.value()[0].isApprox(Vec3(0, 2, 5), 1e-12));
  EXPECT_TRUE(visual->d_translation.value().isZero(0));
}

TEST_F(VisualModelTest, restPositionsAreTransformedOnlyOnRequest) {
  const auto with = model({{"position", "1 0 0"},
                           {"restPosition", "1 0 0"},
                           {"triangles", "0 0 0"},
                           {"initRestPositions", "true"},
                           {"translation", "1 0 0"}});
  const auto without =
      model({{"position", "1 0 0"}, {"restPosition", "1 0 0"}, {"triangles", "0 0 0"}, {"translation", "1 0 0"}});
  with->init();
  without->init();
  EXPECT_EQ(with->d_restPosition.value()[0], Vec3(2, 0, 0));
  EXPECT_EQ(without->d_restPosition.value()[0], Vec3(1, 0, 0));
}

TEST_F(VisualModelTest, olderAttributesAreSinglePrecisionAndReplaceTheData) {
  const auto visual = model({{"position", "0 0 0"}, {"translation", "9 9 9"}, {"dx", "0.1"}, {"scale", "2"}});
  EXPECT_EQ(visual->d_translation.value(), Vec3(static_cast<double>(0.1f), 0, 0));
  EXPECT_EQ(visual->d_scale.value(), Vec3(2, 2, 2));
}

TEST_F(VisualModelTest, colorSetsFourTermsOfTheMaterial) {
  const auto visual = model({{"color", "1 0.5 0 0.5"}});
  const auto& material = visual->d_material.value();
  EXPECT_EQ(material.diffuse.color, (type::Color{1, 0.5f, 0, 0.5f}));
  EXPECT_EQ(material.specular.color, material.diffuse.color);
  EXPECT_EQ(material.emissive.color, material.diffuse.color);
  EXPECT_EQ(material.ambient.color, (type::Color{0.2f, 0.1f, 0, 0.5f}));
  EXPECT_FALSE(material.specular.use);
}

TEST_F(VisualModelTest, remarksBehindTheMaterialAreIgnored) {
  const auto visual = model({{"material",
                              "Skin shininess 1 30 Diffuse 1 1 0 0 1 Ambient 1 0 1 0 1 Specular 0 0 0 0 1 Emissive 0 0 "
                              "0 0 1 No texture linked"}});
  EXPECT_EQ(visual->d_material.value().name, "Skin");
  EXPECT_EQ(visual->d_material.value().shininess, 30.f);
  EXPECT_EQ(visual->d_material.value().diffuse.color, (type::Color{1, 0, 0, 1}));
  EXPECT_EQ(log.warnings(), 0u);
}

TEST_F(VisualModelTest, unknownColorIsWhite) {
  const auto visual = model({{"color", "nosuchcolour"}, {"printLog", "true"}});
  EXPECT_EQ(visual->d_material.value().diffuse.color, (type::Color{1, 1, 1, 1}));
  EXPECT_EQ(log.errors("is not a color; white is used"), 1u);
}

TEST_F(VisualModelTest, splitVerticesBecomeOnePositionEach) {
  // Points 0 and 2 of the file are split once; what mappings see is the file's numbering.
  const auto visual = model(
      {{"position", "0 0 0  0 0 0  1 0 0  0 1 0  0 1 0"}, {"vertPosIdx", "0 0 1 2 2"}, {"triangles", "0 2 3  1 4 2"}});
  visual->init();
  ASSERT_EQ(visual->size(), 3u);
  EXPECT_EQ(visual->d_position.value()[2], Vec3(0, 1, 0));
  EXPECT_EQ(visual->drawnVertices().size(), 5u);

  visual->writeCoords(core::vec::position)[2] = Vec3(0, 7, 0);
  visual->updateVisual();
  EXPECT_EQ(visual->drawnVertices()[3], Vec3(0, 7, 0));
  EXPECT_EQ(visual->drawnVertices()[4], Vec3(0, 7, 0));
  EXPECT_EQ(visual->d_normal.value().size(), 5u);
}

TEST_F(VisualModelTest, normalsFollowThePositions) {
  const auto visual = model({{"position", "0 0 0  1 0 0  0 1 0"}, {"triangles", "0 1 2"}});
  visual->init();
  EXPECT_TRUE(visual->d_normal.value()[0].isApprox(Vec3(0, 0, 1), 1e-12));
  visual->writeCoords(core::vec::position)[2] = Vec3(0, 0, 1);
  visual->updateVisual();
  EXPECT_TRUE(visual->d_normal.value()[0].isApprox(Vec3(0, -1, 0), 1e-12));
}

TEST_F(VisualModelTest, givenNormalsStayWithoutUpdates) {
  const auto visual = model({{"position", "0 0 0  1 0 0  0 1 0"},
                             {"triangles", "0 1 2"},
                             {"normal", "1 0 0  1 0 0  1 0 0"},
                             {"updateNormals", "false"}});
  visual->init();
  visual->writeCoords(core::vec::position)[2] = Vec3(0, 0, 1);
  visual->updateVisual();
  EXPECT_EQ(visual->d_normal.value()[0], Vec3(1, 0, 0));
}

TEST_F(VisualModelTest, flipTurnsFaces) {
  const auto visual = model({{"position", "0 0 0"}, {"triangles", "0 1 2"}, {"quads", "0 1 2 3"}, {"flip", "true"}});
  EXPECT_EQ(visual->d_triangles.value()[0], (type::Triangle{0, 2, 1}));
  EXPECT_EQ(visual->d_quads.value()[0], (type::Quad{0, 3, 2, 1}));
}

/// A mesh that can change.
class TestTopology : public core::BaseMeshTopology {
 public:
  std::size_t nbPoints() const override { return 3; }
  bool hasPositions() const override { return true; }
  Vec3 position(std::size_t i) const override { return Vec3(static_cast<double>(i), 0, 0); }
  const std::vector<type::Edge>& edges() const override { return m_edges; }
  const std::vector<type::Triangle>& triangles() const override { return faces; }
  const std::vector<type::Quad>& quads() const override { return m_quads; }
  const std::vector<type::Tetrahedron>& tetrahedra() const override { return m_tetrahedra; }
  const std::vector<type::Hexahedron>& hexahedra() const override { return m_hexahedra; }
  std::size_t revision() const override { return version; }
  std::vector<type::Triangle> faces{{0, 1, 2}};
  std::size_t version = 0;

 private:
  std::vector<type::Edge> m_edges;
  std::vector<type::Quad> m_quads;
  std::vector<type::Tetrahedron> m_tetrahedra;
  std::vector<type::Hexahedron> m_hexahedra;
};

TEST_F(VisualModelTest, takesPointsAndFacesOfTheTopologyAndFollowsIt) {
  const auto topology = std::make_shared<TestTopology>();
  root->addComponent(topology);
  const auto child = root->createChild("visual");
  const auto visual = std::dynamic_pointer_cast<OglModel>(child->add("OglModel"));
  visual->init();
  ASSERT_EQ(visual->size(), 3u);
  EXPECT_EQ(visual->d_position.value()[2], Vec3(2, 0, 0));
  EXPECT_EQ(visual->d_triangles.value().size(), 1u);
  topology->faces.push_back({2, 1, 0});
  ++topology->version;
  visual->updateVisual();
  EXPECT_EQ(visual->d_triangles.value().size(), 2u);
}

TEST_F(VisualModelTest, givenPointsAndFacesWinOverTheTopology) {
  root->addComponent(std::make_shared<TestTopology>());
  const auto visual = model({{"position", "5 5 5"}, {"triangles", "0 0 0"}});
  visual->init();
  EXPECT_EQ(visual->size(), 1u);
}

/// A triangle, a line along its first side, against its sense, and one to a point beside it; each has a group.
TEST_F(VisualModelTest, linesAlongSidesOfTrianglesAreDroppedUnlessTheyAreKept) {
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "lines.obj";
  std::ofstream(folder.path() / "lines.mtl") << "newmtl a\nKd 1 0 0\nnewmtl b\nKd 0 1 0\n";
  std::ofstream(file) << "mtllib lines.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl a\nf 1 2 3\nl 2 1\n"
                         "usemtl b\nl 3 4\n";
  const auto dropped = model({{"filename", file.string()}});
  const auto kept = model({{"filename", file.string()}, {"keepLines", "1"}});
  dropped->init();
  kept->init();
  EXPECT_EQ(kept->d_edges.value().size(), 2u);
  ASSERT_EQ(dropped->d_edges.value(), (std::vector<type::Edge>{{2, 3}}));
  ASSERT_EQ(dropped->d_groups.value().size(), 2u);
  EXPECT_EQ(dropped->d_groups.value()[0].edges, 0);
  EXPECT_EQ(dropped->d_groups.value()[1].firstEdge, 0);
  EXPECT_EQ(dropped->d_groups.value()[1].edges, 1);
  EXPECT_EQ(kept->d_groups.value()[1].firstEdge, 1);
}

/// The vertices 1 and 4 are one point, on the meridian opposite to +x; the others lie on either side of it.
TEST_F(VisualModelTest, computedTextureCoordinatesAreMendedAcrossTheirSeam) {
  const auto u = [&](const char* mends) {
    const auto visual = model({{"position", "-1 0.1 0  -1 0 0  1 0 0  -1 -0.1 0  -1 0 0  0 0 -1  0 0 1"},
                               {"vertPosIdx", "0 1 2 3 1 4 5"},
                               {"triangles", "0 1 5  3 4 5"},
                               {"computeTextureCoordinates", "1"},
                               {"fixMergedUVSeams", mends}});
    visual->init();
    return std::pair(visual->d_texcoords.value()[1].x(), visual->d_texcoords.value()[4].x());
  };
  EXPECT_EQ(u("0"), std::pair(1.f, 1.f));
  const auto [left, right] = u("1");
  EXPECT_FLOAT_EQ(left, 1);
  EXPECT_FLOAT_EQ(right, 0);
}

TEST_F(VisualModelTest, saysWhatIsMissing) {
  model({})->init();
  EXPECT_EQ(log.warnings("Neither an .obj file nor a topology"), 1u);
}

TEST_F(VisualModelTest, wrongInputGetsAnErrorAndNoCrash) {
  const auto badIndices = model({{"position", "0 0 0 1 0 0"}, {"vertPosIdx", "0 4000000000"}, {"triangles", "0 1 1"}});
  badIndices->init();
  EXPECT_EQ(log.errors("vertPosIdx"), 1u);
  EXPECT_EQ(badIndices->size(), 2u);
  const auto badFile = model({{"filename", "mesh/cube.stl"}});
  badFile->init();
  EXPECT_FALSE(badFile->isValid());
  EXPECT_EQ(log.errors("filename accepts .obj files only"), 1u);
  const auto missing = model({{"filename", "mesh/nosuchfile.obj"}});
  missing->init();
  EXPECT_FALSE(missing->isValid());
  model({{"texturename", "nosuchfile.png"}});
  EXPECT_EQ(log.errors("nosuchfile.png"), 1u);
  const auto badFaces = model({{"position", "0 0 0"}, {"triangles", "0 1 2"}, {"computeTangents", "true"}});
  badFaces->init();
  badFaces->updateVisual();
}

}  // namespace
}  // namespace sofa::component::visual
