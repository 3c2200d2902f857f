// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/VtkFile.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>

#include "MeshExpectations.h"

namespace sofa::helper::mesh {
namespace {

using ::testing::ElementsAre;
using testing::errorOf;
using testing::flat;
using ::testing::HasSubstr;
using testing::Indices;
using testing::indices;
using ::testing::IsEmpty;

const std::string header = "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET ";
const std::string grid = header + "UNSTRUCTURED_GRID\n";
const std::string cube = "POINTS 8 float\n0 0 0 1 0 0 0 1 0 1 1 0\n0 0 1 1 0 1 0 1 1 1 1 1\n";

TEST(VtkFile, ReadsTheCellsOfALegacyGrid) {
  const auto mesh =
      readVtk(grid + cube +
                  "CELLS 7 37\n1 5\n2 6 1\n3 0 1 2\n4 0 1 2 3\n4 0 1 2 4\n8 0 1 2 3 4 5 6 7\n8 0 1 3 2 4 5 7 6\n"
                  "CELL_TYPES 7\n1 3 5 8 10 11 12\n",
              {});
  EXPECT_THAT(flat(mesh.positions),
              ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1));
  EXPECT_EQ(indices(mesh.edges), (Indices{{6, 1}}));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_EQ(indices(mesh.quads), (Indices{{0, 1, 3, 2}}));  // a pixel
  EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{0, 1, 2, 4}}));
  EXPECT_EQ(indices(mesh.hexahedra), (Indices{{0, 1, 3, 2, 4, 5, 7, 6}, {0, 1, 3, 2, 4, 5, 7, 6}}));  // a voxel first
}

TEST(VtkFile, SplitsStripsAndPolygons) {
  const auto mesh = readVtk(grid + cube + "CELLS 2 11\n4 0 1 2 3\n5 0 1 3 7 2\nCELL_TYPES 2\n6 7\n", {});
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 2, 1}, {1, 2, 3}, {0, 1, 3}, {0, 3, 7}, {0, 7, 2}}));
  const auto surface = readVtk(header + "POLYDATA\n" + cube + "POLYGONS 3 15\n3 0 1 2\n4 0 1 3 2\n5 0 1 3 7 2\n", {});
  EXPECT_EQ(indices(surface.triangles), (Indices{{0, 1, 2}, {0, 1, 3}, {0, 3, 7}, {0, 7, 2}}));
  EXPECT_EQ(indices(surface.quads), (Indices{{0, 1, 3, 2}}));
}

TEST(VtkFile, ReadsQuadraticElements) {
  const auto mesh = readVtk(grid + cube + "CELLS 2 11\n6 2 1 0 3 4 5\n3 0 1 4\nCELL_TYPES 2\n22 21\n", {});
  EXPECT_EQ(indices(mesh.triangles), (Indices{{2, 1, 0}}));
  EXPECT_EQ(indices(mesh.edges), (Indices{{1, 2}, {0, 1}, {0, 2}}));
  EXPECT_EQ(indices(mesh.highOrderEdgePositions), (Indices{{3, 0, 1, 1}, {4, 1, 1, 1}, {5, 2, 1, 1}}));
}

TEST(VtkFile, ReadsPrismsAndPyramids) {
  const std::string points = "POINTS 7 float\n0 0 0 1 0 0 0 1 0 0 0 1 1 0 1 0 1 1 0 0 2\n";
  const auto mesh =
      readVtk(grid + points + "CELLS 3 20\n6 0 1 2 3 4 5\n6 3 4 5 0 1 2\n5 0 1 4 3 2\nCELL_TYPES 3\n13 13 14\n", {});
  EXPECT_EQ(indices(mesh.prisms), (Indices{{0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}})) << "the second one is turned";
  EXPECT_EQ(indices(mesh.pyramids), (Indices{{0, 1, 4, 3, 2}}));
  EXPECT_THAT(mesh.errors, IsEmpty());
}

