// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MatrixProbe.h"

#include <algorithm>
#include <cmath>

#include "Sofa/LinearAlgebra/BlockSize.h"
#include "Sofa/LinearAlgebra/CommonBlockSize.h"

namespace sofa::core {

namespace {

/// Relative difference from which on the pattern is thought to have changed; rounding stays far below.
constexpr double tolerance = 1e-9;

void sortUnique(std::vector<int>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

template <class Point>
void collect(std::span<BaseState* const> states, std::vector<Point>& points) {
  points.clear();
  int offset = 0;
  for (auto* state : states)
    for (std::size_t i = 0; i < state->size(); ++i, offset += state->derivSize())
      points.push_back({state, static_cast<int>(i), state->derivSize(), offset});
}

/// The block between two points: height x width numbers, column by column.
struct PointBlock {
  const double* values;
  int height, width;
};

int partSize(int width) {
  linearalgebra::CommonBlockSize size;
  size.include(width);
  return size.value();
}

/// Adds a block in parts of the sizes that matrices have.
void addInParts(const MatrixView& view, int row, int column, const PointBlock& block) {
  linearalgebra::withBlockSize(partSize(block.height), [&](auto height) {
    linearalgebra::withBlockSize(partSize(block.width), [&](auto width) {
      type::Mat<decltype(height)::value, decltype(width)::value> part;
      for (int c = 0; c < block.width; c += width)
        for (int r = 0; r < block.height; r += height) {
          for (int j = 0; j < width; ++j)
            for (int i = 0; i < height; ++i) part(i, j) = block.values[(c + j) * block.height + r + i];
          view(row + r, column + c) += part;
        }
    });
  });
}

}  // namespace

bool MatrixProbe::update(std::span<BaseState* const> inputs, std::span<BaseState* const> outputs) {
  const auto same = [](std::span<BaseState* const> states,
                       const std::vector<std::pair<BaseState*, std::size_t>>& known) {
    return std::ranges::equal(states, known, [](const BaseState* state, const auto& before) {
      return state == before.first && state->size() == before.second;
    });
  };
  if (same(inputs, m_inputStates) && same(outputs, m_outputStates)) return true;
  const auto remember = [](std::span<BaseState* const> states, auto& known, auto& points, auto& values) {
    known.clear();
    for (auto* state : states) known.emplace_back(state, state->size());
    collect(states, points);
    values.assign(points.empty() ? 0 : points.back().offset + points.back().width, 0.0);
  };
  remember(inputs, m_inputStates, m_inputs, m_direction);
  remember(outputs, m_outputStates, m_outputs, m_result);
  m_blocks.clear();
  m_blockStart.assign(m_inputs.size() + 1, 0);
  return false;
}

void MatrixProbe::run(std::span<BaseState* const> inputs, std::span<BaseState* const> outputs, const BlockTable& table,
                      const std::function<void()>& product) {
  m_known = update(inputs, outputs) && m_known;
  for (auto* state : inputs) state->allocate(vec::probe);
  for (auto* state : outputs) state->allocate(vec::probeResult);
  std::ranges::fill(m_direction, 0.0);
  m_products = 0;
  if (m_known) probeGroups(product);
  if (!m_known || !agrees(product)) probeAll(product);
  m_known = true;
  insert(table);
}

void MatrixProbe::askProduct(const std::function<void()>& product) {
  auto from = m_direction.begin();
  for (const auto& [state, size] : m_inputStates) {
    const auto direction = state->hostWrite(vec::probe);
    std::copy_n(from, direction.size(), direction.begin());
    from += static_cast<std::ptrdiff_t>(direction.size());
  }
  product();
  ++m_products;
  auto to = m_result.begin();
  for (const auto& [state, size] : m_outputStates) to = std::ranges::copy(state->hostRead(vec::probeResult), to).out;
}

void MatrixProbe::probeAll(const std::function<void()>& product) {
  std::vector<std::vector<int>> touched(m_inputs.size());
  std::vector<std::vector<std::pair<int, double>>> found(m_direction.size());
  std::size_t count = 0;
  for (std::size_t p = 0; p < m_inputs.size(); ++p) {
    for (int k = 0; k < m_inputs[p].width; ++k) {
      const int j = m_inputs[p].offset + k;
      m_direction[j] = 1;
      askProduct(product);
      m_direction[j] = 0;
      for (std::size_t q = 0; q < m_outputs.size(); ++q) {
        const auto first = m_result.begin() + m_outputs[q].offset;
        if (std::all_of(first, first + m_outputs[q].width, [](double v) { return v == 0; })) continue;
        touched[p].push_back(static_cast<int>(q));
        for (int i = 0; i < m_outputs[q].width; ++i) found[j].emplace_back(m_outputs[q].offset + i, first[i]);
      }
    }
    sortUnique(touched[p]);
    count += touched[p].size();
  }
  // What was touched before is kept within limits: a term that vanishes for a while then changes no pattern.
  if (m_blocks.size() <= 2 * count)
    for (std::size_t p = 0; p < m_inputs.size(); ++p) {
      for (std::size_t b = m_blockStart[p]; b < m_blockStart[p + 1]; ++b) touched[p].push_back(m_blocks[b].point);
      sortUnique(touched[p]);
    }
  setPattern(std::move(touched));
  for (std::size_t p = 0; p < m_inputs.size(); ++p)
    for (int k = 0; k < m_inputs[p].width; ++k) {
      auto entry = found[m_inputs[p].offset + k].begin();
      const auto end = found[m_inputs[p].offset + k].end();
      for (std::size_t b = m_blockStart[p]; b < m_blockStart[p + 1] && entry != end; ++b) {
        const Point& q = m_outputs[m_blocks[b].point];
        for (int i = 0; entry != end && entry->first == q.offset + i && i < q.width; ++i, ++entry)
          m_values[m_blocks[b].values + k * q.width + i] = entry->second;
      }
    }
}

void MatrixProbe::setPattern(std::vector<std::vector<int>> touched) {
  m_blocks.clear();
  m_blockStart.assign(1, 0);
  std::size_t values = 0;
  for (std::size_t p = 0; p < touched.size(); ++p) {
    for (const int q : touched[p]) {
      m_blocks.push_back({q, values});
      values += static_cast<std::size_t>(m_inputs[p].width) * m_outputs[q].width;
    }
    m_blockStart.push_back(m_blocks.size());
  }
  m_values.assign(values, 0.0);
  colour();
}

void MatrixProbe::colour() {
  m_groups.clear();
  std::vector<std::vector<int>> coloursAt(m_outputs.size());  // of the input points that touch an output point
  std::vector<std::size_t> takenBy;                           // by colour: 1 + the last point that may not have it
  for (std::size_t p = 0; p < m_inputs.size(); ++p) {
    const std::span<const Block> blocks(m_blocks.data() + m_blockStart[p], m_blockStart[p + 1] - m_blockStart[p]);
    if (blocks.empty()) continue;
    for (const Block& block : blocks)
      for (const int c : coloursAt[block.point]) takenBy[c] = p + 1;
    std::size_t c = 0;
    while (c < takenBy.size() && takenBy[c] == p + 1) ++c;
    if (c == takenBy.size()) {
      takenBy.push_back(0);
      m_groups.emplace_back();
    }
    m_groups[c].push_back(static_cast<int>(p));
    for (const Block& block : blocks) coloursAt[block.point].push_back(static_cast<int>(c));
  }
}

void MatrixProbe::probeGroups(const std::function<void()>& product) {
  for (const auto& group : m_groups) {
    int width = 0;
    for (const int p : group) width = std::max(width, m_inputs[p].width);
    for (int k = 0; k < width; ++k) {
      for (const int p : group)
        if (k < m_inputs[p].width) m_direction[m_inputs[p].offset + k] = 1;
      askProduct(product);
      for (const int p : group) {
        if (k >= m_inputs[p].width) continue;
        m_direction[m_inputs[p].offset + k] = 0;
        for (std::size_t b = m_blockStart[p]; b < m_blockStart[p + 1]; ++b) {
          const Point& q = m_outputs[m_blocks[b].point];
          std::copy_n(m_result.begin() + q.offset, q.width, m_values.begin() + m_blocks[b].values + k * q.width);
        }
      }
    }
  }
}

bool MatrixProbe::agrees(const std::function<void()>& product) {
  // Multiples of the golden ratio, modulo 1: no two columns cancel by accident.
  for (std::size_t j = 0; j < m_direction.size(); ++j)
    m_direction[j] = 0.5 + std::fmod(0.6180339887498949 * double(j + 1), 1.0);
  askProduct(product);
  m_difference = m_result;
  double size = 0;
  for (std::size_t p = 0; p < m_inputs.size(); ++p)
    for (std::size_t b = m_blockStart[p]; b < m_blockStart[p + 1]; ++b) {
      const Point& q = m_outputs[m_blocks[b].point];
      for (int k = 0; k < m_inputs[p].width; ++k)
        for (int i = 0; i < q.width; ++i) {
          const double term = m_values[m_blocks[b].values + k * q.width + i] * m_direction[m_inputs[p].offset + k];
          m_difference[q.offset + i] -= term;
          size = std::max(size, std::abs(term));
        }
    }
  std::ranges::fill(m_direction, 0.0);
  return std::ranges::all_of(m_difference, [&](double d) { return std::abs(d) <= tolerance * size; });
}

void MatrixProbe::insert(const BlockTable& table) const {
  for (std::size_t p = 0; p < m_inputs.size(); ++p)
    for (std::size_t b = m_blockStart[p]; b < m_blockStart[p + 1]; ++b) {
      const Point& q = m_outputs[m_blocks[b].point];
      const Point& in = m_inputs[p];
      addInParts(table.view(q.state, in.state), q.index * q.width, in.index * in.width,
                 {m_values.data() + m_blocks[b].values, q.width, in.width});
    }
}

}  // namespace sofa::core
