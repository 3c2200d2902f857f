// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/GmshFile.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "Sofa/Helper/Mesh/GmshNumbers.h"
#include "Sofa/Helper/Mesh/GmshTypes.h"

namespace sofa::helper::mesh {
namespace {

using type::Index;

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
      const double version = readFormat();
      findSection("$Nodes");
      if (version < 3) {
        readNodes("$EndNodes");
        findSection("$Elements");
        m_in.isBinary() ? readElementRuns() : readElements(2);
      } else {
        m_isFormat40 = version < 4.1;
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
  double readFormat() {
    const double version = m_in.real("the version of the format");
    const bool isBinary = m_in.integer("the kind of file (0: ASCII, 1: binary)") != 0;
    if (!(version >= 2 && version < 100))
      m_in.fail(fmt::format("format {} is not known; known are 1, 2 and 4", version));
    if (!isBinary) {
      m_in.restOfLine();
      return version;
    }
    constexpr int wide = 8;
    if (const auto size = m_in.integer("the size of a real"); size != wide)
      m_in.fail(fmt::format("reals of {} bytes are not read, only of {}", size, wide));
    m_in.restOfLine();
    m_in.beginBinary();
    return version;
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
      if (const auto* known = findGmshType(type)) {
        readElementNodes(known->nodes, true);
        addElement(*known, tag, false);
      } else {
        ++m_skipped[type];
        m_in.restOfLine();
      }
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
      const auto* known = findGmshType(type);
      if (!known) return leaveRest(type, count - done);
      if (run == 0 || run > count - done)
        m_in.fail(fmt::format("a run of {} elements stands where {} are left", run, count - done));
      done += run;
      for (std::size_t i = 0; i < run; ++i) {
        m_in.integer("the number of an element");
        std::int64_t tag = 0;
        for (std::size_t k = 0; k < tags; ++k) tag = m_in.integer("a tag of an element");
        readElementNodes(known->nodes, true);
        addElement(*known, tag, false);
      }
    }
    expect("$EndElements");
  }

  /// Nobody knows how long an element of an unknown type is in a binary file.
  void leaveRest(std::int64_t type, std::size_t left) {
    m_mesh.errors.push_back(fmt::format(
        "elements of type {} are not known, and the {} elements from there on are left out: save it as text", type,
        left));
  }

  /// Numbers of no interest that stand in a line of text: the smallest and the largest that follow in a section.
  void passRange() {
    if (m_isFormat40) return;
    if (!m_in.isBinary()) return void(m_in.restOfLine());
    m_in.size("the smallest number");
    m_in.size("the largest number");
  }

  /// Numbers of nodes and elements are narrower in format 4.0.
  std::int64_t number(std::string_view what) { return m_isFormat40 ? m_in.integer(what) : m_in.size(what); }

  /// The two first numbers of a block, whose order changed with format 4.1.
  struct Entity {
    std::int64_t dimension, tag;
  };
  Entity readEntity() {
    const std::int64_t first = m_in.integer("the dimension and tag of a block");
    const std::int64_t second = m_in.integer("the dimension and tag of a block");
    return m_isFormat40 ? Entity{second, first} : Entity{first, second};
  }

  void readNodeBlocks() {
    const std::size_t blocks = m_in.count("node blocks", 8, 20);
    const std::size_t total = m_in.count("nodes", 7, m_isFormat40 ? 28 : 32);
    passRange();
    m_ids.reserve(total);
    m_mesh.positions.reserve(total);
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::int64_t dimension = readEntity().dimension;
      const bool parametric = m_in.integer("the word parametric of a node block") != 0;
      const std::size_t count = m_in.count("nodes of a block", 2, m_isFormat40 ? 28 : 32);
      const std::size_t first = m_mesh.positions.size();
      if (!m_isFormat40)
        for (std::size_t i = 0; i < count; ++i)
          m_ids.add(m_in.size("the number of a node"), static_cast<Index>(first + i));
      for (std::size_t i = 0; i < count; ++i) {
        if (m_isFormat40) m_ids.add(m_in.integer("the number of a node"), static_cast<Index>(first + i));
        m_mesh.positions.push_back(m_in.point("a coordinate of a node"));
        for (std::int64_t d = 0; parametric && d < dimension; ++d) m_in.real("a parameter of a node");
      }
    }
    expect("$EndNodes");
  }

