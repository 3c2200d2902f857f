// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/PackSums.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <numeric>

#include "Sofa/Helper/Parallel.h"

namespace sofa::linearalgebra {

using helper::PackedBlock;

namespace {
constexpr std::uint32_t blockLength = 9, mostNumber = 65535;
constexpr int outerNodes = 4, outerPairs = 6;
}  // namespace

/// Numbers the pairs of a part, and of the next.
class PackSums::PartBuilder {
 public:
  PartBuilder(PackSums& to, int n, std::span<const int> nodes, int padding)
      : m_to(to), m_n(static_cast<std::size_t>(n)), m_nodes(nodes), m_padding(padding) {
    const int most = nodes.empty() ? 0 : *std::ranges::max_element(nodes);
    m_first.assign(static_cast<std::size_t>(std::max(most, 0)) + 1, none);
  }

  std::size_t count() const { return m_neighbours.size(); }
  void addPack(std::size_t pack) {
    for (std::size_t lane = 0; lane < simdWidth; ++lane) {
      const int* own = &m_nodes[(pack * simdWidth + lane) * m_n];
      if (own[0] == m_padding) continue;
      Lanes* lanes = m_to.m_lanes.data() + pack * m_to.lanesOfPack(m_n);
      for (std::size_t a = 0; a < m_n; ++a)
        for (std::size_t b = a + !m_to.m_withDiagonal; b < m_n; ++b, ++lanes) {
          const int first = own[a] < 0 ? outside : own[a], second = own[b] < 0 ? outside : own[b];
          lanes->sum[lane] = number(std::min(first, second), std::max(first, second), a == b);
          lanes->turned |= static_cast<std::uint16_t>((first > second) << lane);
        }
      if (!m_to.m_outerLanes.empty()) setOuterLane(pack * simdWidth + lane);
    }
  }
  void finish() {
    const std::size_t first = m_to.m_pairs.size() - count();
    m_to.m_parts.push_back({first, count()});
    m_to.m_mostPairs = std::max(m_to.m_mostPairs, count());
    for (const Pair& pair : std::span(m_to.m_pairs).subspan(first)) m_first[pair.first] = none;
    m_neighbours.clear();
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr int outside = INT_MAX / 3;  ///< a node for those that lie in no matrix
  struct Neighbour {
    int node;
    std::uint32_t next;  ///< of the same first node
  };

  void setOuterLane(std::size_t slot) {
    const int* nodes = &m_nodes[slot * m_n];
    const Lanes* lanes = m_to.m_lanes.data() + slot / simdWidth * outerPairs;
    OuterLane& outer = m_to.m_outerLanes[slot];
    std::iota(outer.node, std::end(outer.node), std::uint8_t{0});
    std::ranges::sort(outer.node, {}, [&](int a) { return nodes[a] < 0 ? outside : nodes[a]; });
    for (int i = 0, k = 0; i < outerNodes; ++i)
      for (int j = i + 1; j < outerNodes; ++j, ++k) {
        const auto [a, b] = std::minmax(outer.node[i], outer.node[j]);
        outer.sum[k] = lanes[a * (2 * outerNodes - a - 1) / 2 + b - a - 1].sum[slot % simdWidth];
      }
  }

  /// Of the sum of two nodes; 0, which is not looked at, where nothing comes of them.
  std::uint16_t number(int first, int second, bool isOne) {
    if (first == outside) return 0;
    if (first == second && !isOne) {
      // What would be added to the row is taken from it again.
      if (!m_to.m_withDiagonal) return 0;
      second = namedTwice;
    }
    std::uint32_t* next = &m_first[first];
    for (; *next != none; next = &m_neighbours[*next].next)
      if (m_neighbours[*next].node == second) return static_cast<std::uint16_t>(*next + 1);
    *next = static_cast<std::uint32_t>(m_neighbours.size());
    m_neighbours.push_back({second, none});
    m_to.m_pairs.push_back({first, second});
    return static_cast<std::uint16_t>(m_neighbours.size());
  }

  PackSums& m_to;
  std::size_t m_n;
  std::span<const int> m_nodes;
  int m_padding;
  std::vector<std::uint32_t> m_first;  ///< the first neighbour of each node
  std::vector<Neighbour> m_neighbours;
};

void PackSums::plan(int n, std::span<const int> nodes, int padding, bool withDiagonal,
                    std::vector<std::uint32_t>& starts) {
  // Of neither so many sums that they leave the second-level cache, nor so few parts that threads wait for each other.
  constexpr std::size_t mostSums = 14000, parts = 8;
  const std::size_t wanted = starts.back() / parts;
  m_withDiagonal = withDiagonal;
  m_lanes.assign(starts.back() / simdWidth * lanesOfPack(static_cast<std::size_t>(n)), {});
  m_outerLanes.assign(n == outerNodes && !withDiagonal ? starts.back() : 0, {});
  m_pairs.clear();
  m_parts.clear();
  m_mostPairs = 0;
  PartBuilder builder(*this, n, nodes, padding);
  std::vector<std::uint32_t> joined = {0};
  const auto cutAt = [&](std::size_t lane) {
    builder.finish();
    joined.push_back(static_cast<std::uint32_t>(lane));
  };
  for (std::size_t p = 0, last = 0; p + 1 < starts.size(); ++p) {  // last: sums of the stretch before
    const std::size_t before = builder.count();
    const bool isLarge = starts[p] - joined.back() >= wanted || before + last > mostSums;
    if (isLarge && starts[p] > joined.back()) cutAt(starts[p]);
    const std::size_t first = builder.count();
    for (std::size_t pack = starts[p] / simdWidth; pack < starts[p + 1] / simdWidth; ++pack) {
      if (builder.count() > 2 * mostSums) cutAt(pack * simdWidth);
      builder.addPack(pack);
    }
    last = builder.count() - std::min(first, builder.count());
  }
  cutAt(starts.back());
  starts = std::move(joined);
}

std::span<const PackSums::Pair> PackSums::pairs(std::size_t part) const {
  return {m_pairs.data() + m_parts[part].firstPair, m_parts[part].pairs};
}

void PackSums::clearPlaces(std::size_t valueCount) {
  m_places.clear();
  m_rows.clear();
  m_others.clear();
  m_written.assign(valueCount / blockLength, false);
}

bool PackSums::isFirstAt(std::uint32_t position) {
  const std::size_t block = position / blockLength;
  if (m_written[block]) return false;
  m_written[block] = true;
  return true;
}

void PackSums::place(std::size_t part, std::span<const Row> rows) {
  Part& p = m_parts[part];
  p.firstRow = m_rows.size();
  p.firstPlace = m_places.size();
  std::vector<Place> ordered;
  for (const Row& row : rows) {
    ordered = row.blocks;
    std::ranges::sort(ordered, {}, &Place::position);
    const std::span<const Place> places = ordered;
    for (std::size_t from = 0, to = 0; from < places.size(); from = to) {
      // Of many blocks in several steps, so that the numbers of a PlacedSum suffice.
      const std::uint32_t first = places[from].position;
      const auto isNear = [&](const Place& place) { return (place.position - first) / blockLength <= mostNumber; };
      while (to < places.size() && to - from < mostNumber && isNear(places[to])) ++to;
      addRow(first, row.diagonal, places.subspan(from, to - from));
    }
  }
  p.rows = m_rows.size() - p.firstRow;
}

void PackSums::addRow(std::uint32_t first, std::uint32_t diagonal, std::span<const Place> places) {
  PlacedRow row{first, diagonal, diagonal != nowhere && isFirstAt(diagonal), {}};
  std::vector<Kind> kinds;
  for (const auto& [position, sum] : places)
    kinds.push_back(position == nowhere ? leftOut : isFirstAt(position) ? stored : added);
  for (const Kind kind : {stored, added, leftOut})
    for (std::size_t i = 0; i < places.size(); ++i)
      if (kinds[i] == kind) {
        const std::uint32_t block = (places[i].position - first) / blockLength;
        m_places.push_back({static_cast<std::uint16_t>(block), static_cast<std::uint16_t>(places[i].sum)});
        ++row.count[kind];
      }
  m_rows.push_back(row);
}

void PackSums::finishPlaces() {
  constexpr std::uint32_t most = 4096;
  for (std::size_t b = 0; b < m_written.size(); ++b) {
    if (m_written[b]) continue;
    const auto position = static_cast<std::uint32_t>(b * blockLength);
    if (!m_others.empty() && m_others.back().second == position &&
        position - m_others.back().first < most * blockLength)
      m_others.back().second += blockLength;
    else
      m_others.push_back({position, position + blockLength});
  }
  m_written.clear();
  m_written.shrink_to_fit();
}

void PackSums::clearOthers(double* values) const {
  helper::parallelChunks(m_others.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) std::fill(values + m_others[i].first, values + m_others[i].second, 0.0);
  });
}

