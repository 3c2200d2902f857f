// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/ObjFile.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {
namespace {

using type::Index;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

/// First word of `line`, which is shortened to what follows it.
std::string_view takeWord(std::string_view& line) {
  while (!line.empty() && isSpace(line.front())) line.remove_prefix(1);
  std::size_t n = 0;
  while (n < line.size() && !isSpace(line[n])) ++n;
  const std::string_view word = line.substr(0, n);
  line.remove_prefix(n);
  return word;
}

/// N numbers, of which the first `required` must be there; missing ones are 0.
template <int N>
type::Vec<N> takeReals(std::string_view line, std::size_t number, int required, const char* what) {
  type::Vec<N> v;
  type::TextReader in(line);
  for (int i = 0; i < N; ++i)
    if (!in.read(v[i])) {
      if (i >= required && in.atEnd()) break;
      throw FormatError(number, fmt::format("\"{}\" is not a {} of {} numbers", excerpt(trimmed(line)), what, N));
    }
  return v;
}

/// Collects a file: faces as corners, and where groups and materials begin.
class Reader {
 public:
  void read(std::string_view text) {
    LineReader lines(text);
    std::string_view line;
    while (lines.next(line)) {
      m_line = lines.number();
      const std::string_view keyword = takeWord(line);
      readLine(keyword, line);
    }
    m_mesh.faceStarts.push_back(m_mesh.corners.size());
    checkPoints();
    dropMissing(&ObjCorner::texcoord, m_texcoords, m_mesh.fileTexcoords.size(), "texture coordinate");
    dropMissing(&ObjCorner::normal, m_normals, m_mesh.fileNormals.size(), "normal");
    if (m_mesh.filePositions.empty()) throw FormatError("it has no vertex (lines starting with \"v\")");
  }

  ObjMesh m_mesh;
  struct Section {
    std::string group;
    std::string material;
    std::size_t firstFace;
  };
  std::vector<Section> m_sections{{"Default_Group", "", 0}};

 private:
  /// Largest index of one kind; it may name something that comes later in the file, so it is checked at the end.
  struct Largest {
    int index = -1;
    std::size_t line = 0;
  };

  void readLine(std::string_view keyword, std::string_view line) {
    if (keyword == "v") {
      m_mesh.filePositions.push_back(takeReals<3>(line, m_line, 1, "vertex"));
    } else if (keyword == "f" || keyword == "l") {
      readFace(line);
    } else if (keyword == "vt") {
      m_mesh.fileTexcoords.push_back(takeReals<2>(line, m_line, 1, "texture coordinate"));
    } else if (keyword == "vn") {
      m_mesh.fileNormals.push_back(takeReals<3>(line, m_line, 3, "normal"));
    } else if (keyword == "g") {
      const std::string_view name = trimmed(line);
      beginSection(name.empty() ? "Default_Group" : std::string(name), m_sections.back().material);
    } else if (keyword == "usemtl") {
      beginSection(m_sections.back().group, std::string(trimmed(line)));
    } else if (keyword == "mtllib") {
      m_mesh.materialLibraries.emplace_back(trimmed(line));
    }
  }

  void beginSection(std::string group, std::string material) {
    const std::size_t face = m_mesh.faceStarts.size();
    if (m_sections.back().firstFace == face) m_sections.pop_back();
    m_sections.push_back({std::move(group), std::move(material), face});
  }

  void readFace(std::string_view line) {
    m_mesh.faceStarts.push_back(m_mesh.corners.size());
    for (std::string_view word = takeWord(line); !word.empty() && word.front() != '#'; word = takeWord(line))
      m_mesh.corners.push_back(readCorner(word));
  }

  ObjCorner readCorner(std::string_view word) {
    ObjCorner corner;
    const char* at = word.data();
    const char* end = at + word.size();
    corner.point = readIndex(at, end, word, m_mesh.filePositions.size(), m_points);
    if (at != end && *at == '/' && ++at != end && *at != '/')
      corner.texcoord = readIndex(at, end, word, m_mesh.fileTexcoords.size(), m_texcoords);
    if (at != end && *at == '/' && ++at != end)
      corner.normal = readIndex(at, end, word, m_mesh.fileNormals.size(), m_normals);
    if (at != end) failIndex(word);
    return corner;
  }

