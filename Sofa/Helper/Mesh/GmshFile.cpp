#include "Sofa/Helper/Mesh/GmshFile.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "Sofa/Helper/Mesh/GmshNumbers.h"

namespace sofa::helper::mesh {
namespace {

using type::Index;

namespace gmsh {
enum ElementType {
  line = 1,
  triangle = 2,
  quad = 3,
  tetrahedron = 4,
  hexahedron = 5,
  prism = 6,
  line3 = 8,
  triangle6 = 9,
  tetrahedron10 = 11,
  point = 15
};
}  // namespace gmsh

/// Nodes of an element type that is read, 0 for the others.
std::size_t nodeCount(std::int64_t type) {
  switch (type) {
    case gmsh::line:
      return 2;
    case gmsh::triangle:
      return 3;
    case gmsh::quad:
      return 4;
    case gmsh::tetrahedron:
      return 4;
    case gmsh::hexahedron:
      return 8;
    case gmsh::prism:
      return 6;
    case gmsh::line3:
      return 3;
    case gmsh::triangle6:
      return 6;
    case gmsh::tetrahedron10:
      return 10;
    case gmsh::point:
      return 1;
    default:
      return 0;
  }
}

/// Nodes of an element type that is passed over: pyramid, and quadratic quad, hexahedron, prism and pyramid, each with
/// and without nodes inside of faces; 0 for others.
std::size_t passedNodeCount(std::int64_t type) {
  static const std::map<std::int64_t, std::size_t> counts = {{7, 5},  {10, 9},  {12, 27}, {13, 18}, {14, 14},
                                                             {16, 8}, {17, 20}, {18, 15}, {19, 13}};
  const auto it = counts.find(type);
  return it == counts.end() ? 0 : it->second;
}

/// Index of each node id. Ids are mostly 1 to n, which a plain table serves.
class NodeIds {
 public:
  void reserve(std::size_t count) { m_table.reserve(count + 1); }
  void add(std::int64_t id, Index index) {
    if (id < 0 || static_cast<std::size_t>(id) > 2 * static_cast<std::size_t>(index) + 1024) {
      m_others.insert_or_assign(id, index);
      return;
    }
    const auto at = static_cast<std::size_t>(id);
    if (at >= m_table.size()) m_table.resize(at + 1, type::invalidIndex);
    m_table[at] = index;
  }
  std::optional<Index> find(std::int64_t id) const {
    if (id >= 0 && static_cast<std::size_t>(id) < m_table.size() &&
        m_table[static_cast<std::size_t>(id)] != type::invalidIndex)
      return m_table[static_cast<std::size_t>(id)];
    const auto it = m_others.find(id);
    return it == m_others.end() ? std::nullopt : std::optional(it->second);
  }

 private:
  std::vector<Index> m_table;
  std::unordered_map<std::int64_t, Index> m_others;
};

/// Reads one file; the formats differ in the layout of the lines, not in what they hold.
class GmshReader {
 public:
  explicit GmshReader(std::string_view text) : m_in(text) {}

  MeshData read() {
    const std::string_view first = m_in.restOfLine();
    if (first.starts_with("$NOD")) {
      readNodes("$ENDNOD");
      findSection("$ELM");
      readElements(1);
    } else if (first.starts_with("$MeshFormat")) {
      const int format = readFormat();
      findSection("$Nodes");
      if (format == 2) {
        readNodes("$EndNodes");
        findSection("$Elements");
        m_in.isBinary() ? readElementRuns() : readElements(2);
      } else {
        readNodeBlocks();
        findSection("$Elements");
        readElementBlocks();
      }
    } else {
      throw FormatError(
          1, fmt::format("\"{}\" is not the first line of a Gmsh file, which is $NOD or $MeshFormat", excerpt(first)));
    }
    reportSkipped();
    return std::move(m_mesh);
  }

 private:
  int readFormat() {
    const double version = m_in.real("the version of the format");
    const bool isBinary = m_in.integer("the kind of file (0: ASCII, 1: binary)") != 0;
    if (!(version >= 2 && version < 100))
      m_in.fail(fmt::format("format {} is not known; known are 1, 2 and 4", version));
    if (!isBinary) {
      m_in.restOfLine();
      return static_cast<int>(version);
    }
    if (version > 3 && version < 4.1)
      m_in.fail(fmt::format("binary files of format {} are not read; save it in format 4.1 or 2.2", version));
    constexpr int wide = 8;
    if (const auto size = m_in.integer("the size of a real"); size != wide)
      m_in.fail(fmt::format("reals of {} bytes are not read, only of {}", size, wide));
    m_in.restOfLine();
    m_in.beginBinary();
    return static_cast<int>(version);
  }

  void findSection(std::string_view keyword) {
    // What stands between sections of a binary file may hold anything, line ends too.
    while (!m_in.atEnd())
      if (m_in.restOfLine().starts_with(keyword)) return;
    m_in.fail(fmt::format("the file ends without {}", keyword));
  }

