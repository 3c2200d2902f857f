// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/Image.h"
#include "Sofa/Type/AngleAxis.h"

#include <gmock/gmock.h>

#include "Sofa/GL/Capture/SavedView.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

gl::Image gradient(int width, int height, int shift = 0) {
  gl::Image image{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto v = static_cast<std::uint8_t>((x + shift) * 255 / (width + shift));
      image.rgba.insert(image.rgba.end(), {v, static_cast<std::uint8_t>(y), 100, 255});
    }
  return image;
}

TEST(ImageTest, pngKeepsEveryPixel) {
  const TemporaryFolder folder;
  const gl::Image image = gradient(37, 21);
  std::string reason;
  ASSERT_TRUE(gl::writePng(folder.file("a.png"), image, reason)) << reason;
  const gl::Image read = gl::readImage(folder.file("a.png"), reason);
  EXPECT_EQ(read.width, 37);
  EXPECT_EQ(read.rgba, image.rgba);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);  // no temporary left
}

TEST(ImageTest, whatCannotBeReadHasAReason) {
  const TemporaryFolder folder;
  std::string reason;
  EXPECT_TRUE(gl::readImage(folder.file("missing.png"), reason).empty());
  EXPECT_EQ(reason, "there is no such file");
  EXPECT_TRUE(gl::readImage(folder.path().string(), reason).empty());
  EXPECT_EQ(reason, "it is not a file");
  folder.write("text.png", "hello");
  EXPECT_TRUE(gl::readImage(folder.file("text.png"), reason).empty());
  EXPECT_THAT(reason, ::testing::HasSubstr("png"));
}

/// The first part of a png, which says how large it is; what follows it would be unpacked.
std::string pngHeader(unsigned width, unsigned height) {
  const auto number = [](unsigned n) {
    return std::string{static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
                       static_cast<char>(n)};
  };
  const std::string eightBitsOfColour("\x08\x02\0\0\0", 5);
  return std::string("\x89PNG\r\n\x1a\n", 8) + number(13) + "IHDR" + number(width) + number(height) +
         eightBitsOfColour + number(0);
}

TEST(ImageTest, anImageMayNotClaimGigabytes) {
  const TemporaryFolder folder;
  std::string reason;
  EXPECT_TRUE(gl::readImage(folder.write("bomb.png", pngHeader(12000, 12000)), reason).empty());
  EXPECT_THAT(reason, ::testing::HasSubstr("12000 x 12000 pixels, more than 67 million are not read"));
  EXPECT_TRUE(gl::readImage(folder.write("cut.png", pngHeader(8192, 8192)), reason).empty());
  EXPECT_THAT(reason, ::testing::HasSubstr("damaged"));
}

TEST(ImageTest, afailedWriteLeavesTheOldPicture) {
  const TemporaryFolder folder;
  std::string reason;
  EXPECT_FALSE(gl::writePng(folder.file("no/such/folder.png"), gradient(4, 4), reason));
  EXPECT_THAT(reason, ::testing::HasSubstr("No such file"));
  EXPECT_FALSE(gl::writePng(folder.file("empty.png"), {}, reason));
  EXPECT_FALSE(folder.has("empty.png"));
}

TEST(ImageTest, perceptualDifference) {
  const gl::Image a = gradient(64, 48), b = gradient(64, 48, 1);
  gl::Image inverted = a;
  for (std::size_t i = 0; i < inverted.rgba.size(); ++i)
    if (i % 4 != 3) inverted.rgba[i] = static_cast<std::uint8_t>(255 - inverted.rgba[i]);
  EXPECT_EQ(gl::perceptualDifference(a, a), 0);
  EXPECT_LT(gl::perceptualDifference(a, b), 0.03);
  EXPECT_GT(gl::perceptualDifference(a, inverted), 0.3);
  EXPECT_EQ(gl::perceptualDifference(a, gradient(63, 48)), 1);
  gl::Image black{8, 8, std::vector<std::uint8_t>(256, 0)}, white{8, 8, std::vector<std::uint8_t>(256, 255)};
  EXPECT_NEAR(gl::perceptualDifference(black, white), 1, 1e-3);
}

