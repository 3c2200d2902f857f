// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/Component/IO/MatrixText.h"
#include "Sofa/Component/LinearSystem/GlobalSystemMatrixImage.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using namespace component::io;

/// Two points of 3.25 kg without forces: the matrix is diagonal.
std::string scene(const std::string& exporter, const std::string& system = "") {
  return "<EulerImplicitSolver/>" + system + "<SparseLDLSolver/><MechanicalObject template='Vec1d' position='0 1'/>" +
         "<UniformMass vertexMass='3.25'/>" + exporter;
}

TEST(GlobalSystemMatrixExporter, WritesRowsInBrackets) {
  const TemporaryFolder folder;
  const Scene s(
      scene("<GlobalSystemMatrixExporter filename='" + folder.file("A") + "' exportEveryNumberOfSteps='2'/>"));
  s.step(5);
  EXPECT_EQ(folder.read("A00001.txt"), "[\n[ 3.25 0 ]\n[ 0 3.25 ]\n ]");
  EXPECT_TRUE(folder.has("A00002.txt"));
  EXPECT_FALSE(folder.has("A00003.txt"));
}

TEST(GlobalSystemMatrixExporter, WritesCommas) {
  const TemporaryFolder folder;
  const Scene s(scene("<GlobalSystemMatrixExporter filename='" + folder.file("A") +
                      "' exportEveryNumberOfSteps='1' format='csv' precision='2'/>"));
  s.step();
  EXPECT_EQ(folder.read("A00001.csv"), "3.2,0\n0,3.2\n");
}

TEST(GlobalSystemMatrixExporter, FindsASystemBeforeItAndAfterIt) {
  const TemporaryFolder folder;
  const Scene s("<GlobalSystemMatrixExporter exportEveryNumberOfSteps='1' filename='" + folder.file("A") + "'/>" +
                scene("", "<MatrixLinearSystem name='system'/>"));
  s.step();
  EXPECT_TRUE(folder.has("A00001.txt"));
}

TEST(GlobalSystemMatrixExporter, ReportsBadInput) {
  const TemporaryFolder folder;
  folder.write("file", "");
  const auto errors = [&](const std::string& text, const std::string& part) {
    const CapturedMessages messages;
    const Scene s(text);
    s.step(3);
    return messages.errors(part) + messages.warnings(part);
  };
  EXPECT_EQ(errors("<GlobalSystemMatrixExporter exportEveryNumberOfSteps='1'/>", "No assembled linear system"), 1u);
  EXPECT_EQ(errors(scene("<GlobalSystemMatrixExporter precision='40'/>"), "precision"), 1u);
  EXPECT_EQ(errors(scene("<GlobalSystemMatrixExporter exportEveryNumberOfSteps='3' filename='" + folder.file("file/A") +
                         "'/>"),
                   "cannot be"),
            1u);
  EXPECT_GE(errors(scene("<GlobalSystemMatrixExporter format='gif'/>"), "gif"), 1u);
}

TEST(GlobalSystemMatrixExporter, WritesPngInThePlaceOfJpeg) {
  for (const std::string format : {"jpg", "jpeg"}) {
    const TemporaryFolder folder;
    const CapturedMessages messages;
    const Scene s(scene("<GlobalSystemMatrixExporter filename='" + folder.file("A") +
                        "' exportEveryNumberOfSteps='1' format='" + format + "'/>"));
    s.step();
    EXPECT_EQ(folder.read("A00001.png").substr(1, 3), "PNG");
    EXPECT_EQ(messages.errors(), 0u);
    EXPECT_EQ(messages.warnings("png files are written"), 1u);
  }
}

/// Not zero at (0, 0) and (0, 2) of a 2 x 3 matrix; the zero that is stored at (1, 1) is white.
linearalgebra::BlockMatrix wide() {
  auto a = test::withPattern(1, {{0, 2}, {1}}, 3);
  a.block(0)[0] = 5;
  a.block(1)[0] = -1;
  return a;
}
const std::vector<unsigned char> wideImage = {255, 255, 255, 0, 255, 0};

TEST(MatrixText, PaintsRowZeroAtTheBottom) { EXPECT_EQ(pixels(wide()), wideImage); }

