// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>

#include "BinaryGmsh.h"
#include "Sofa/Helper/Mesh/VtkXmlWriter.h"
#include "fuzz/MeshFormats.h"

// Damaged files: whatever the damage, a parser returns, and what it builds is in proportion to the file.
namespace sofa::fuzz {
namespace {

template <class T>
void append(std::string& bytes, T value, bool bigEndian) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  const bool reverse = bigEndian != (std::endian::native == std::endian::big);
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += raw[reverse ? sizeof(T) - 1 - i : i];
}

std::string binaryVtk() {
  std::string bytes = "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n";
  for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f}) append(bytes, x, true);
  bytes += "\nCELLS 2 9\n";
  for (const std::int32_t i : {4, 0, 1, 2, 3, 3, 0, 1, 2}) append(bytes, i, true);
  bytes += "\nCELL_TYPES 2\n";
  for (const std::int32_t i : {10, 5}) append(bytes, i, true);
  bytes += "\nPOINT_DATA 4\nSCALARS heat float 1\nLOOKUP_TABLE default\n";
  for (const float x : {1.f, 2.f, 3.f, 4.f}) append(bytes, x, true);
  return bytes;
}

std::string mutableStl() {
  std::string bytes(80, ' ');
  append(bytes, std::uint32_t{2}, false);
  for (int facet = 0; facet < 2; ++facet) {
    for (int i = 0; i < 12; ++i) append(bytes, static_cast<float>((i * 5 + facet) % 7), false);
    append(bytes, std::uint16_t{0}, false);
  }
  return bytes;
}

helper::mesh::MeshView smallMesh() {
  static const std::vector<type::Vec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const std::vector<type::Triangle> triangles = {{0, 1, 2}};
  static const std::vector<type::Edge> edges = {{2, 3}};
  return {.points = points, .edges = edges, .triangles = triangles};
}
std::string rawVtu() { return helper::mesh::vtuBytes(smallMesh()); }
std::string rawVtp() { return helper::mesh::vtpBytes(smallMesh()); }

/// Small valid files.
struct Seed {
  const char* name;
  Format format;
  std::string bytes;
};

const char* const obj =
    "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0.5\nvn 0 0 1\nvn 0 1 0\ng a\nusemtl red\n"
    "f 1/1/1 2/2/1 3/1/2\nf 1 2 3 4\nf 1//1 2//2 3//1 4//1 5//2\nl 1 5\nf -1 -2 -3\n";

std::vector<Seed> seeds() {
  return {
      {"obj", Format::obj, obj},
      {"objSeams", Format::objSeams, obj},
      {"mtl", Format::mtl, "newmtl red\nKa 0 0 0\nKd 1 0.5 0\nKs 1 1 1\nNs 20\nd 0.5\nnewmtl b\nKd 0 0 1\n"},
      {"gmsh1", Format::gmsh,
       "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n$ELM\n2\n1 2 1 1 3 1 2 3\n2 4 1 1 4 1 2 3 4\n$ENDELM\n"},
      {"gmsh2", Format::gmsh,
       "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
       "$Elements\n3\n1 2 2 1 7 1 2 3\n2 4 2 1 7 1 2 3 4\n3 8 2 1 7 1 2 3\n$EndElements\n"},
      {"gmsh4", Format::gmsh,
       "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 "
       "1\n$EndNodes\n"
       "$Elements\n2 2 1 2\n2 1 2 1\n1 1 2 3\n3 1 4 1\n2 1 2 3 4\n$EndElements\n"},
      {"gmsh2binary", Format::gmsh, helper::mesh::testing::binary2(std::endian::native)},
      {"gmsh4binary", Format::gmsh, helper::mesh::testing::binary4(std::endian::native)},
      {"vtkGrid", Format::vtk,
       "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 float\n0 0 0 1 0 0 1 1 0 0 1 0\n"
       "0 0 1 1 0 1 1 1 1 0 1 1\nCELLS 3 19\n8 0 1 2 3 4 5 6 7\n4 0 1 2 4\n4 0 1 2 3\nCELL_TYPES 3\n12 10 9\n"
       "POINT_DATA 8\nFIELD f 1\nheat 1 8 int\n0 1 2 3 4 5 6 7\n"},
      {"vtkPoly", Format::vtk,
       "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 double\n0 0 0 1 0 0 1 1 0 0 1 0\n"
       "POLYGONS 2 9\n4 0 1 2 3\n3 0 1 2\nLINES 1 4\n3 0 1 2\nPOINT_DATA 4\nNORMALS n float\n0 0 1 0 0 1 0 0 1 0 0 "
       "1\n"},
      {"vtkOffsets", Format::vtk,
       "# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 0\n"
       "POLYGONS 3 7\nOFFSETS vtktypeint64\n0 3 7\nCONNECTIVITY vtktypeint64\n0 1 2 0 1 2 3\n"},
      {"vtkBinary", Format::vtk, binaryVtk()},
      {"vtu", Format::vtk,
       "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"4\" NumberOfCells=\"2\"><Points>"
       "<DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 "
       "1</DataArray></Points>"
       "<Cells><DataArray type=\"Int32\" Name=\"connectivity\">0 1 2 3 0 1 2</DataArray><DataArray type=\"Int32\" "
       "Name=\"offsets\">4 7</DataArray><DataArray type=\"UInt8\" Name=\"types\">10 5</DataArray></Cells>"
       "<PointData Normals=\"n\"><DataArray type=\"Float64\" Name=\"n\" NumberOfComponents=\"3\">0 0 1 0 0 1 0 0 1 0 0 "
       "1"
       "</DataArray></PointData></Piece></UnstructuredGrid></VTKFile>"},
      {"vtuBinary", Format::vtk,
       "<VTKFile type=\"UnstructuredGrid\" header_type=\"UInt64\" "
       "compressor=\"vtkZLibDataCompressor\"><UnstructuredGrid>"
       "<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" "
       "format=\"appended\" offset=\"0\"/></Points><Cells><DataArray type=\"Int64\" Name=\"connectivity\">0 1 2 3"
       "</DataArray><DataArray type=\"Int32\" Name=\"offsets\">4</DataArray><DataArray type=\"UInt8\" Name=\"types\">10"
       "</DataArray></Cells></Piece></UnstructuredGrid><AppendedData "
       "encoding=\"base64\">_AgAAAAAAAAAgAAAAAAAAABAAAAAAAAA"
       "AEQAAAAAAAAANAAAAAAAAAA==eF5jYEAGDfYoXCAfAA6OAX94XmNgQAYH7AEBzwEA</AppendedData></VTKFile>"},
      {"vtuRaw", Format::vtk, rawVtu()},
      {"vtpRaw", Format::vtk, rawVtp()},
      {"stlAscii", Format::stl,
       "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
       "facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n"},
      {"stlBinary", Format::stl, mutableStl()},
      {"off", Format::off, "OFF\n# c\n4 3 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3 255 0 0\n2 0 1\n"},
      {"sph", Format::sph, "sph 1.0\nnums 2\nsphe 1 0 0 0 1\nsphe 2 1 2 3 0.5\n"},
      {"gid", Format::gid,
       "MESH dimension 3 ElemType Triangle Nnode 3\nCoordinates\n1 0 0 0\n2 1 0 0\n3 0 1 0\nEnd Coordinates\n"
       "Elements\n1 1 2 3\n2 3 2 1 7\nEnd Elements\n"},
      {"trian", Format::trian, "4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n2\n0 1 2 -1 1 -1\n0 2 3 -1 -1 0\n"},
      {"xsp", Format::xsp,
       "Xsp 3.0\nnumm 2 nums 1\ngrav 0 -9.81 0\nmass 1 i 0 0 0 0 0 0 1 1\nmass 2 s 0 4 0 0 0 0 1 1\n"
       "lspg 1 1 2 10 0 -1\n"},
      {"state", Format::state, "T= 0\n  X= 0 0 0 1 2 3\n  V= 0 0 0 1 1 1\nT= 0.5\n  X= 0 0 1 1 2 4\n"},
  };
}

