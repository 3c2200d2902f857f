#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace sofa::linearalgebra {

/// All pairs of nodes that share an element, and the elements each pair shares.
class NodePairs {
 public:
  /// The 3x3 block of nodes (a, b) of an element, four nodes at most.
  struct Term {
    std::uint32_t code;
    std::uint32_t element() const { return code >> 4; }
    std::uint32_t a() const { return code >> 2 & 3; }
    std::uint32_t b() const { return code & 3; }
  };
  struct Pair {
    int first, second;                 ///< first <= second
    std::uint32_t position, mirrored;  ///< of the blocks (first, second) and (second, first)
    std::uint32_t firstTerm;
  };

  /// nodes: nodesPerElement for each element; negative ones are none.
  void build(std::span<const int> nodes, int nodesPerElement);

  std::size_t size() const { return m_pairs.size(); }
  Pair& operator[](std::size_t i) { return m_pairs[i]; }
  const Pair& operator[](std::size_t i) const { return m_pairs[i]; }
  /// In order of the elements.
  std::span<const Term> terms(std::size_t i) const {
    const std::size_t end = i + 1 < m_pairs.size() ? m_pairs[i + 1].firstTerm : m_terms.size();
    return {m_terms.data() + m_pairs[i].firstTerm, end - m_pairs[i].firstTerm};
  }

 private:
  std::vector<Pair> m_pairs;  ///< ascending
  std::vector<Term> m_terms;
};

}  // namespace sofa::linearalgebra