// Whatever stands beside it, a tetrahedron is read, in both formats; elements of high order count by their corners.
TEST(VtkFile, CellsOfOneKindDoNotLoseTheOthers) {
  for (int type = 0; type <= 90; ++type) {
    std::string nodes;
    for (int i = 0; i < 27; ++i) nodes += fmt::format(" {}", i % 8);
    const auto mesh =
        readVtk(grid + cube + fmt::format("CELLS 2 33\n27{}\n4 0 1 2 4\nCELL_TYPES 2\n{} 10\n", nodes, type), {});
    EXPECT_EQ(indices(mesh.tetrahedra).back(), (std::vector<type::Index>{0, 1, 2, 4})) << type;
    const bool isMade = mesh.cellCount() > 1 || type <= 2;
    EXPECT_EQ(mesh.errors.size(), isMade ? 0u : 1u) << type;
    const auto xml = readVtk(
        fmt::format("<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece><Points><DataArray type=\"Float64\">"
                    "0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1</DataArray></Points><Cells>"
                    "<DataArray type=\"Int32\" Name=\"connectivity\">{} 0 1 2 4</DataArray><DataArray type=\"Int32\" "
                    "Name=\"offsets\">27 31</DataArray><DataArray type=\"Int32\" Name=\"types\">{} 10</DataArray>"
                    "</Cells></Piece></UnstructuredGrid></VTKFile>",
                    nodes, type),
        {});
    EXPECT_EQ(xml.cellCount(), mesh.cellCount()) << type;
    EXPECT_EQ(xml.errors, mesh.errors) << type;
  }
  const auto mesh = readVtk(grid + cube + "CELLS 2 4\n1 0\n1 1\nCELL_TYPES 2\n42 42\n", {});
  EXPECT_THAT(mesh.errors, ElementsAre(HasSubstr("Unsupported cell type 42 (VTK's number): 2 cells are left out")));
}

TEST(VtkFile, ElementsOfHighOrderGiveTheirCorners) {
  std::string points = "POINTS 27 float\n";
  for (int i = 0; i < 27; ++i) points += fmt::format("{} {} {}\n", i % 3, i / 3 % 3, i / 9);
  for (const auto& [type, count] : {std::pair(25, 20), {29, 27}, {72, 27}, {79, 27}}) {
    std::string nodes;
    for (int i = 0; i < count; ++i) nodes += fmt::format(" {}", i);
    const auto mesh =
        readVtk(grid + points + fmt::format("CELLS 1 {}\n{}{}\nCELL_TYPES 1\n{}\n", count + 1, count, nodes, type), {});
    EXPECT_EQ(indices(mesh.hexahedra), (Indices{{0, 1, 2, 3, 4, 5, 6, 7}})) << type;
    EXPECT_TRUE(mesh.isOfHighOrder) << type;
  }
}

TEST(VtkFile, KeepsArrays) {
  const auto mesh = readVtk(header +
                                "POLYDATA\nPOINTS 2 double\n0 0 0 1 0 0\nPOINT_DATA 2\nSCALARS heat int 1\n"
                                "LOOKUP_TABLE default\n7 8\nNORMALS n float\n0 0 1 0 1 0\nVECTORS speed double\n"
                                "1 2 3 4 5 6\nCELL_DATA 1\nFIELD fields 1\npair 2 1 double\n0.5 1.5\n",
                            {});
  EXPECT_THAT(flat(mesh.normals), ElementsAre(0, 0, 1, 0, 1, 0));
  ASSERT_EQ(mesh.pointData.size(), 2u);
  EXPECT_EQ(mesh.pointData[0].name, "heat");
  EXPECT_TRUE(mesh.pointData[0].integral);
  EXPECT_THAT(mesh.pointData[0].values, ElementsAre(7, 8));
  EXPECT_EQ(mesh.pointData[1].components, 3u);
  ASSERT_EQ(mesh.cellData.size(), 1u);
  EXPECT_THAT(mesh.cellData[0].values, ElementsAre(0.5, 1.5));
}

