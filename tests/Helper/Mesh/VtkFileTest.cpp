#include "Sofa/Helper/Mesh/VtkFile.h"

#include "Helper/Mesh/MeshMatchers.h"

namespace sofa::helper::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::Elements;
using tests::plain;
using tests::refusal;

std::string legacy(const std::string& body, const char* kind = "ASCII") {
  return "# vtk DataFile Version 3.0\ntitle\n" + std::string(kind) + "\nDATASET UNSTRUCTURED_GRID\n" + body;
}

std::string points(int count) {
  std::string text = "POINTS " + std::to_string(count) + " double\n";
  for (int i = 0; i < count; ++i) text += std::to_string(i) + " 0 0\n";
  return text;
}

template <class T>
std::string bytesOf(std::initializer_list<T> values, bool bigEndian) {
  std::string all;
  for (const T value : values) {
    std::string one(reinterpret_cast<const char*>(&value), sizeof(T));
    all += bigEndian ? std::string(one.rbegin(), one.rend()) : one;
  }
  return all;
}

TEST(VtkFile, CellTypes) {
  const auto mesh = readVtk(
      legacy(points(8) +
             "CELLS 8 39\n8 0 1 2 3 4 5 6 7\n4 0 1 2 3\n5 0 1 2 3 4\n4 0 1 2 3\n2 5 6\n3 1 2 3\n1 0\n4 4 5 6 7\n"
             "CELL_TYPES 8\n11 8 6 10 3 5 1 9\n"),
      {});
  EXPECT_EQ(plain(mesh.hexahedra), (Elements{{0, 1, 3, 2, 4, 5, 7, 6}})) << "voxel";
  EXPECT_EQ(plain(mesh.quads), (Elements{{0, 1, 3, 2}, {4, 5, 6, 7}})) << "pixel, quad";
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 2, 1}, {1, 2, 3}, {2, 4, 3}, {1, 2, 3}})) << "strip, triangle";
  EXPECT_EQ(plain(mesh.tetrahedra), (Elements{{0, 1, 2, 3}}));
  EXPECT_EQ(plain(mesh.edges), (Elements{{5, 6}}));
}

TEST(VtkFile, QuadraticTetrahedronsShareEdges) {
  const auto mesh = readVtk(
      legacy(points(14) + "CELLS 2 22\n10 0 1 2 3 4 5 6 7 8 9\n10 0 1 2 10 4 5 6 11 12 13\nCELL_TYPES 2\n24 24\n"), {});
  EXPECT_EQ(mesh.tetrahedra.size(), 2u);
  EXPECT_EQ(plain(mesh.edges), (Elements{{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}, {0, 10}, {1, 10}, {2, 10}}));
  EXPECT_EQ(mesh.highOrderEdgePositions[3], (IndexArray<4>{7, 3, 1, 1}));
}

TEST(VtkFile, LayoutOfVersion5) {
  const auto mesh = readVtk(
      legacy(points(4) +
             "CELLS 3 7\nOFFSETS vtktypeint64\n0 3 7\nCONNECTIVITY vtktypeint64\n0 1 2 0 1 2 3\nCELL_TYPES 2\n5 10\n"),
      {});
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 2}}));
  EXPECT_EQ(plain(mesh.tetrahedra), (Elements{{0, 1, 2, 3}}));
}

TEST(VtkFile, BinaryInEitherByteOrder) {
  for (const bool big : {true, false}) {
    const auto mesh = readVtk(legacy("POINTS 3 float\n" + bytesOf<float>({0, 0, 0, 1.5f, 0, 0, 0, 1, 0}, big) +
                                         "\nCELLS 1 4\n" + bytesOf<std::int32_t>({3, 0, 1, 2}, big) +
                                         "\nCELL_TYPES 1\n" + bytesOf<std::int32_t>({5}, big) + "\n",
                                     "BINARY"),
                              {});
    EXPECT_EQ(mesh.positions[1], type::Vec3(1.5, 0, 0));
    EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 2}}));
    EXPECT_EQ(mesh.warnings.size(), big ? 0u : 1u) << "the norm is big-endian";
  }
}