TEST(MatrixText, WritesZerosToo) {
  EXPECT_EQ(bracketText(wide(), 6), "[\n[ 5 0 -1 ]\n[ 0 0 0 ]\n ]");
  EXPECT_EQ(csvText(wide(), 6), "5,0,-1\n0,0,0\n");
}

TEST(MatrixText, ReadsBlocksByColumns) {
  Eigen::Matrix2d block;
  block << 1, 2, 3, 4;
  EXPECT_EQ(csvText(test::fromDense(2, block), 6), "1,2\n3,4\n");
}

TEST(MatrixText, WritesBitmaps) {
  const std::string file = bmpFile(3, 2, wideImage);
  ASSERT_EQ(file.size(), 54u + 1024 + 8);
  EXPECT_EQ(file.substr(0, 2), "BM");
  const auto number = [&](std::size_t at) {
    std::uint32_t value;
    std::memcpy(&value, file.data() + at, 4);
    return value;
  };
  EXPECT_EQ(number(2), file.size());
  EXPECT_EQ(number(10), 54u + 1024);
  EXPECT_EQ(number(18), 3u);
  EXPECT_EQ(number(22), 2u);
  EXPECT_EQ(file.substr(54 + 1024), std::string("\0\xff\0\0\xff\xff\xff\0", 8));  // from the bottom, 4 bytes a row
}

TEST(MatrixText, WritesTarga) {
  const std::string file = tgaFile(3, 2, wideImage);
  ASSERT_EQ(file.size(), 18u + 6);
  EXPECT_EQ(file[2], 3);
  EXPECT_EQ(file[12], 3);
  EXPECT_EQ(file[14], 2);
  EXPECT_EQ(file.substr(18), std::string("\xff\xff\xff\0\xff\0", 6));
}

TEST(MatrixText, WritesPortableNetworkGraphics) {
  const std::string file = pngFile(3, 2, wideImage);
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(file.substr(12, 4), "IHDR");
  EXPECT_EQ(file[19], 3);
  EXPECT_EQ(file[23], 2);
  // Every chunk is followed by the checksum of its type and data.
  std::size_t at = 8;
  std::string packed;
  const auto number = [&](std::size_t i) {
    std::uint32_t value = 0;
    for (int b = 0; b < 4; ++b) value = value << 8 | static_cast<unsigned char>(file[i + b]);
    return value;
  };
  while (at < file.size()) {
    const std::uint32_t length = number(at);
    const auto* body = reinterpret_cast<const Bytef*>(file.data() + at + 4);
    EXPECT_EQ(number(at + 8 + length), crc32(0, body, length + 4));
    if (file.substr(at + 4, 4) == "IDAT") packed = file.substr(at + 8, length);
    at += 12 + length;
  }
  EXPECT_EQ(at, file.size());
  std::string rows(8, 'x');
  uLongf size = rows.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       packed.size()),
            Z_OK);
  EXPECT_EQ(rows, std::string("\0\xff\xff\xff\0\0\xff\0", 8));
}

TEST(GlobalSystemMatrixImage, ShowsThePattern) {
  const Scene s(scene("<GlobalSystemMatrixImage name='image'/>"));
  auto& image = s.first<component::linearsystem::GlobalSystemMatrixImage>();
  EXPECT_EQ(image.d_bitmap.value(), "invalid matrix");
  s.step();
  EXPECT_EQ(image.d_bitmap.value(), "P1\n2 2\n10\n01\n");
}

TEST(GlobalSystemMatrixImage, SumsUpLargeMatrices) {
  EXPECT_EQ(component::linearsystem::patternBitmap(wide()), "P1\n3 2\n101\n000\n");
  EXPECT_EQ(component::linearsystem::patternBitmap(wide(), 2), "P1\n2 1\n11\n");
}

TEST(GlobalSystemMatrixImage, NeedsALinearSystem) {
  const CapturedMessages messages;
  const Scene s("<GlobalSystemMatrixImage/>");
  EXPECT_EQ(messages.errors("No linear system"), 1u);
}

}  // namespace
}  // namespace sofa::tests