std::string binaryTriangle(bool bigEndian) {
  std::string bytes = "# vtk DataFile Version 3.0\ntitle\nBINARY\nDATASET POLYDATA\nPOINTS 3 float\n";
  const auto add = [&](std::uint32_t value) {
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (bigEndian ? 24 - 8 * i : 8 * i) & 255);
  };
  for (const float x : {0.f, 0.f, 0.f, 1.5f, 0.f, 0.f, 0.f, -2.f, 0.25f}) add(std::bit_cast<std::uint32_t>(x));
  bytes += "\nPOLYGONS 1 4\n";
  for (const std::uint32_t i : {3u, 0u, 1u, 2u}) add(i);
  return bytes + "\n";
}

TEST(VtkFile, ReadsBinaryDataOfEitherByteOrder) {
  for (const bool bigEndian : {true, false}) {
    const auto mesh = readVtk(binaryTriangle(bigEndian), {});
    EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1.5, 0, 0, 0, -2, 0.25));
    EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
    EXPECT_EQ(mesh.warnings.size(), bigEndian ? 0u : 1u);
  }
  EXPECT_THAT(readVtk(binaryTriangle(false), {.forceLittleEndian = true}).warnings, IsEmpty());
}

TEST(VtkFile, ReadsTheOffsetsOfVersion5) {
  const auto mesh = readVtk("# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\n" + cube +
                                "METADATA\nINFORMATION 1\nNAME L2_NORM_RANGE LOCATION vtkDataArray\nDATA 2 0 1\n\n"
                                "POLYGONS 3 7\nOFFSETS vtktypeint64\n0 3 7\nCONNECTIVITY vtktypeint64\n0 1 2 0 1 3 2\n",
                            {});
  EXPECT_EQ(indices(mesh.triangles), (Indices{{0, 1, 2}}));
  EXPECT_EQ(indices(mesh.quads), (Indices{{0, 1, 3, 2}}));
}

std::string vtu(const std::string& connectivity, const std::string& format = "ascii") {
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\">\n<UnstructuredGrid><Piece "
         "NumberOfPoints=\"4\">\n"
         "<Points><DataArray type=\"Float64\" format=\"" +
         format +
         "\">0 0 0 1 0 0 0 1 0 0 0 1.5</DataArray></Points>\n"
         "<Cells>\n<DataArray type=\"Int32\" Name=\"connectivity\">" +
         connectivity +
         "</DataArray>\n"
         "<DataArray type=\"Int32\" Name=\"offsets\">4 7</DataArray>\n"
         "<DataArray type=\"UInt8\" Name=\"types\">10 5</DataArray>\n</Cells></Piece></UnstructuredGrid></VTKFile>\n";
}

TEST(VtkFile, ReadsXmlGrids) {
  const auto mesh = readVtk(vtu("0 1 2 3 2 1 0"), {});
  EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1.5));
  EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{0, 1, 2, 3}}));
  EXPECT_EQ(indices(mesh.triangles), (Indices{{2, 1, 0}}));
}

TEST(VtkFile, FloatsOfTheLegacyFormatAreOfSinglePrecision) {
  std::string text = vtu("0 1 2 3 2 1 0");
  text.replace(text.find("Float64"), 7, "Float32");
  text.replace(text.find("1.5<"), 3, "0.1");
  EXPECT_EQ(readVtk(text, {}).positions[3].z(), 0.1) << "as it is written";
  text.replace(text.find("Float32"), 7, "Float64");
  EXPECT_EQ(readVtk(text, {}).positions[3].z(), 0.1);
  const auto legacy = readVtk(grid + "POINTS 1 float\n0.1 0 0\nCELLS 0 0\nCELL_TYPES 0\n", {});
  EXPECT_EQ(legacy.positions[0].x(), static_cast<double>(0.1f));
}