TEST(SavedViewTest, comesBack) {
  const TemporaryFolder folder;
  geometry::Camera camera, read;
  camera.position = {1, 2.5, -3e-3};
  camera.orientation = type::Quat(sofa::type::AngleAxis(0.7, type::Vec3(1, 2, 3).normalized()));
  camera.lookAt = camera.position + 4 * camera.viewDirection();
  camera.fieldOfView = 30;
  camera.orthographic = true;
  std::string reason;
  const std::string file = gl::savedViewFile(folder.file("scene.scn"));
  EXPECT_TRUE(file.ends_with("scene.scn.view"));
  ASSERT_TRUE(gl::writeView(file, camera, reason)) << reason;
  ASSERT_TRUE(gl::readView(file, read, reason)) << reason;
  EXPECT_LT((read.position - camera.position).norm(), 1e-12);
  EXPECT_LT((read.lookAt - camera.lookAt).norm(), 1e-9);
  EXPECT_LT(read.orientation.angularDistance(camera.orientation), 1e-9);
  EXPECT_EQ(read.fieldOfView, 30);
  EXPECT_TRUE(read.orthographic);
}

TEST(SavedViewTest, viewsWithNamesLieBesideTheScene) {
  const TemporaryFolder folder;
  const std::string scene = folder.file("scene.scn");
  for (const char* bad : {"", "a/b", ".hidden", "a\nb", "qglviewer"}) EXPECT_EQ(gl::savedViewFile(scene, bad), "");
  EXPECT_TRUE(gl::savedViewFile(scene, "from above").ends_with("/scene.scn.from above.view"));
  std::string reason;
  for (const char* name : {"top", "from above", "a.b"})
    ASSERT_TRUE(gl::writeView(gl::savedViewFile(scene, name), {}, reason)) << reason;
  ASSERT_TRUE(gl::writeView(gl::savedViewFile(scene), {}, reason)) << reason;
  folder.write("other.scn.top.view", "");
  folder.write("scene.scn.qglviewer.view", "");
  EXPECT_EQ(gl::savedViewNames(scene), (std::vector<std::string>{"a.b", "from above", "top"}));
  EXPECT_TRUE(gl::savedViewNames("/no/such/folder/scene.scn").empty());
}

// A camera turned by 90 degrees about y looks along -x. It sees the origin 5 in front, 1 to the right, 2 below: the eye
// is at (5, 2, 1), since its right is -z.
TEST(SavedViewTest, readsTwoLinesOfNumbers) {
  const TemporaryFolder folder;
  geometry::Camera camera;
  camera.fieldOfView = 33;
  std::string reason;
  ASSERT_TRUE(gl::readView(folder.write("old.view", "1 -2 -5\n0 1 0 1\n"), camera, reason)) << reason;
  EXPECT_LT((camera.position - type::Vec3(5, 2, 1)).norm(), 1e-12);
  EXPECT_LT((camera.viewDirection() - type::Vec3(-1, 0, 0)).norm(), 1e-12);
  EXPECT_LT((camera.lookAt - type::Vec3(0, 2, 1)).norm(), 1e-12);
  EXPECT_EQ(camera.fieldOfView, 33);
}

TEST(SavedViewTest, badFilesChangeNothing) {
  const TemporaryFolder folder;
  std::string reason;
  const auto fails = [&](const std::string& content) {
    geometry::Camera camera;
    camera.position = {7, 7, 7};
    const bool read = gl::readView(folder.write("bad.view", content), camera, reason);
    return !read && camera.position == type::Vec3(7, 7, 7);
  };
  for (const char* text :
       {"no xml", "", "1 2 3\n0 0 0 0\n", "1 2 3\n0 0 0", "1 2 3\n0 0 0 1 5\n", "1 2 nan\n0 0 0 1\n"}) {
    EXPECT_TRUE(fails(text)) << text;
    EXPECT_THAT(reason, ::testing::HasSubstr("two lines of numbers"));
  }
  EXPECT_TRUE(fails("<View/>"));
  EXPECT_THAT(reason, ::testing::HasSubstr("<Camera>"));
  EXPECT_TRUE(fails("<Camera><position value='1 2'/></Camera>"));
  EXPECT_THAT(reason, ::testing::HasSubstr("position"));
  EXPECT_TRUE(fails("<Camera><orientation value='0 0 0 0'/></Camera>"));
  EXPECT_TRUE(fails("<Camera><fieldOfView value='nan'/></Camera>"));
  EXPECT_TRUE(fails("<Camera><projectionType value='2'/></Camera>"));
  geometry::Camera camera;
  EXPECT_FALSE(gl::readView(folder.file("missing.view"), camera, reason));
  EXPECT_FALSE(gl::writeView(folder.file("no/folder.view"), camera, reason));
}

}  // namespace
}  // namespace sofa::tests
