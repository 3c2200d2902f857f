// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

// Small binary files of Gmsh (reference manual, "MSH file format").
namespace sofa::helper::mesh::testing {

/// The bytes of a binary file.
class Bytes {
 public:
  explicit Bytes(std::endian order = std::endian::native) : m_order(order) {}
  Bytes& text(const std::string& text) {
    m_bytes += text;
    return *this;
  }
  template <class T, class... Values>
  Bytes& add(Values... values) {
    for (const T value : {static_cast<T>(values)...}) {
      std::string raw(reinterpret_cast<const char*>(&value), sizeof(T));
      if (m_order != std::endian::native) std::reverse(raw.begin(), raw.end());
      m_bytes += raw;
    }
    return *this;
  }
  const std::string& str() const { return m_bytes; }

 private:
  std::endian m_order;
  std::string m_bytes;
};

constexpr std::endian otherOrder = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;

/// Two triangles of groups 6 and 9, a pyramid and a tetrahedron, in format 2.2.
inline std::string binary2(std::endian order) {
  Bytes file(order);
  file.text("$MeshFormat\n2.2 1 8\n").add<int>(1).text("\n$EndMeshFormat\n$Nodes\n4\n");
  file.add<int>(10).add<double>(0, 0, 0).add<int>(20).add<double>(1, 0, 0);
  file.add<int>(5).add<double>(0, 1, 0).add<int>(7).add<double>(0, 0, 0.5);
  file.text("\n$EndNodes\n$Elements\n4\n");
  file.add<int>(2, 2, 2).add<int>(1, 1, 6, 10, 20, 5).add<int>(2, 1, 9, 7, 5, 20);
  file.add<int>(7, 1, 0).add<int>(3, 10, 20, 5, 7, 10);
  file.add<int>(4, 1, 2).add<int>(4, 1, 1, 10, 20, 5, 7);
  return file.text("\n$EndElements\n").str();
}

/// The same mesh in format 4.1, with ids 1 to 4 and points of its surface that carry parameters.
inline std::string binary4(std::endian order) {
  Bytes file(order);
  file.text("$MeshFormat\n4.1 1 8\n").add<int>(1).text("\n$EndMeshFormat\n");
  file.text("$Entities\n").add<std::uint64_t>(0, 0, 0, 10).text("\n$EndEntities\n$Nodes\n");
  file.add<std::uint64_t>(2, 4, 1, 4);
  file.add<int>(2, 1, 1).add<std::uint64_t>(3).add<std::uint64_t>(1, 2, 3);
  file.add<double>(0, 0, 0, 9, 9).add<double>(1, 0, 0, 9, 9).add<double>(0, 1, 0, 9, 9);
  file.add<int>(3, 1, 0).add<std::uint64_t>(1).add<std::uint64_t>(4).add<double>(0, 0, 0.5);
  file.text("\n$EndNodes\n$Elements\n").add<std::uint64_t>(3, 3, 1, 3);
  file.add<int>(2, 6, 2).add<std::uint64_t>(1).add<std::uint64_t>(1, 1, 2, 3);
  file.add<int>(2, 9, 2).add<std::uint64_t>(1).add<std::uint64_t>(2, 4, 3, 2);
  file.add<int>(3, 1, 4).add<std::uint64_t>(1).add<std::uint64_t>(3, 1, 2, 3, 4);
  return file.text("\n$EndElements\n").str();
}

/// The same mesh in format 4.0: tags come before dimensions, numbers of nodes are narrow and stand at their points.
inline std::string binary40(std::endian order) {
  Bytes file(order);
  file.text("$MeshFormat\n4 1 8\n").add<int>(1).text("\n$EndMeshFormat\n$Nodes\n");
  file.add<std::uint64_t>(2, 4);
  file.add<int>(1, 2, 1).add<std::uint64_t>(3);
  file.add<int>(1).add<double>(0, 0, 0, 9, 9).add<int>(2).add<double>(1, 0, 0, 9, 9);
  file.add<int>(3).add<double>(0, 1, 0, 9, 9);
  file.add<int>(1, 3, 0).add<std::uint64_t>(1).add<int>(4).add<double>(0, 0, 0.5);
  file.text("\n$EndNodes\n$Elements\n").add<std::uint64_t>(3, 3);
  file.add<int>(6, 2, 2).add<std::uint64_t>(1).add<int>(1, 1, 2, 3);
  file.add<int>(9, 2, 2).add<std::uint64_t>(1).add<int>(2, 4, 3, 2);
  file.add<int>(1, 3, 4).add<std::uint64_t>(1).add<int>(3, 1, 2, 3, 4);
  return file.text("\n$EndElements\n").str();
}

}  // namespace sofa::helper::mesh::testing