  int readIndex(const char*& at, const char* end, std::string_view word, std::size_t count, Largest& largest) {
    int value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc{} || value == 0) failIndex(word);
    at = stop;
    if (value < 0) {
      if (static_cast<std::size_t>(-static_cast<std::int64_t>(value)) <= count) return static_cast<int>(count) + value;
      if (&largest == &m_points) failIndex(word);
      value = std::numeric_limits<int>::max();  // before the first one: as little there as one behind the last
    }
    if (value - 1 > largest.index) largest = {value - 1, m_line};
    return value - 1;
  }

  [[noreturn]] void failIndex(std::string_view word) const {
    throw FormatError(
        m_line, fmt::format("Invalid index \"{}\": a corner is v, v/t, v//n or v/t/n, where the numbers count the "
                            "lines v, vt, vn from 1, or backwards from -1",
                            excerpt(word)));
  }

  void checkPoints() const {
    const std::size_t count = m_mesh.filePositions.size();
    if (m_points.index >= 0 && static_cast<std::size_t>(m_points.index) >= count)
      throw FormatError(m_points.line,
                        fmt::format("Invalid index {}: the file has {} vertices", m_points.index + 1, count));
  }

  /// Shading that is not there leaves a surface what it is, so such files are read without it.
  void dropMissing(int ObjCorner::*kind, const Largest& largest, std::size_t count, const char* what) {
    if (largest.index < 0 || static_cast<std::size_t>(largest.index) < count) return;
    std::size_t dropped = 0;
    for (ObjCorner& corner : m_mesh.corners) {
      if (corner.*kind < 0 || static_cast<std::size_t>(corner.*kind) < count) continue;
      corner.*kind = -1;
      ++dropped;
    }
    m_mesh.warnings.push_back(
        fmt::format("line {}: a face names a {} that is not one of the {} of the file; {} such references are dropped",
                    largest.line, what, count, dropped));
  }

  std::size_t m_line = 0;
  Largest m_points, m_texcoords, m_normals;
};

/// Makes elements of the faces, whose corners are the given points, and groups of the sections.
class Assembler {
 public:
  Assembler(ObjMesh& mesh, const ObjOptions& options) : m_mesh(mesh), m_options(options), m_sink(mesh, options.flip) {}

  void assemble(const std::vector<Index>& points, const std::vector<Reader::Section>& sections) {
    std::size_t section = 0;
    const std::size_t faces = m_mesh.faceStarts.size() - 1;
    for (std::size_t f = 0; f < faces; ++f) {
      while (section + 1 < sections.size() && sections[section + 1].firstFace <= f) endSection(sections[section++]);
      const std::size_t first = m_mesh.faceStarts[f];
      addFace(points.data() + first, m_mesh.faceStarts[f + 1] - first);
    }
    while (section < sections.size()) endSection(sections[section++]);
  }

 private:
  void addFace(const Index* corners, std::size_t count) {
    if (count == 2)
      m_mesh.edges.emplace_back(std::min(corners[0], corners[1]), std::max(corners[0], corners[1]));
    else if (count == 4 && !m_options.triangulate)
      m_sink.quad(corners[0], corners[1], corners[2], corners[3]);
    else
      m_sink.fan(corners, count);
  }

  void endSection(const Reader::Section& section) {
    const auto end = [&](Groups& groups, std::size_t& begin, std::size_t size) {
      if (size > begin)
        groups.push_back(
            {section.group, section.material, -1, static_cast<int>(begin), static_cast<int>(size - begin)});
      begin = size;
    };
    end(m_mesh.edgesGroups, m_firstEdge, m_mesh.edges.size());
    end(m_mesh.trianglesGroups, m_firstTriangle, m_mesh.triangles.size());
    end(m_mesh.quadsGroups, m_firstQuad, m_mesh.quads.size());
  }

  ObjMesh& m_mesh;
  const ObjOptions& m_options;
  FaceSink m_sink;
  std::size_t m_firstEdge = 0, m_firstTriangle = 0, m_firstQuad = 0;
};

