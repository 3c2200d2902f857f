// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/Helper/LargeVector.h"
#include "Sofa/Helper/PackedBlock.h"

namespace sofa::linearalgebra {

using helper::Pack;
using helper::simdWidth;

/// Where the 3x3 blocks of packs of symmetric element matrices go, part by part of a mesh: those of each pair of nodes
/// are summed in the second-level cache, and a sum is then written to the two places it has in a matrix. So the values
/// of the matrix, which lie farther away, are written about once, in their order. Where rows of elements sum to zero, a
/// block on the diagonal is minus the sum of the others in its row.
///
/// A block that no part wrote before is stored: a matrix need not be cleared for it.
class PackSums {
 public:
  /// Position of a block that the matrix does not hold.
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  /// Two nodes of an element, the first not above the second; the same as two different ones of an element that names
  /// it twice: namedTwice.
  struct Pair {
    int first, second;
  };
  static constexpr int namedTwice = -1;
  /// Where a sum goes.
  struct Place {
    std::uint32_t position;  ///< of the block among the values
    std::uint32_t sum;       ///< twice its number, plus one where it is transposed
  };
  /// Sums of a part, in memory that its thread keeps.
  class Sums {
   public:
    /// Zero; `most`: for how many memory is kept.
    Sums(std::size_t count, std::size_t most);
    /// Adds the block in each lane to the sum of that number, lanes in order; k is lost.
    void add(const std::uint16_t* numbers, Pack (&k)[9]) const;
    void addOuterProducts(const std::uint16_t* numbers, const std::uint8_t* order, const double (&v)[4][4]) const;
    helper::PackedBlock take(std::uint32_t sum) const;

   private:
    static constexpr int lineSize = 8;  ///< the first doubles of a block: a cache line
    double *m_lines, *m_last;
  };

  /// nodes: `n` of each lane; those of a lane without element are `padding`, negative ones lie in no matrix. Parts
  /// begin with the lanes of `starts`, whose last entry is the end: set to where those that follow each other were
  /// joined, or cut. withDiagonal: rows of elements do not sum to zero.
  void plan(int n, std::span<const int> nodes, int padding, bool withDiagonal, std::vector<std::uint32_t>& starts);
  /// Of a part; the first has sum 1.
  std::span<const Pair> pairs(std::size_t part) const;

  /// What a part writes to a row: minus the sum of the blocks to the one on the diagonal, if it lies anywhere, and
  /// blocks, some maybe nowhere.
  struct Row {
    std::uint32_t diagonal;
    std::vector<Place> blocks;
  };
  void clearPlaces(std::size_t valueCount);
  /// The rows of the next part, ascending; parts are written in the order of these calls.
  void place(std::size_t part, std::span<const Row> rows);
  /// To be called after the last part.
  void finishPlaces();
  /// Clears all values that no part writes.
  void clearOthers(double* values) const;

  /// Sums of a part before anything is added.
  Sums start(std::size_t part) const { return {m_parts[part].pairs, m_mostPairs}; }
  /// Adds the blocks of a pack, in the form of Contribution::addElementPacks; they are lost.
  void add(std::size_t pack, int n, Pack (*k)[9], const Sums& sums) const;
  /// Adds P = v_a v_b^T for the pairs of four nodes, whose rows sum to zero, of each lane.
  void addOuterProducts(std::size_t pack, const Pack (&v)[4][3], const Sums& sums) const;
  /// values += factor sums, or = where no part wrote before and `isFirst`.
  void write(std::size_t part, const Sums& sums, double factor, bool isFirst, double* values) const;
  /// The same with -(ratio P + P^T + tr(P) 1) of the sums P.
  void writeIsotropic(std::size_t part, const Sums& sums, double ratio, double factor, bool isFirst, double* to) const;

 private:
  /// Of a pair of nodes of the elements of a pack.
  struct Lanes {
    std::uint16_t sum[simdWidth] = {};  ///< its number in the part; 0 is that of lanes without element
    std::uint16_t turned = 0;           ///< lanes (bits) whose first node is the higher one
  };
  /// Of a lane with four nodes, by ascending nodes: numbers of its pairs, and its nodes.
  struct OuterLane {
    std::uint16_t sum[6];
    std::uint8_t node[4];
  };
  struct Part {
    std::size_t firstPair, pairs, firstRow = 0, rows = 0, firstPlace = 0;
  };
  struct PlacedSum {
    std::uint16_t block;  ///< from the first of the row
    std::uint16_t sum;
  };
  /// Order of the places of a row: first stored, then added to, then nowhere.
  enum Kind { stored, added, leftOut };
  struct PlacedRow {
    std::uint32_t first, diagonal;  ///< positions
    bool isStored;                  ///< the one on the diagonal
    std::uint16_t count[3];         ///< of places of each kind
  };
  class PartBuilder;
  template <class BlockOf>
  void writeBlocks(std::size_t part, bool isFirst, double* values, const BlockOf& blockOf) const;

  std::size_t lanesOfPack(std::size_t n) const { return n * (n + 1) / 2 - (m_withDiagonal ? 0 : n); }
  bool isFirstAt(std::uint32_t position);
  void addRow(std::uint32_t first, std::uint32_t diagonal, std::span<const Place> places);

  bool m_withDiagonal = false;
  helper::LargeVector<Lanes> m_lanes;
  helper::LargeVector<OuterLane> m_outerLanes;  ///< where rows sum to zero
  std::vector<Pair> m_pairs;
  std::vector<Part> m_parts;
  std::size_t m_mostPairs = 0;  ///< of a part
  std::vector<PlacedRow> m_rows;
  helper::LargeVector<PlacedSum> m_places;
  std::vector<bool> m_written;                                    ///< blocks; while parts are placed
  std::vector<std::pair<std::uint32_t, std::uint32_t>> m_others;  ///< values from the first to before the second
};

}  // namespace sofa::linearalgebra
