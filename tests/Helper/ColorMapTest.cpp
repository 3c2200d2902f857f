// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/ColorMap.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sofa::helper {
namespace {

void expectColor(const type::Color& c, float r, float g, float b, float tolerance = 1e-6f) {
  EXPECT_NEAR(c.r, r, tolerance);
  EXPECT_NEAR(c.g, g, tolerance);
  EXPECT_NEAR(c.b, b, tolerance);
}

TEST(ColorMapTest, blueToRedHasGreenInTheMiddle) {
  ColorMap map("Blue to Red");
  map.setRange(0, 1);
  expectColor(map(0), 0, 0, 1);
  expectColor(map(1), 1, 0, 0);
  expectColor(map(0.5), 0, 1, 0, 0.01f);
}

TEST(ColorMapTest, hsvEndsWithRedAgain) {
  const ColorMap map("HSV", 7);  // 60 degrees apart
  const auto& p = map.palette();
  expectColor(p[0], 1, 0, 0);
  expectColor(p[1], 1, 1, 0);
  expectColor(p[2], 0, 1, 0);
  expectColor(p[3], 0, 1, 1);
  expectColor(p[4], 0, 0, 1);
  expectColor(p[5], 1, 0, 1);
  expectColor(p[6], 1, 0, 0);
}

TEST(ColorMapTest, mixedSchemesStopOneEntryShort) {
  const ColorMap map("Red to Yellow", 4);
  expectColor(map.palette()[1], 1, 0.25f, 0);
  expectColor(map.palette()[3], 1, 0.75f, 0);
}

TEST(ColorMapTest, oneChannelGoesFromDarkToLight) {
  const ColorMap map("Green", 10), inverse("GreenInv", 10);
  expectColor(map.palette()[0], 0, 0.3f, 0);
  expectColor(map.palette()[4], 0, 0.3f + 1.4f * 0.4f, 0);
  expectColor(map.palette()[6], 0.14f, 1, 0.14f);
  expectColor(inverse.palette()[0], 0.7f, 1, 0.7f);
  expectColor(inverse.palette()[6], 0, 1 - 0.14f, 0);
}

TEST(ColorMapTest, beyondTheRangeTheEndsHold) {
  ColorMap map("Red to Blue", 3);
  map.setRange(10, 20);
  expectColor(map(-5), 1, 0, 0);
  expectColor(map(25), 0, 0, 1);
  expectColor(map(std::nan("")), 1, 0, 0);
  map.setRange(2, 2);
  expectColor(map(3), 1, 0, 0);
}

TEST(ColorMapTest, everySchemeHasTheEntriesAskedFor) {
  for (const auto& name : ColorMap::schemes()) {
    if (name == "Custom") continue;
    for (const std::size_t n : {2u, 3u, 255u, 256u}) EXPECT_EQ(ColorMap(name, n).palette().size(), n) << name;
  }
  EXPECT_EQ(ColorMap("no such scheme", 5).palette().size(), 5u);
}

/// Relative luminance of sRGB (IEC 61966-2-1).
double luminance(const type::Color& c) {
  const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

TEST(ColorMapTest, perceptualMapsGetSteadilyLighter) {
  for (const char* name : {"viridis", "plasma"}) {
    const ColorMap map(name);
    ASSERT_EQ(map.palette().size(), 256u);
    double before = -1, greatest = 0;
    for (const auto& color : map.palette()) {
      const double lightness = 116 * std::cbrt(luminance(color)) - 16;  // CIE L*
      EXPECT_GT(lightness, before) << name;
      if (before >= 0) greatest = std::max(greatest, lightness - before);
      before = lightness;
    }
    EXPECT_LT(greatest, 0.6) << name;  // of some 76 to 90 over 255 steps
  }
  const ColorMap map(ColorMap::perceptual);
  expectColor(map(0), 0.267f, 0.005f, 0.329f);
  expectColor(map(1), 0.993f, 0.906f, 0.144f);
  // Scenes may write schemes as numbers: those of SOFA keep theirs.
  EXPECT_EQ(ColorMap::schemes().at(19), "Custom");
}

}  // namespace
}  // namespace sofa::helper