PackSums::Sums::Sums(std::size_t count, std::size_t most) {
  struct alignas(64) Line {
    double values[lineSize];
  };
  thread_local helper::LargeVector<Line> kept;
  if (const std::size_t lines = most + 1 + most / lineSize + 1; kept.size() < lines) kept.resize(lines);
  m_lines = kept.data()->values;
  m_last = m_lines + lineSize * (count + 1);
  std::memset(m_lines, 0, sizeof(double) * (lineSize + 1) * (count + 1));
}

namespace {

/// Transposes the block in each lane that has its bit.
SOFA_INLINE void turn(std::uint16_t bits, Pack (&k)[9]) {
  helper::Mask lanes;
  for (int lane = 0; lane < simdWidth; ++lane) lanes[lane] = std::int64_t{1} << lane;
  const helper::Mask isTurned = ((lanes - lanes + bits) & lanes) != 0;
  for (int c = 0; c < 3; ++c)
    for (int r = c + 1; r < 3; ++r) {
      const Pack low = k[3 * c + r], high = k[3 * r + c];
      k[3 * c + r] = isTurned ? high : low;
      k[3 * r + c] = isTurned ? low : high;
    }
}

}  // namespace

SOFA_INLINE void PackSums::Sums::add(const std::uint16_t* numbers, Pack (&k)[9]) const {
  for (int first = 0; first < lineSize; first += simdWidth) {
    auto& part = *reinterpret_cast<Pack(*)[simdWidth]>(k + first);
    helper::transpose(part);
    for (int lane = 0; lane < simdWidth; ++lane)
      *reinterpret_cast<Pack*>(m_lines + std::size_t{lineSize} * numbers[lane] + first) += part[lane];
  }
  for (int lane = 0; lane < simdWidth; ++lane) m_last[numbers[lane]] += k[lineSize][lane];
}

