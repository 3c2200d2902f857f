// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/TextRenderer.h"

#include "GL/Canvas.h"
#include "SourceFolder.h"

namespace sofa::gl {
namespace {

using test::Canvas;
using test::Rgb;
using type::Color;

constexpr Color white{1, 1, 1, 1};

struct Box {
  int left = 1000, top = 1000, right = -1, bottom = -1;
};

Box litBox(Canvas& canvas) {
  Box box;
  for (int y = 0; y < canvas.height(); ++y)
    for (int x = 0; x < canvas.width(); ++x)
      if (canvas.isLit(x, y))
        box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
  return box;
}

RenderStatistics draw(TextRenderer& text, Canvas& canvas) {
  RenderStatistics statistics;
  text.upload(statistics);
  text.draw(canvas.context(canvas.camera()), statistics);
  return statistics;
}

class TextRendererTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Font::standard()) GTEST_SKIP() << "DejaVuSans.ttf is not installed";
  }
};

TEST(FontTest, decodesUtf8) {
  EXPECT_EQ(decodeUtf8("aé²Ω€😀"), U"aé²Ω€😀");
  EXPECT_EQ(decodeUtf8(""), U"");
  EXPECT_EQ(decodeUtf8("a\x80z"), U"a\uFFFDz");    // continues nothing
  EXPECT_EQ(decodeUtf8("a\xC3"), U"a\uFFFD");      // breaks off
  EXPECT_EQ(decodeUtf8("\xE2\x82z"), U"\uFFFDz");  // interrupted
  EXPECT_EQ(decodeUtf8("\xFF\xC0\xF8"), U"\uFFFD\uFFFD\uFFFD");
}

TEST(FontTest, whatIsNoFontIsRefused) {
  EXPECT_THROW(Font("/nowhere/at/all.ttf"), std::runtime_error);
  EXPECT_THROW(Font(SOFA_SOURCE_DIR "/CMakeLists.txt"), std::runtime_error);
}

TEST_F(TextRendererTest, textIsWhereItWasPut) {
  Canvas canvas(200, 100);
  TextRenderer text;
  text.add(30, 20, "HHHH", 28, white);
  const auto extent = text.measure("HHHH", 28);
  draw(text, canvas);
  const Box box = litBox(canvas);
  EXPECT_NEAR(box.left, 30 + 3, 2);  // a letter stands a little inside its place
  EXPECT_NEAR(box.right, 30 + extent.width - 3, 2);
  EXPECT_GE(box.top, 20);
  EXPECT_NEAR(box.bottom - box.top + 1, 0.729 * 28, 1);  // capitals of DejaVu Sans are 0.729 em high
  EXPECT_LE(box.bottom, 20 + extent.height);
}

TEST_F(TextRendererTest, charactersStayWhenTheTextureGrows) {
  Canvas canvas(100, 40);
  TextRenderer text;
  text.add(2, 2, "Sofa 1", 18, white);
  EXPECT_EQ(draw(text, canvas).createdBuffers, 2u) << "the texture and the places";
  const auto first = canvas.image().rgba;
  text.clear();
  text.add(0, 0, "WQ@#%", 250, white);  // higher than what the texture begins with
  RenderStatistics statistics;
  text.upload(statistics);
  EXPECT_EQ(statistics.createdBuffers, 1u) << "a larger texture";
  text.clear();
  canvas.clear();
  text.add(2, 2, "Sofa 1", 18, white);
  EXPECT_EQ(draw(text, canvas).uploadedBytes, 5u * 20) << "no character anew";
  EXPECT_EQ(canvas.image().rgba, first);
}

TEST_F(TextRendererTest, linesGoDown) {
  Canvas canvas(100, 100);
  TextRenderer text;
  text.add(0, 0, "H\nH", 20, white);
  draw(text, canvas);
  const Box box = litBox(canvas);
  EXPECT_NEAR(box.bottom - box.top, 0.729 * 20 + Font::standard()->lineHeight(20), 2);
  EXPECT_LT(box.right, 20);
  EXPECT_NEAR(text.measure("H\nH", 20).height, 2 * Font::standard()->lineHeight(20), 1e-9);
}