/// A tetrahedron and a triangle with a field, as VTK 9.1 writes them in each of its binary forms. `arrays` are those of
/// heat, points, connectivity, offsets and types: texts, or the offsets of them in `appended`.
std::string binaryVtu(const std::string& attributes, const std::array<std::string, 5>& arrays,
                      const std::string& appended = "") {
  const auto array = [&](std::size_t i, const std::string& name) {
    return "<DataArray " + name +
           (appended.empty() ? " format=\"binary\">\n" + arrays[i] + "\n"
                             : " format=\"appended\" offset=\"" + arrays[i] + "\">") +
           "</DataArray>\n";
  };
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" " + attributes +
         ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"4\" NumberOfCells=\"2\">\n<PointData>\n" +
         array(0, "type=\"Float32\" Name=\"heat\"") + "</PointData>\n<Points>\n" +
         array(1, "type=\"Float32\" Name=\"Points\" NumberOfComponents=\"3\"") + "</Points>\n<Cells>\n" +
         array(2, "type=\"Int64\" Name=\"connectivity\"") + array(3, "type=\"Int64\" Name=\"offsets\"") +
         array(4, "type=\"UInt8\" Name=\"types\"") + "</Cells>\n</Piece>\n</UnstructuredGrid>\n" +
         (appended.empty() ? "" : "<AppendedData encoding=\"base64\">\n _" + appended + "\n</AppendedData>\n") +
         "</VTKFile>\n";
}

const std::array<std::string, 5> plainArrays = {
    "EAAAAAAAAAAAAIA+AAAAPwAAQD8=", "MAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAADAPw==",
    "OAAAAAAAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAMAAAAAAAAAAgAAAAAAAAABAAAAAAAAAAAAAAAAAAAA",
    "EAAAAAQAAAAAAAAABwAAAAAAAAA=", "AgAAAAoF"};
const std::array<std::string, 5> packedArrays = {
    "AAAAAAAAAAEAAAAAAAAAIAAAAAAAAAAQAAAAAAAAABY=eF5jYGBgsGtgYLAH0vYODAwADCwBfQ==",
    "AAAAAAAAAAIAAAAAAAAAIAAAAAAAAAAQAAAAAAAAABIAAAAAAAAADw==eF5jYEAA+wYGFADiAwARCAF/eF5jYEAA+wMMDAADTAEA",
    "AAAAAAAAAAIAAAAAAAAAIAAAAAAAAAAYAAAAAAAAABIAAAAAAAAAEg==eF5jYEABjFCaCUozAwAARgAHeF5jYAADJgjFwAilGQAAQwAE",
    "AAAAAAAAAAEAAAAAAAAAIAAAAAAAAAAQAAAAAAAAABA=eF5jYAADFgjFwA4AADsADA==",
    "AAAAAAAAAAEAAAAAAAAAIAAAAAAAAAACAAAAAAAAAAo=eF7jYgUAABsAEA=="};
const std::array<std::string, 5> offsets = {"0", "72", "168", "272", "336"};
const std::string packed =
    "AQAAAAAAAAAgAAAAAAAAABAAAAAAAAAAFAAAAAAAAAA=eF5jYACBBjsgYc/A4GAPAAk4AX0="
    "AgAAAAAAAAAgAAAAAAAAABAAAAAAAAAAEQAAAAAAAAANAAAAAAAAAA==eF5jYEAGDfYoXCAfAA6OAX94XmNgQAYH7AEBzwEA"
    "AgAAAAAAAAAgAAAAAAAAABgAAAAAAAAAEwAAAAAAAAAPAAAAAAAAAA==eF5jYIAARijNBKWZoTQAAHAAB3heY2KAAEYGVAAAAFgABA=="
    "AQAAAAAAAAAgAAAAAAAAABAAAAAAAAAADgAAAAAAAAA=eF5jYYAAdigNAACIAAw="
    "AQAAAAAAAAAgAAAAAAAAAAIAAAAAAAAACgAAAAAAAAA=eF7jYgUAABsAEA==";
const std::string narrow = "byte_order=\"LittleEndian\" header_type=\"UInt32\"",
                  wide = "byte_order=\"LittleEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"",
                  wideBig = "byte_order=\"BigEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"";