void PackSums::add(std::size_t pack, int n, Pack (*k)[9], const Sums& sums) const {
  const Lanes* lanes = m_lanes.data() + pack * lanesOfPack(static_cast<std::size_t>(n));
  for (int a = 0; a < n; ++a)
    for (int b = a; b < n; ++b, ++k) {
      if (a == b && !m_withDiagonal) continue;
      turn(lanes->turned, *k);
      sums.add(lanes->sum, *k);
      ++lanes;
    }
}

SOFA_INLINE PackedBlock PackSums::Sums::take(std::uint32_t sum) const {
  const double* const line = m_lines + std::size_t{lineSize} * (sum >> 1);
  const double last = m_last[sum >> 1];
#if defined(__AVX512F__)
  return {helper::load(line), last};
#else
  return {helper::load(line), helper::load(line + simdWidth), last};
#endif
}

namespace {

/// Transposed for an odd `sum`, as a Place says.
SOFA_INLINE PackedBlock oriented(const PackedBlock& block, std::uint32_t sum) {
#if defined(__AVX512F__)
  // By one instruction, whether or not: a branch would often be guessed wrong.
  alignas(64) static constexpr std::int64_t order[2][simdWidth] = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 3, 6, 1, 4, 7, 2, 5}};
  return {_mm512_permutexvar_pd(_mm512_load_epi64(order[sum & 1]), block.head), block.tail};
#else
  return sum & 1 ? block.transposed() : block;
#endif
}

SOFA_INLINE void storeBlock(const PackedBlock& block, double* to) {
#if defined(__AVX512F__)
  helper::store(to, block.head);
#else
  helper::store(to, block.low);
  helper::store(to + simdWidth, block.high);
#endif
  to[8] = block.tail;
}

/// Eight doubles, whatever the width of packs.
typedef double Line __attribute__((vector_size(64), may_alias));

/// Four doubles and the same again.
SOFA_INLINE Line loadTwice(const double* from) {
#if defined(__AVX512F__)
  return _mm512_broadcast_f64x4(_mm256_load_pd(from));
#else
  const helper::Row row = *reinterpret_cast<const helper::Row*>(from);
  return __builtin_shufflevector(row, row, 0, 1, 2, 3, 0, 1, 2, 3);
#endif
}

}  // namespace

