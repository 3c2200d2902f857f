// Broken files must be refused or read, whatever they hold: never a crash, a hang or a result out of proportion.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "fuzz/MeshFormats.h"

namespace sofa::fuzz {
namespace {

struct Seed {
  const char* name;
  Format format;
  std::string bytes;
};

std::string binaryVtk() {
  std::string text = "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 float\n";
  text.append(36, '\0');
  text += "\nCELLS 1 4\n";
  for (const char node : {3, 0, 1, 2}) text += std::string(3, '\0') + node;
  text += "\nCELL_TYPES 1\n" + std::string(3, '\0') + '\5' + "\nPOINT_DATA 3\nSCALARS s double 1\nLOOKUP_TABLE d\n";
  return text.append(24, '\1');
}

std::vector<Seed> seeds() {
  const std::string obj =
      "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 -1e-3\nvt 0 1\nvt 1 .5\nvn 0 0 1\ng a\nusemtl m\nf 1/1/1 2/2/1 "
      "3//1\n"
      "f 1 2 3 4\nl 1 2\nf -1 -2/-1 -3//-1 -4 -2\n";
  std::string stl(80, ' ');
  stl += std::string("\2\0\0\0", 4);
  for (int i = 0; i < 100; ++i) stl += static_cast<char>(i % 7 ? 0 : 63);
  return {
      {"obj", Format::obj, obj},
      {"objSeams", Format::objSeams, obj},
      {"mtl", Format::mtl, "newmtl a\nKa 1 0 0\nKd 0 .5 0\nKs 1 1 1\nNs 12\nd 0.5\nmap_Kd a.png\nnewmtl b\nT 1\n"},
      {"gmsh1", Format::gmsh,
       "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n$ELM\n2\n1 4 7 8 4 1 2 3 4\n2 1 7 9 2 4 1\n$ENDELM\n"},
      {"gmsh2", Format::gmsh,
       "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n10 0 0 0\n3 1 0 0\n2 0 1 0\n7 0 0 1\n8 1 1 1\n9 2 1 "
       "1\n$EndNodes\n"
       "$Elements\n4\n1 2 2 0 1 10 3 2\n2 4 2 0 1 10 3 2 7\n3 9 2 0 1 10 3 2 7 8 9\n4 15 1 0 10\n$EndElements\n"},
      {"gmsh4", Format::gmsh,
       "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 "
       "1\n$EndNodes\n"
       "$Elements\n2 2 1 2\n2 1 2 1\n1 1 3 2\n3 1 4 1\n2 1 2 3 4\n$EndElements\n"},
      {"vtk", Format::vtk,
       "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 "
       "1\nCELLS 3 14\n"
       "4 0 1 2 3\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 3\n10 5 6\nPOINT_DATA 4\nSCALARS h float 1\nLOOKUP_TABLE d\n1 2 3 "
       "4\nFIELD f 1\nx 2 4 int\n"
       "1 2 3 4 5 6 7 8\n"},
      {"vtkBinary", Format::vtk, binaryVtk()},
      {"vtk5", Format::vtk,
       "# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 "
       "1\nMETADATA\nINFORMATION 0\n\n"
       "POLYGONS 3 7\nOFFSETS vtktypeint64\n0 3 7\nCONNECTIVITY vtktypeint64\n0 1 2 0 1 2 3\n"},
      {"vtu", Format::vtk,
       "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"4\" "
       "NumberOfCells=\"1\"><PointData Normals=\"n\">"
       "<DataArray type=\"Float32\" Name=\"n\" NumberOfComponents=\"3\">0 0 1 0 0 1 0 0 1 0 0 "
       "1</DataArray></PointData><Points>"
       "<DataArray type=\"Float32\">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points><Cells><DataArray type=\"Int32\" "
       "Name=\"connectivity\">"
       "0 1 2 3</DataArray><DataArray type=\"Int32\" Name=\"offsets\">4</DataArray><DataArray type=\"UInt8\" "
       "Name=\"types\">10</DataArray>"
       "</Cells></Piece></UnstructuredGrid></VTKFile>"},
      {"stl", Format::stl,
       "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid "
       "s\n"},
      {"stlBinary", Format::stl, stl},
      {"off", Format::off, "OFF\n# c\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3\n"},
      {"sph", Format::sph, "sph 1.0\nnums 2\nsphe 0 1 2 3 .5\nsphe 1 0 0 0 1\n"},
      {"state", Format::state, "T= 0\n  X= 0 0 0 1 0 0\n  V= 1 0 0 0 0 0\nT= 0.1\n  X= 1 1 1 2 2 2\n"},
  };
}

/// Bytes changed, inserted, removed and repeated, numbers made extreme, the end cut off.
std::string mutated(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  static const char* const words[] = {"-1", "0", "99999999999", "4294967295",          "1e308", "nan", " ", "\n", "/",
                                      "#",  "$", "<",           "-9223372036854775808"};
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(bytes.size() + 1);
    switch (below(6)) {
      case 0:
        bytes.insert(at, words[below(std::size(words))]);
        break;
      case 1:
        bytes.erase(at, 1 + below(8));
        break;
      case 2:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random());
        break;
      case 3:
        bytes.insert(below(bytes.size() + 1), bytes.substr(at, below(40)));
        break;
      case 4:
        bytes.resize(at);
        break;
      default:
        for (std::size_t end = at; end < bytes.size() && std::isdigit(static_cast<unsigned char>(bytes[end])); ++end)
          bytes[end] = static_cast<char>('0' + below(10));
    }
  }
  return bytes;
}

/// The most numbers that `bytes` can stand for: a point or element takes some bytes, a face has a few parts.
std::size_t fairSize(const std::string& bytes) { return 200 * (bytes.size() + 10); }

class Mutations : public testing::TestWithParam<Seed> {};

TEST_P(Mutations, WholeFileIsTaken) { EXPECT_GT(parse(GetParam().format, GetParam().bytes), 0u); }

TEST_P(Mutations, EveryTruncationIsHandled) {
  const std::string& bytes = GetParam().bytes;
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_LE(parse(GetParam().format, bytes.substr(0, n)), fairSize(bytes));
}

TEST_P(Mutations, SeededMutationsAreHandled) {
  constexpr int inputs = 4000;
  std::mt19937 random(20240817);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < inputs; ++i) {
    const std::string bytes = mutated(GetParam().bytes, random);
    ASSERT_LE(parse(GetParam().format, bytes), fairSize(bytes)) << "input " << i << ":\n" << bytes;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 30) << "some input takes far too long";
}

INSTANTIATE_TEST_SUITE_P(Formats, Mutations, testing::ValuesIn(seeds()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace sofa::fuzz