TEST(VtkFile, PolygonsAndAttributes) {
  const auto mesh = readVtk(
      "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n0 0 0 0.1 0 0 1 1 0 0 1 0 0 0 1\n"
      "POLYGONS 2 11\n4 0 1 2 3\n5 0 1 2 3 4\nPOINT_DATA 5\nSCALARS heat float\nLOOKUP_TABLE default\n1 2 3 4 5\n"
      "NORMALS n double\n0 0 1 0 0 1 0 0 1 0 0 1 0 0 1\nFIELD f 1\nids 2 5 int\n1 2 3 4 5 6 7 8 9 10\n",
      {.flip = true});
  EXPECT_EQ(plain(mesh.quads), (Elements{{3, 2, 1, 0}}));
  EXPECT_EQ(plain(mesh.triangles), (Elements{{2, 1, 0}, {3, 2, 0}, {4, 3, 0}}));
  EXPECT_EQ(mesh.positions[1].x(), static_cast<double>(0.1f)) << "floats are rounded as such";
  EXPECT_EQ(mesh.normals.size(), 5u);
  ASSERT_EQ(mesh.pointData.size(), 2u);
  EXPECT_THAT(mesh.pointData[0].values, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(mesh.pointData[1].components, 2u);
  EXPECT_TRUE(mesh.pointData[1].integral);
}

std::string xml(const std::string& cells, const std::string& type = "UnstructuredGrid") {
  return "<?xml version='1.0'?><VTKFile type='" + type + "'><" + type +
         "><Piece NumberOfPoints='4'>\n<Points><DataArray type='Float64' "
         "NumberOfComponents='3' format='ascii'>0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>\n" +
         cells + "</Piece></" + type + "></VTKFile>";
}

std::string cells(const std::string& connectivity, const std::string& offsets, const std::string& types) {
  return "<Cells><DataArray type='Int32' Name='connectivity'>" + connectivity +
         "</DataArray>\n<DataArray type='Int64' Name='offsets'>" + offsets +
         "</DataArray>\n<DataArray type='UInt8' Name='types'>" + types + "</DataArray></Cells>";
}

TEST(VtkFile, Xml) {
  const auto mesh = readVtk(xml(cells("0 1 2 0 1 2 3", "3 7", "5 10") +
                                "<CellData><DataArray type='Int32' Name='part'>4 5</DataArray></CellData>"),
                            {});
  EXPECT_EQ(plain(mesh.triangles), (Elements{{0, 1, 2}}));
  EXPECT_EQ(plain(mesh.tetrahedra), (Elements{{0, 1, 2, 3}}));
  ASSERT_EQ(mesh.cellData.size(), 1u);
  EXPECT_THAT(mesh.cellData[0].values, ElementsAre(4, 5));
  const auto surface = readVtk(xml("<Polys><DataArray type='Int32' Name='connectivity'>0 1 2 3</DataArray><DataArray "
                                   "type='Int32' Name='offsets'>4"
                                   "</DataArray></Polys>",
                                   "PolyData"),
                               {});
  EXPECT_EQ(plain(surface.quads), (Elements{{0, 1, 2, 3}}));
}

TEST(VtkFile, BadFilesAreNamed) {
  EXPECT_THAT(refusal([] { readVtk("OFF\n", {}); }), HasSubstr("not the start of a VTK file"));
  EXPECT_THAT(refusal([] { readVtk("# vtk DataFile Version 2.0\nt\nASCII\nDATASET STRUCTURED_POINTS\n", {}); }),
              HasSubstr("line 4: Dataset format not implemented"));
  EXPECT_THAT(refusal([] { readVtk(legacy(points(3) + "CELLS 1 4\n3 0 1 3\nCELL_TYPES 1\n5\n"), {}); }),
              HasSubstr("node 3 of a cell is not one of the 3 points"));
  EXPECT_THAT(refusal([] { readVtk(legacy(points(3) + "CELLS 1 4\n9 0 1 2\nCELL_TYPES 1\n5\n"), {}); }),
              HasSubstr("reaches beyond"));
  EXPECT_THAT(refusal([] { readVtk(legacy(points(6) + "CELLS 1 7\n6 0 1 2 3 4 5\nCELL_TYPES 1\n13\n"), {}); }),
              HasSubstr("Unsupported cell type 13"));
  EXPECT_THAT(refusal([] { readVtk(legacy("POINTS 999999999 float\n0 0 0"), {}); }),
              HasSubstr("more than the rest of the file can hold"));
  EXPECT_THAT(refusal([] { readVtk(legacy("POINTS 9 float\n0000", "BINARY"), {}); }), HasSubstr("announced"));
  EXPECT_THAT(refusal([] { readVtk("<VTKFile type='ImageData'/>", {}); }), HasSubstr("Dataset format not implemented"));
  EXPECT_THAT(refusal([] { readVtk("<VTKFile type='PolyData'>", {}); }), HasSubstr("line 1"));
  EXPECT_THAT(refusal([] { readVtk(xml(cells("0 1 2", "7", "5")), {}); }), HasSubstr("line 3: cell 0 reaches beyond"));
  EXPECT_THAT(refusal([] { readVtk(xml(cells("0 1 9", "3", "5")), {}); }), HasSubstr("node 9"));
  EXPECT_THAT(refusal([] {
                readVtk(xml("<Cells><DataArray type='Int32' Name='connectivity' format='appended'/></Cells>"), {});
              }),
              HasSubstr("only \"ascii\""));
}

}  // namespace
}  // namespace sofa::helper::mesh