  void readElementBlocks() {
    const std::size_t blocks = m_in.count("element blocks", 8, 20);
    std::size_t left = m_in.count("elements", 4, m_isFormat40 ? 8 : 16);
    passRange();
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::int64_t tag = readEntity().tag;
      const std::int64_t type = m_in.integer("the type of the elements of a block");
      const std::size_t count = m_in.count("elements of a block", 4, m_isFormat40 ? 8 : 16);
      const auto* known = findGmshType(type);
      if (!known && m_in.isBinary()) return leaveRest(type, left);
      left -= std::min(left, count);
      if (!known) m_skipped[type] += count;
      for (std::size_t i = 0; i < count; ++i) {
        number("the number of an element");
        if (known) readElementNodes(known->nodes, false);
        known ? addElement(*known, tag, true) : void(m_in.restOfLine());
      }
    }
    expect("$EndElements");
  }

  /// Formats 1 and 2 take an unknown node for the first one. Numbers of nodes are wider in format 4.
  void readElementNodes(std::size_t count, bool lenient) {
    m_nodes.resize(count);
    for (std::size_t n = 0; n < count; ++n) {
      const std::int64_t id = lenient ? m_in.integer("a node of an element") : number("a node of an element");
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

  /// Of second order, edges, triangles and tetrahedra keep the nodes in the middle of their edges.
  void addElement(const GmshType& type, std::int64_t tag, bool shareEdges) {
    m_mesh.isOfHighOrder |= type.nodes > type.corners();
    switch (type.shape) {
      case GmshShape::point:
        return;
      case GmshShape::line:
        if (type.nodes == 3) return addMidNode(0, 1, 2, shareEdges);
        return add(m_mesh.edges, &m_mesh.edgesGroups, tag);
      case GmshShape::triangle:
        add(m_mesh.triangles, &m_mesh.trianglesGroups, tag);
        if (type.nodes == 6)
          for (const auto& [a, b, mid] : {IndexArray<3>{0, 1, 3}, {1, 2, 4}, {0, 2, 5}})
            addMidNode(a, b, mid, shareEdges);
        return;
      case GmshShape::quad:
        return add(m_mesh.quads, nullptr, tag);
      case GmshShape::tetrahedron:
        add(m_mesh.tetrahedra, &m_mesh.tetrahedraGroups, tag);
        if (type.nodes == 10)
          for (const auto& [a, b, mid] :
               {IndexArray<3>{0, 1, 4}, {1, 2, 5}, {0, 2, 6}, {0, 3, 7}, {2, 3, 8}, {1, 3, 9}})
            addMidNode(a, b, mid, shareEdges);
        return;
      case GmshShape::hexahedron:
        return add(m_mesh.hexahedra, &m_mesh.hexahedraGroups, tag);
      case GmshShape::prism:
        return add(m_mesh.prisms, &m_mesh.prismsGroups, tag);
      case GmshShape::pyramid:
        return add(m_mesh.pyramids, &m_mesh.pyramidsGroups, tag);
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
  std::vector<Index> m_nodes;  // of the element that is read
  bool m_isFormat40 = false;
  std::set<std::pair<Index, Index>> m_sharedEdges;
  std::map<std::int64_t, std::size_t> m_skipped;
  std::size_t m_unknownNodes = 0;
  std::int64_t m_unknownNode = 0;
};

}  // namespace

MeshData readGmsh(std::string_view text) { return GmshReader(text).read(); }

}  // namespace sofa::helper::mesh