SOFA_INLINE void PackSums::Sums::addOuterProducts(const std::uint16_t* numbers, const std::uint8_t* order,
                                                  const double (&v)[4][4]) const {
  double *const lines = m_lines, *const lasts = m_last;
  Line rows[outerNodes], columns[outerNodes];
  double last[outerNodes];
  for (int i = 0; i < outerNodes; ++i) {
    const double* const vector = v[order[i]];
    const Line twice = loadTwice(vector);
    rows[i] = __builtin_shufflevector(twice, twice, 0, 1, 2, 0, 1, 2, 0, 1);
    columns[i] = __builtin_shufflevector(twice, twice, 0, 0, 0, 1, 1, 1, 2, 2);
    last[i] = vector[2];
  }
  for (int i = 0; i < outerNodes; ++i)
    for (int j = i + 1; j < outerNodes; ++j, ++numbers) {
      *reinterpret_cast<Line*>(lines + std::size_t{lineSize} * *numbers) += rows[i] * columns[j];
      lasts[*numbers] += last[i] * last[j];
    }
}

void PackSums::addOuterProducts(std::size_t pack, const Pack (&v)[4][3], const Sums& sums) const {
  constexpr int atOnce = simdWidth / outerNodes;
  alignas(64) double ofLane[simdWidth][outerNodes][4];
  for (int first = 0; first < outerNodes; first += atOnce) {
    Pack some[simdWidth] = {};
    for (int i = 0; i < atOnce; ++i)
      for (int c = 0; c < 3; ++c) some[4 * i + c] = v[first + i][c];
    helper::transpose(some);
    for (int lane = 0; lane < simdWidth; ++lane) helper::store(ofLane[lane][first], some[lane]);
  }
  const OuterLane* const lanes = m_outerLanes.data() + pack * simdWidth;
  for (int lane = 0; lane < simdWidth; ++lane) {
    const OuterLane own = lanes[lane];  // a copy: what is added might change that one, for all the compiler knows
    sums.addOuterProducts(own.sum, own.node, ofLane[lane]);
  }
}

void PackSums::write(std::size_t part, const Sums& sums, double factor, bool isFirst, double* values) const {
  writeBlocks(part, isFirst, values, [&](std::uint32_t sum) { return oriented(sums.take(sum), sum) * factor; });
}

void PackSums::writeIsotropic(std::size_t part, const Sums& sums, double ratio, double factor, bool isFirst,
                              double* values) const {
  const double ofSum[2] = {-factor * ratio, -factor}, ofTransposed[2] = {-factor, -factor * ratio};
  writeBlocks(part, isFirst, values, [&](std::uint32_t sum) {
    const PackedBlock p = sums.take(sum);
    return (p * ofSum[sum & 1] + p.transposed() * ofTransposed[sum & 1]).plusDiagonal(-factor * p.trace());
  });
}

template <class BlockOf>
SOFA_INLINE void PackSums::writeBlocks(std::size_t part, bool isFirst, double* values, const BlockOf& blockOf) const {
  const Part& p = m_parts[part];
  const PlacedSum* place = m_places.data() + p.firstPlace;
  for (const PlacedRow& row : std::span(m_rows).subspan(p.firstRow, p.rows)) {
    PackedBlock sum{};
    double* const blocks = values + row.first;
    const auto forNext = [&](Kind kind, const auto& put) {
      for (const PlacedSum* const end = place + row.count[kind]; place < end; ++place) {
        const PackedBlock block = blockOf(place->sum);
        sum = sum + block;
        put(block);
      }
    };
    const auto add = [&](const PackedBlock& block) { block.addTo(blocks + blockLength * place->block); };
    if (isFirst)
      forNext(stored, [&](const PackedBlock& block) { storeBlock(block, blocks + blockLength * place->block); });
    else
      forNext(stored, add);
    forNext(added, add);
    forNext(leftOut, [](const PackedBlock&) {});
    if (row.diagonal == nowhere) continue;
    const PackedBlock diagonal = sum * -1;
    if (isFirst && row.isStored)
      storeBlock(diagonal, values + row.diagonal);
    else
      diagonal.addTo(values + row.diagonal);
  }
}

}  // namespace sofa::linearalgebra