/// Seeded damage to files.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : m_random(seed) {}

  std::string damaged(std::string bytes) {
    for (std::size_t n = 1 + below(3); n > 0 && !bytes.empty(); --n) damage(bytes);
    return bytes;
  }

 private:
  // Not a standard distribution: those differ between libraries.
  std::size_t below(std::size_t size) { return m_random() % size; }

  void damage(std::string& bytes) {
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        bytes.erase(at, 1 + below(16));
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3: {
        const std::string piece = bytes.substr(at, 1 + below(32));
        bytes.insert(below(bytes.size()), piece);
        break;
      }
      default:
        replaceNumber(bytes, at);
    }
  }

  /// Replaces the first number at or after `at` by one that is rarely expected.
  void replaceNumber(std::string& bytes, std::size_t at) {
    static constexpr const char* odd[] = {"-1",
                                          "0",
                                          "1",
                                          "2",
                                          "nan",
                                          "-inf",
                                          "1e308",
                                          "1e-320",
                                          "2147483647",
                                          "4294967295",
                                          "-2147483648",
                                          "9223372036854775807",
                                          "99999999999999999999999",
                                          "1000000",
                                          ""};
    const std::size_t begin = bytes.find_first_of("0123456789", at);
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(bytes.find_first_not_of("0123456789.", begin), bytes.size());
    bytes.replace(begin, end - begin, odd[below(std::size(odd))]);
  }

  std::mt19937 m_random;
};

TEST(MeshMutation, TheUndamagedFilesAreRead) {
  for (const auto& seed : seeds()) EXPECT_GT(parse(seed.format, seed.bytes), 0u) << seed.name;
}

TEST(MeshMutation, DamagedFilesAreReadOrRefused) {
  for (const auto& seed : seeds()) {
    SCOPED_TRACE(seed.name);
    Mutator mutator(20240607);
    for (int i = 0; i < 2000; ++i) {
      const std::string bytes = mutator.damaged(seed.bytes);
      // An exact copy on the heap, so that a sanitizer sees reads beyond the end.
      const std::vector<char> exact(bytes.begin(), bytes.end());
      std::size_t size = 0;
      ASSERT_NO_THROW(size = parse(seed.format, {exact.data(), exact.size()})) << "input " << i << ":\n" << bytes;
      ASSERT_LE(size, 64 * bytes.size() + 4096) << "input " << i << ":\n" << bytes;
    }
  }
}

TEST(MeshMutation, EveryBeginningOfAFileIsReadOrRefused) {
  for (const auto& seed : seeds())
    for (std::size_t size = 0; size < seed.bytes.size(); ++size) {
      const std::vector<char> exact(seed.bytes.begin(), seed.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_NO_THROW(parse(seed.format, {exact.data(), exact.size()})) << seed.name << " of " << size << " bytes";
    }
}

}  // namespace
}  // namespace sofa::fuzz
