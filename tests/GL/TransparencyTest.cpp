// SPDX-License-Identifier: Apache-2.0
#include "RendererFixture.h"

/// How transparent surfaces blend, in numbers.
namespace sofa::tests {
namespace {

using Color = sofa::type::Vec3;

class TransparencyTest : public RendererFixture {
 protected:
  /// A square whose light does not depend on where it is.
  static Surface glowing(double z, const type::Color& color) {
    Surface s = square(z);
    makeEmissive(s, color);
    return s;
  }
  const Color red{1, 0, 0}, green{0, 1, 0}, blue{0, 0, 1};
};

TEST_F(TransparencyTest, whatIsBehindGetsDarkerAndLightIsAdded) {
  frame.surfaces = {glowing(0, {0, 0, 1, 1}), glowing(1, {0.5f, 0, 0, 0.25f})};
  draw();
  expectColor(0, 0, 0.75 * blue + 0.25 * 0.5 * red);
  frame.surfaces[1].premultipliedAlpha = true;
  draw();
  expectColor(0, 0, 0.75 * blue + 0.5 * red);
}

TEST_F(TransparencyTest, modelsAreDrawnFromBackToFrontWhateverTheirOrder) {
  const auto near = glowing(1, {1, 0, 0, 0.5f}), far = glowing(-1, {0, 1, 0, 0.5f});
  const Color seenFromAbove = 0.5 * red + 0.25 * green, seenFromBelow = 0.5 * green + 0.25 * red;
  for (const auto& surfaces : {std::vector{near, far}, std::vector{far, near}}) {
    frame.surfaces = surfaces;
    view.camera.position = {0, 0, 10};
    view.camera.orientation = view.camera.orientationTowards(view.camera.position, type::Vec3::Zero());
    draw();
    expectColor(0, 0, seenFromAbove);
    view.camera.position = {0, 0, -10};
    view.camera.orientation = view.camera.orientationTowards(view.camera.position, type::Vec3::Zero());
    draw();
    expectColor(0, 0, seenFromBelow);
  }
}

/// Two sheets in one model, of which the nearer one, first in the mesh, shows its front.
TEST_F(TransparencyTest, whatIsSeenFromBehindComesFirst) {
  for (const bool writesDepth : {false, true}) {
    Surface s = glowing(1, {0, 0, 0, 0.5f});
    auto& vertices = verticesOf(s);
    const auto near = vertices.positions;
    for (std::size_t i = 0; i < near.size(); ++i) vertices.positions.push_back(i % 3 == 2 ? -1 : near[i]);
    vertices.normals.clear();
    auto& mesh = meshOf(s);
    mesh.triangles.insert(mesh.triangles.end(), {4, 6, 5, 4, 7, 6});
    mesh.texcoords.clear();
    mesh.parts[0].triangles = 4;
    mesh.parts[0].material.emissive.use = false;
    for (int i = 0; i < 4; ++i) vertices.colors.insert(vertices.colors.end(), {255, 0, 0, 128});
    for (int i = 0; i < 4; ++i) vertices.colors.insert(vertices.colors.end(), {0, 255, 0, 128});
    s.writeZTransparent = writesDepth;
    frame.surfaces = {s};
    frame.lightSets = {gl::LightSet{}};
    auto& light = frame.lightSets[0].lights.emplace_back();
    light.kind = gl::Light::Kind::directional;
    draw();
    expectColor(0, 0, 0.5 * red + 0.25 * green, 0.15);
    EXPECT_GT(at(0, 0)[0], at(0, 0)[1] + 0.2);
  }
}

TEST_F(TransparencyTest, depthIsWrittenOnRequestOnly) {
  // What components show of themselves is drawn after the models, here a glass triangle behind one.
  for (const bool writes : {false, true}) {
    Surface glass = glowing(1, {0, 0, 0, 0.5f});
    glass.writeZTransparent = writes;
    frame.surfaces = {glass};
    frame.drawList.clear();
    frame.drawList.triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 1, 0, 0.5f});
    draw();
    expectColor(0, 0, writes ? Color(Color::Zero()) : Color(0.5 * green));
  }
}

TEST_F(TransparencyTest, factorsAndEquationsOfAlphaBlend) {
  using Factor = Surface::BlendFactor;
  using Equation = Surface::BlendEquation;
  struct Case {
    Equation equation;
    Factor source, destination;
    Color expected;
  };
  const Color glass(0.5, 0, 0.25), wall(0.25, 0.5, 0);
  const Case cases[] = {
      {Equation::add, Factor::sourceAlpha, Factor::oneMinusSourceAlpha, 0.25 * glass + 0.75 * wall},
      {Equation::add, Factor::one, Factor::one, glass + wall},
      {Equation::add, Factor::zero, Factor::sourceAlpha, 0.25 * wall},
      {Equation::subtract, Factor::one, Factor::one, (glass - wall).cwiseMax(0)},
      {Equation::min, Factor::zero, Factor::zero, glass.cwiseMin(wall)},
      {Equation::max, Factor::zero, Factor::zero, glass.cwiseMax(wall)},
  };
  for (const Case& c : cases) {
    Surface s = glowing(1, {0.5f, 0, 0.25f, 0.25f});
    s.alphaBlend = true;
    s.blendEquation = c.equation;
    s.sourceFactor = c.source;
    s.destinationFactor = c.destination;
    frame.surfaces = {glowing(0, {0.25f, 0.5f, 0, 1}), s};
    draw();
    expectColor(0, 0, c.expected);
  }
}

TEST_F(TransparencyTest, withoutBlendTranslucencyColoursAreMixed) {
  Surface s = glowing(1, {0.5f, 0, 0, 0.25f});
  s.blendTranslucency = false;
  frame.surfaces = {glowing(0, {0, 0, 1, 1}), s};
  draw();
  expectColor(0, 0, 0.75 * blue + 0.25 * 0.5 * red);
}

TEST_F(TransparencyTest, onlyTheTransparentPartsOfAModelAre) {
  Surface s = glowing(1, {0, 1, 0, 1});
  auto& mesh = meshOf(s);
  mesh.parts[0].triangles = 1;  // below the diagonal
  mesh.parts.push_back(mesh.parts[0]);
  mesh.parts[1].firstTriangle = 1;
  mesh.parts[1].material.diffuse.color.a = 0.5f;
  frame.surfaces = {glowing(0, {0, 0, 1, 1}), s};
  draw();
  expectColor(0.5, -0.5, green);
  expectColor(-0.5, 0.5, 0.5 * blue + 0.5 * green);
}

}  // namespace
}  // namespace sofa::tests