  void expect(std::string_view keyword) {
    const std::string_view word = m_in.word();
    if (word != keyword) m_in.fail(fmt::format("\"{}\" stands where {} should be", excerpt(word), keyword));
  }

  void readNode() {
    const std::int64_t id = m_in.integer("the number of a node");
    m_ids.add(id, static_cast<Index>(m_mesh.positions.size()));
    m_mesh.positions.push_back(m_in.point("a coordinate of a node"));
  }

  /// Of a number of things that is a line of text in binary files too.
  std::size_t countLine(std::string_view what, std::size_t leastText, std::size_t leastBinary) {
    const std::size_t count = m_in.textCount(what, m_in.isBinary() ? leastBinary : leastText);
    if (m_in.isBinary()) m_in.restOfLine();
    return count;
  }

  void readNodes(std::string_view end) {
    const std::size_t count = countLine("nodes", 7, 28);
    m_ids.reserve(count);
    m_mesh.positions.reserve(count);
    for (std::size_t i = 0; i < count; ++i) readNode();
    expect(end);
  }

  void readElements(int format) {
    const std::size_t count = m_in.textCount("elements", 5);
    if (m_mesh.positions.empty() && count > 0) m_in.fail("there are elements but no nodes");
    for (std::size_t i = 0; i < count; ++i) {
      m_in.integer("the number of an element");
      const std::int64_t type = m_in.integer("the type of an element");
      std::int64_t tag = 0;
      const std::int64_t tags = format == 1 ? 2 : m_in.integer("the number of tags");
      for (std::int64_t t = 0; t < tags; ++t) tag = m_in.integer("a tag of an element");
      if (format == 1) m_in.integer("the number of nodes of an element");
      const std::size_t nodes = nodeCount(type);
      if (nodes == 0 || type == gmsh::point || type == gmsh::prism) {
        if (type != gmsh::point) ++m_skipped[type];
        m_in.restOfLine();
        continue;
      }
      readElementNodes(nodes, true);
      addElement(type, tag, false);
    }
  }

  /// Elements of binary files of format 2: runs of one type and number of tags.
  void readElementRuns() {
    const std::size_t count = countLine("elements", 5, 4);
    if (m_mesh.positions.empty() && count > 0) m_in.fail("there are elements but no nodes");
    for (std::size_t done = 0; done < count;) {
      const std::int64_t type = m_in.integer("the type of elements");
      const std::size_t run = m_in.announced(m_in.integer("the number of elements of a run"), "elements of a run", 4);
      const std::size_t tags = m_in.announced(m_in.integer("the number of tags"), "tags", 4);
      const std::size_t nodes = nodeCount(type), passed = nodes > 0 ? 0 : passedNodeCount(type);
      if (nodes + passed == 0) m_in.fail(fmt::format("elements of type {} are not known", type));
      if (run == 0 || run > count - done)
        m_in.fail(fmt::format("a run of {} elements stands where {} are left", run, count - done));
      done += run;
      for (std::size_t i = 0; i < run; ++i) {
        m_in.integer("the number of an element");
        std::int64_t tag = 0;
        for (std::size_t k = 0; k < tags; ++k) tag = m_in.integer("a tag of an element");
        readElementNodes(nodes, true);
        for (std::size_t n = 0; n < passed; ++n) m_in.integer("a node of an element");
        if (passed > 0 || type == gmsh::prism) ++m_skipped[type];
        if (type != gmsh::point && type != gmsh::prism) addElement(type, tag, false);
      }
    }
    expect("$EndElements");
  }

  /// Two numbers of no interest: the smallest and the largest that follow in a section of format 4.
  void passRange() {
    if (!m_in.isBinary()) return void(m_in.restOfLine());
    m_in.size("the smallest number");
    m_in.size("the largest number");
  }

  void readNodeBlocks() {
    const std::size_t blocks = m_in.count("node blocks", 8, 20);
    const std::size_t total = m_in.count("nodes", 7, 32);
    passRange();
    m_ids.reserve(total);
    m_mesh.positions.reserve(total);
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::int64_t dimension = m_in.integer("the dimension of a node block");
      m_in.integer("the tag of a node block");
      const bool parametric = m_in.integer("the word parametric of a node block") != 0;
      const std::size_t count = m_in.count("nodes of a block", 2, 32);
      const std::size_t first = m_mesh.positions.size();
      for (std::size_t i = 0; i < count; ++i)
        m_ids.add(m_in.size("the number of a node"), static_cast<Index>(first + i));
      for (std::size_t i = 0; i < count; ++i) {
        m_mesh.positions.push_back(m_in.point("a coordinate of a node"));
        for (std::int64_t d = 0; parametric && d < dimension; ++d) m_in.real("a parameter of a node");
      }
    }
    expect("$EndNodes");
  }