/// The points of the file; each gets one of the texture coordinates and the mean of the normals its corners name.
std::vector<Index> keepPoints(ObjMesh& mesh) {
  mesh.positions = mesh.filePositions;
  std::vector<Index> points;
  points.reserve(mesh.corners.size());
  for (const ObjCorner& c : mesh.corners) points.push_back(static_cast<Index>(c.point));
  if (!mesh.fileTexcoords.empty()) {
    mesh.texcoords.assign(mesh.positions.size(), type::Vec2::Zero());
    for (const ObjCorner& c : mesh.corners) {
      if (c.texcoord < 0) continue;
      type::Vec2& old = mesh.texcoords[static_cast<std::size_t>(c.point)];
      const type::Vec2& candidate = mesh.fileTexcoords[static_cast<std::size_t>(c.texcoord)];
      const type::Vec2 change = candidate - old;
      if (old.isZero(0) || change.y() - change.x() > 0) old = candidate;
    }
  }
  if (!mesh.fileNormals.empty()) {
    mesh.normals.assign(mesh.positions.size(), type::Vec3::Zero());
    for (const ObjCorner& c : mesh.corners)
      if (c.normal >= 0)
        mesh.normals[static_cast<std::size_t>(c.point)] += mesh.fileNormals[static_cast<std::size_t>(c.normal)];
    for (auto& n : mesh.normals)
      if (const double length = n.norm(); length > 0) n /= length;
  }
  return points;
}

/// Splits points where texture coordinates or normals differ. Points that no face uses are dropped.
class SeamSplitter {
 public:
  explicit SeamSplitter(ObjMesh& mesh) : m_mesh(mesh), m_points(mesh.corners.size()) {}

  std::vector<Index> split() {
    sortCornersByPoint();
    for (std::size_t p = 0; p + 1 < m_starts.size(); ++p) splitPoint(p);
    if (m_mesh.positions.size() == m_mesh.filePositions.size()) {
      m_mesh.pointOrigins.clear();
      m_mesh.normalNumbers.clear();
    } else if (static_cast<std::size_t>(m_nextNormal) == m_mesh.positions.size()) {
      m_mesh.normalNumbers.clear();
    }
    return std::move(m_points);
  }

 private:
  void sortCornersByPoint() {
    m_starts.assign(m_mesh.filePositions.size() + 1, 0);
    for (const ObjCorner& c : m_mesh.corners) ++m_starts[static_cast<std::size_t>(c.point) + 1];
    for (std::size_t i = 1; i < m_starts.size(); ++i) m_starts[i] += m_starts[i - 1];
    m_order.resize(m_mesh.corners.size());
    std::vector<std::size_t> next(m_starts.begin(), m_starts.end() - 1);
    for (std::size_t c = 0; c < m_order.size(); ++c)
      m_order[next[static_cast<std::size_t>(m_mesh.corners[c].point)]++] = c;
  }

  void splitPoint(std::size_t point) {
    const auto begin = m_order.begin() + static_cast<std::ptrdiff_t>(m_starts[point]);
    const auto end = m_order.begin() + static_cast<std::ptrdiff_t>(m_starts[point + 1]);
    const auto pair = [&](std::size_t c) { return std::pair(m_mesh.corners[c].texcoord, m_mesh.corners[c].normal); };
    std::sort(begin, end, [&](std::size_t a, std::size_t b) { return pair(a) < pair(b); });
    m_seen.clear();
    for (auto it = begin; it != end; ++it) {
      if (it == begin || pair(*it) != pair(*(it - 1))) addPoint(point, m_mesh.corners[*it]);
      m_points[*it] = static_cast<Index>(m_mesh.positions.size() - 1);
    }
  }