TEST(VtkFile, ReadsBinaryXmlArrays) {
  for (const auto& text :
       {binaryVtu(narrow, plainArrays), binaryVtu(wideBig, packedArrays), binaryVtu(wide, offsets, packed)}) {
    const auto mesh = readVtk(text, {});
    EXPECT_THAT(flat(mesh.positions), ElementsAre(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1.5));
    EXPECT_EQ(indices(mesh.tetrahedra), (Indices{{0, 1, 2, 3}}));
    EXPECT_EQ(indices(mesh.triangles), (Indices{{2, 1, 0}}));
    ASSERT_EQ(mesh.pointData.size(), 1u);
    EXPECT_THAT(mesh.pointData[0].values, ElementsAre(0, 0.25, 0.5, 0.75));
  }
}

TEST(VtkFile, RefusesDamagedBinaryXmlArrays) {
  const auto error = [](const std::string& text) { return errorOf([&] { readVtk(text, {}); }); };
  auto arrays = plainArrays;
  arrays[1] = "MAAAAAAA";
  EXPECT_THAT(error(binaryVtu(narrow, arrays)), HasSubstr("line 11: the DataArray \"Points\": its binary data end"));
  arrays[1] = "/////wAA";
  EXPECT_THAT(error(binaryVtu(narrow, arrays)), HasSubstr("end too early"));
  arrays = packedArrays;
  arrays[1].replace(arrays[1].find("+wYG"), 4, "/wYG");
  EXPECT_THAT(error(binaryVtu(wideBig, arrays)), HasSubstr("damaged"));
  EXPECT_THAT(error(binaryVtu("header_type=\"UInt64\" compressor=\"vtkLZ4DataCompressor\"", packedArrays)),
              HasSubstr("compressor \"vtkLZ4DataCompressor\"; only vtkZLibDataCompressor"));
  auto far = offsets;
  far[1] = "100000";
  EXPECT_THAT(error(binaryVtu(wide, far, packed)), HasSubstr("offset=\"100000\" is not within"));
}

TEST(VtkFile, NamesTheLineOfWhatIsWrong) {
  const auto error = [](const std::string& text) { return errorOf([&] { readVtk(text, {}); }); };
  EXPECT_THAT(error(""), HasSubstr("line 1"));
  EXPECT_THAT(error(header + "STRUCTURED_GRID\n"), HasSubstr("Dataset format not implemented"));
  EXPECT_THAT(error(grid + "POINTS 2 float\n0 0 0 1 x 0\n"), HasSubstr("line 6: \"x\""));
  EXPECT_THAT(error(grid + "POINTS 100000000 float\n0\n"), HasSubstr("are announced"));
  EXPECT_THAT(error(grid + cube + "CELLS 1 4\n3 0 1 8\nCELL_TYPES 1\n5\n"), HasSubstr("node 8 of a cell"));
  EXPECT_THAT(error(grid + cube + "CELLS 1 4\n4 0 1 2\nCELL_TYPES 1\n5\n"), HasSubstr("cell 0 reaches beyond"));
  EXPECT_THAT(error(grid + cube + "CELLS 1 3\n2 0 1\nCELL_TYPES 1\n5\n"), HasSubstr("2 nodes where 3 are needed"));
  EXPECT_THAT(error(grid + cube + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n13\n"), HasSubstr("3 nodes where 6 are needed"));
  EXPECT_THAT(error(binaryTriangle(true).substr(0, 100)), HasSubstr("more than the file holds"));
  EXPECT_THAT(error(vtu("0 1 2 3 2 1 0", "appended")), HasSubstr("line 4: offset=\"\" is not within the 0 bytes"));
  EXPECT_THAT(error(vtu("0 1 2 3 2 1 0", "roman")), HasSubstr("line 4: the DataArray has format \"roman\""));
  EXPECT_THAT(error(vtu("0 1 2 3 2 1")), HasSubstr("cell 1 reaches beyond the 6 node numbers"));
  EXPECT_THAT(error(vtu("0 1 2 3 2 1 four")), HasSubstr("line 6: \"four\""));
  EXPECT_NE(error(vtu("0 1 2 3 2 1 0").substr(0, 200)), "");
}

}  // namespace
}  // namespace sofa::helper::mesh