  void readElementBlocks() {
    const std::size_t blocks = m_in.count("element blocks", 8, 20);
    m_in.count("elements", 4, 16);
    passRange();
    for (std::size_t b = 0; b < blocks; ++b) {
      m_in.integer("the dimension of an element block");
      const std::int64_t tag = m_in.integer("the tag of an element block");
      const std::int64_t type = m_in.integer("the type of the elements of a block");
      const std::size_t count = m_in.count("elements of a block", 4, 16);
      const std::size_t nodes = nodeCount(type);
      if (nodes == 0) m_in.fail(fmt::format("elements of type {} are not known", type));
      for (std::size_t i = 0; i < count; ++i) {
        m_in.size("the number of an element");
        readElementNodes(nodes, false);
        if (type == gmsh::prism) ++m_skipped[type];
        if (type != gmsh::point && type != gmsh::prism) addElement(type, tag, true);
      }
    }
    expect("$EndElements");
  }

  /// Formats 1 and 2 take an unknown node for the first one. Numbers of nodes are wider in format 4.
  void readElementNodes(std::size_t count, bool lenient) {
    for (std::size_t n = 0; n < count; ++n) {
      const std::int64_t id = lenient ? m_in.integer("a node of an element") : m_in.size("a node of an element");
      const auto index = m_ids.find(id);
      if (!index && !lenient) m_in.fail(fmt::format("there is no node {}", id));
      if (!index && m_unknownNodes++ == 0) m_unknownNode = id;
      m_nodes[n] = index.value_or(0);
    }
  }

  template <class T>
  T element() const {
    T e;
    std::copy_n(m_nodes.begin(), e.size(), e.begin());
    return e;
  }

  /// Elements of the same tag that follow one another form a group.
  static void addToGroup(Groups& groups, std::int64_t tag, std::size_t index) {
    const std::string name = std::to_string(tag);
    if (groups.empty() || groups.back().groupName != name ||
        groups.back().first + groups.back().count != static_cast<int>(index))
      groups.push_back({name, name, -1, static_cast<int>(index), 0});
    ++groups.back().count;
  }

  template <class T>
  void add(std::vector<T>& list, Groups* groups, std::int64_t tag) {
    if (groups) addToGroup(*groups, tag, list.size());
    list.push_back(element<T>());
  }

  void addElement(std::int64_t type, std::int64_t tag, bool shareEdges) {
    switch (type) {
      case gmsh::line:
        return add(m_mesh.edges, &m_mesh.edgesGroups, tag);
      case gmsh::triangle:
        return add(m_mesh.triangles, &m_mesh.trianglesGroups, tag);
      case gmsh::quad:
        return add(m_mesh.quads, nullptr, tag);
      case gmsh::tetrahedron:
        return add(m_mesh.tetrahedra, &m_mesh.tetrahedraGroups, tag);
      case gmsh::hexahedron:
        return add(m_mesh.hexahedra, &m_mesh.hexahedraGroups, tag);
      case gmsh::line3:
        return addMidNode(0, 1, 2, shareEdges);
      case gmsh::triangle6:
        add(m_mesh.triangles, &m_mesh.trianglesGroups, tag);
        for (const auto& [a, b, mid] : {IndexArray<3>{0, 1, 3}, {1, 2, 4}, {0, 2, 5}})
          addMidNode(a, b, mid, shareEdges);
        return;
      case gmsh::tetrahedron10:
        add(m_mesh.tetrahedra, &m_mesh.tetrahedraGroups, tag);
        for (const auto& [a, b, mid] : {IndexArray<3>{0, 1, 4}, {1, 2, 5}, {0, 2, 6}, {0, 3, 7}, {2, 3, 8}, {1, 3, 9}})
          addMidNode(a, b, mid, shareEdges);
        return;
      default:
        return;
    }
  }

  /// The edge between two corners of a quadratic element, with the node in its middle.
  void addMidNode(Index a, Index b, Index mid, bool shareEdges) {
    const auto ends = std::minmax(m_nodes[a], m_nodes[b]);
    if (shareEdges && !m_sharedEdges.insert(ends).second) return;
    m_mesh.highOrderEdgePositions.push_back({m_nodes[mid], static_cast<Index>(m_mesh.edges.size()), 1, 1});
    m_mesh.edges.emplace_back(ends.first, ends.second);
  }

  void reportSkipped() {
    for (const auto& [type, count] : m_skipped)
      m_mesh.warnings.push_back(fmt::format("{} elements of type {} are left out: that type is not read", count, type));
    if (m_unknownNodes > 0)
      m_mesh.warnings.push_back(
          fmt::format("{} corners of elements name nodes the file does not hold, such as {}; the first node "
                      "is taken instead",
                      m_unknownNodes, m_unknownNode));
  }

  GmshNumbers m_in;
  MeshData m_mesh;
  NodeIds m_ids;
  IndexArray<10> m_nodes{};
  std::set<std::pair<Index, Index>> m_sharedEdges;
  std::map<std::int64_t, std::size_t> m_skipped;
  std::size_t m_unknownNodes = 0;
  std::int64_t m_unknownNode = 0;
};

}  // namespace

MeshData readGmsh(std::string_view text) { return GmshReader(text).read(); }

}  // namespace sofa::helper::mesh