  void addPoint(std::size_t point, const ObjCorner& corner) {
    m_mesh.positions.push_back(m_mesh.filePositions[point]);
    m_mesh.texcoords.push_back(corner.texcoord < 0 ? type::Vec2(0, 0)
                                                   : m_mesh.fileTexcoords[static_cast<std::size_t>(corner.texcoord)]);
    m_mesh.normals.push_back(corner.normal < 0 ? type::Vec3(0, 0, 0)
                                               : m_mesh.fileNormals[static_cast<std::size_t>(corner.normal)]);
    m_mesh.pointOrigins.push_back(static_cast<int>(point));
    auto known = std::find_if(m_seen.begin(), m_seen.end(), [&](const auto& s) { return s.first == corner.normal; });
    if (known == m_seen.end()) known = m_seen.insert(known, {corner.normal, m_nextNormal++});
    m_mesh.normalNumbers.push_back(known->second);
  }

  ObjMesh& m_mesh;
  std::vector<Index> m_points;              // new point of each corner
  std::vector<std::size_t> m_order;         // corners sorted by point
  std::vector<std::size_t> m_starts;        // range of each point in it
  std::vector<std::pair<int, int>> m_seen;  // normals met at the current point, with their numbers
  int m_nextNormal = 0;
};

/// File name of a texture map: what follows options such as "-s 1 1 1" and "-clamp on". Names may hold blanks.
std::string imageOf(std::string_view line) {
  const auto isValue = [](std::string_view word) {
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return word == "on" || word == "off" || (error == std::errc{} && end == word.data() + word.size());
  };
  line = trimmed(line);
  while (line.starts_with('-')) {
    const bool channel = takeWord(line) == "-imfchan";
    if (channel) takeWord(line);
    for (auto rest = line; !rest.empty() && isValue(takeWord(rest));) line = rest;
    line = trimmed(line);
  }
  std::string name(line);
  std::replace(name.begin(), name.end(), '\\', '/');
  return name;
}

}  // namespace

ObjMesh readObj(std::string_view text, const ObjOptions& options) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw FormatError("it is larger than 2 GB");  // so every index fits an int
  Reader reader;
  reader.read(text);
  ObjMesh mesh = std::move(reader.m_mesh);
  const std::vector<Index> points = options.splitSeams ? SeamSplitter(mesh).split() : keepPoints(mesh);
  Assembler(mesh, options).assemble(points, reader.m_sections);
  return mesh;
}

std::vector<type::Material> readObjMaterials(std::string_view text, std::vector<std::string>* textures) {
  std::vector<type::Material> materials;
  if (textures) textures->clear();
  LineReader lines(text);
  std::string_view line;
  const auto setColor = [&](type::Material::Term& term) {
    const type::Vec3 c = takeReals<3>(line, lines.number(), 3, "color");
    term.use = true;
    term.color = {static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2]), term.color.a};
  };
  while (lines.next(line)) {
    const std::string_view keyword = takeWord(line);
    if (keyword == "newmtl") {
      materials.emplace_back().name = trimmed(line);
      if (textures) textures->emplace_back();
      continue;
    }
    if (materials.empty()) continue;
    type::Material& m = materials.back();
    if (keyword == "Ka") setColor(m.ambient);
    if (keyword == "Kd") setColor(m.diffuse);
    if (keyword == "Ks") setColor(m.specular);
    if (keyword == "Ns") {
      m.useShininess = true;
      m.shininess = static_cast<float>(takeReals<1>(line, lines.number(), 1, "shininess")[0]);
    }
    if (keyword == "map_Kd" && textures) textures->back() = imageOf(line);
    if (keyword == "d" || keyword == "T") {
      const auto alpha = static_cast<float>(takeReals<1>(line, lines.number(), 1, "opacity")[0]);
      for (auto* term : {&m.ambient, &m.diffuse, &m.specular, &m.emissive}) term->color.a = alpha;
    }
  }
  return materials;
}

void resolveMaterials(ObjMesh& mesh, const std::vector<type::Material>& materials) {
  for (Groups* groups : {&mesh.edgesGroups, &mesh.trianglesGroups, &mesh.quadsGroups})
    for (auto& group : *groups) {
      const auto it =
          std::find_if(materials.begin(), materials.end(), [&](const auto& m) { return m.name == group.materialName; });
      group.materialId =
          it == materials.end() || group.materialName.empty() ? -1 : static_cast<int>(it - materials.begin());
    }
}

}  // namespace sofa::helper::mesh