TEST_F(TextRendererTest, textIsSharp) {
  Canvas canvas(60, 60);
  TextRenderer text;
  text.add(10, 10, "I", 40, white);
  draw(text, canvas);
  const Box box = litBox(canvas);
  // A stem of 40 / 10 pixels with at most one soft column on each side.
  const int middle = (box.top + box.bottom) / 2;
  int full = 0, soft = 0;
  for (int x = 0; x < 60; ++x) {
    const int v = canvas.pixel(x, middle)[0];
    full += v > 250, soft += v > 0 && v <= 250;
  }
  EXPECT_GE(full, 3);
  EXPECT_LE(soft, 2);
}

TEST_F(TextRendererTest, everyCharacterHasItsPicture) {
  Canvas canvas(900, 100);
  TextRenderer text;
  text.add(10, 10, "ABCxyz 0123456789 .:-+ äöüéßñ ÅÇ °±·×÷µ ¹²³ ⁴⁵⁶ αβγδεθλμνπρσφω ΔΣΩ", 16, white);
  text.add(10, 50, "σ_v = 1.3·10⁻⁵ N/m²  ‖u‖ ≤ √2", 16, {0.4f, 0.8f, 1, 1});
  draw(text, canvas);
  EXPECT_GT(canvas.lit(), 1500);
  EXPECT_EQ(canvas.pixel(0, 0), (Rgb{0, 0, 0}));
}

TEST_F(TextRendererTest, colourAndBackgroundMix) {
  Canvas canvas(60, 60);
  canvas.clear({0, 0, 1, 1});
  TextRenderer text;
  text.add(0, 0, "█", 40, {1, 0, 0, 0.5f});
  draw(text, canvas);
  const Rgb p = canvas.pixel(10, 20);
  EXPECT_NEAR(p[0], 128, 2);
  EXPECT_NEAR(p[2], 127, 2);
}

TEST_F(TextRendererTest, steadyTextMakesNothingNew) {
  Canvas canvas(100, 100);
  TextRenderer text;
  text.add(0, 0, "abc", 20, white);
  EXPECT_GT(draw(text, canvas).createdBuffers, 0u);
  for (int i = 0; i < 3; ++i) {
    text.clear();
    text.add(0, 0, "cab", 20, white);
    const auto statistics = draw(text, canvas);
    EXPECT_EQ(statistics.createdBuffers, 0u);
    if (i > 0) {
      EXPECT_LT(statistics.uploadedBytes, 100u);
    }
    EXPECT_EQ(statistics.drawCalls, 1u);
  }
  text.clear();
  EXPECT_EQ(draw(text, canvas).drawCalls, 0u);
}

TEST_F(TextRendererTest, aFullTextureStartsAfresh) {
  Canvas canvas(100, 100);
  TextRenderer text;
  for (int round = 0; round < 3; ++round) {
    text.clear();
    for (char32_t c = 0; c < 300; ++c) {
      std::string utf8;
      const char32_t code = 0x100 + c;
      utf8 += static_cast<char>(0xC0 | (code >> 6));
      utf8 += static_cast<char>(0x80 | (code & 0x3F));
      text.add(0, 0, utf8, 200, white);
    }
    draw(text, canvas);
  }
  text.clear();
  canvas.clear();
  text.add(0, 0, "H", 50, white);
  draw(text, canvas);
  EXPECT_NEAR(litBox(canvas).bottom - litBox(canvas).top + 1, 0.729 * 50, 1);
}

TEST_F(TextRendererTest, placesThatAreNoNumbersAreLeftOut) {
  Canvas canvas(100, 100);
  TextRenderer text;
  text.add(NAN, 0, "abc", 20, white);
  text.add(0, INFINITY, "abc", 20, white);
  text.add(0, 0, "abc", NAN, white);
  EXPECT_EQ(draw(text, canvas).drawCalls, 0u);
}

TEST(TextColourTest, contrasting) {
  EXPECT_EQ(TextRenderer::contrasting({0, 0, 0, 1}), (Color{1, 1, 1, 1}));
  EXPECT_EQ(TextRenderer::contrasting({1, 1, 1, 1}), (Color{0, 0, 0, 1}));
  EXPECT_EQ(TextRenderer::contrasting({0, 1, 0, 1}), (Color{0, 0, 0, 1}));  // brightness 0.587
  EXPECT_EQ(TextRenderer::contrasting({1, 0, 0, 1}), (Color{1, 1, 1, 1}));  // 0.299
  EXPECT_EQ(TextRenderer::contrasting({128 / 255.f, 128 / 255.f, 128 / 255.f, 1}), (Color{0, 0, 0, 1}));
}

}  // namespace
}  // namespace sofa::gl
