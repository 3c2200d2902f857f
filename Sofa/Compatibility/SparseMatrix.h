// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <Eigen/SparseCore>
#include <map>
#include <vector>

#include "Sofa/Compatibility/Data.h"
#include "Sofa/Compatibility/FullVector.h"

namespace sofa::linearalgebra {

/// Size of the blocks that a sparse matrix is declared with.
template <class Block>
struct BlockShape {
  static constexpr int rows = 1, columns = 1;
};
template <class S, int R, int C>
struct BlockShape<type::Mat<R, C, S>> {
  static constexpr int rows = R, columns = C;
};

/// A sparse matrix that is read and written entry by entry, in any order; `rows` and `columns` count reals. What was
/// written since compress() lies apart, and is found all the same.
template <class Block>
class CompressedRowSparseMatrix : public BaseMatrix {
 public:
  using Real = double;
  using Index = BaseMatrix::Index;
  using VecIndex = std::vector<Index>;
  using VecBlock = std::vector<Block>;
  using Compressed = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  static constexpr Index NL = BlockShape<Block>::rows, NC = BlockShape<Block>::columns;

  CompressedRowSparseMatrix() = default;
  CompressedRowSparseMatrix(Index rows, Index columns) { resize(rows, columns); }

  using BaseMatrix::add;
  using BaseMatrix::clear;
  Index rowSize() const override { return static_cast<Index>(m_matrix.rows()); }
  Index colSize() const override { return static_cast<Index>(m_matrix.cols()); }
  Index rowBSize() const { return rowSize() / NL; }
  Index colBSize() const { return colSize() / NC; }
  void resize(Index rows, Index columns) override {
    m_matrix = Compressed(rows, columns);
    m_written.clear();
  }
  void resizeBlock(Index rows, Index columns) { resize(rows * NL, columns * NC); }
  void clear() override { resize(rowSize(), colSize()); }
  SReal element(Index row, Index column) const override {
    const auto it = m_written.find({row, column});
    return it != m_written.end() ? it->second : m_matrix.coeff(row, column);
  }
  void set(Index row, Index column, double value) override { m_written[{row, column}] = value; }
  void add(Index row, Index column, double value) override {
    const auto [it, isNew] = m_written.try_emplace({row, column}, value);
    if (!isNew)
      it->second += value;
    else
      it->second += m_matrix.coeff(row, column);
  }
  void addBlock(Index row, Index column, const Block& block) { add(row * NL, column * NC, block); }
  Block getBlock(Index row, Index column) const {
    Block block{};
    if constexpr (std::is_arithmetic_v<Block>)
      block = static_cast<Block>(element(row, column));
    else
      for (Index i = 0; i < NL; ++i)
        for (Index j = 0; j < NC; ++j) block(i, j) = element(row * NL + i, column * NC + j);
    return block;
  }
  void clearRow(Index row) override {
    forEachEntry([&](Index i, Index j, double) {
      if (i == row) m_written[{i, j}] = 0;
    });
  }
  void clearCol(Index column) override {
    forEachEntry([&](Index i, Index j, double) {
      if (j == column) m_written[{i, j}] = 0;
    });
  }
  void compress() override { compressed(); }

  void forEachEntry(const std::function<void(Index, Index, double)>& f) const override {
    const Compressed& matrix = compressed();
    for (Index i = 0; i < rowSize(); ++i)
      for (typename Compressed::InnerIterator entry(matrix, i); entry; ++entry)
        f(i, static_cast<Index>(entry.col()), entry.value());
  }
  /// Everything written so far, as a matrix of Eigen.
  const Compressed& compressed() const {
    if (m_written.empty()) return m_matrix;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < rowSize(); ++i)
      for (typename Compressed::InnerIterator entry(m_matrix, i); entry; ++entry)
        if (!m_written.contains({i, static_cast<Index>(entry.col())}))
          entries.emplace_back(i, static_cast<Index>(entry.col()), entry.value());
    for (const auto& [place, value] : m_written) entries.emplace_back(place.first, place.second, value);
    m_matrix.setFromTriplets(entries.begin(), entries.end());
    m_written.clear();
    return m_matrix;
  }
  /// Where the entries of each row begin, their columns and values.
  const Index* getRowBegin() const { return compressed().outerIndexPtr(); }
  const Index* getColsIndex() const { return compressed().innerIndexPtr(); }
  const double* getColsValue() const { return compressed().valuePtr(); }
  Index countEntries() const { return static_cast<Index>(compressed().nonZeros()); }

  /// result = M v, and result += M v.
  template <class V1, class V2>
  void mul(V1& result, const V2& v) const {
    for (Index i = 0; i < rowSize(); ++i) result[i] = 0;
    addMul(result, v);
  }
  template <class V1, class V2>
  void addMul(V1&& result, const V2& v) const {
    forEachEntry([&](Index i, Index j, double value) { result[i] += value * v[j]; });
  }
  template <class V1, class V2>
  void addMulTranspose(V1&& result, const V2& v) const {
    forEachEntry([&](Index i, Index j, double value) { result[j] += value * v[i]; });
  }

 private:
  mutable Compressed m_matrix;
  mutable std::map<std::pair<Index, Index>, double> m_written;
};

/// J of a mapping between these data types: sizes and blocks by points.
template <class In, class Out>
class EigenSparseMatrix : public CompressedRowSparseMatrix<type::Mat<Out::derivSize, In::derivSize>> {
 public:
  using Index = BaseMatrix::Index;
  using Block = type::Mat<Out::derivSize, In::derivSize>;
  using CompressedMatrix = typename CompressedRowSparseMatrix<Block>::Compressed;

  void resizeBlocks(Index rows, Index columns) { this->resizeBlock(rows, columns); }
  /// Rows of points may be begun in any order.
  void beginBlockRow(Index row) { m_row = row; }
  void createBlock(Index column, const Block& block) { this->addBlock(m_row, column, block); }
  void endBlockRow() {}
  void insertBackBlock(Index row, Index column, const Block& block) { this->addBlock(row, column, block); }
  /// out = J in, and the like on vectors of points.
  void mult(sofa::Data<typename Out::VecDeriv>& out, const sofa::Data<typename In::VecDeriv>& in) const {
    mult(*out.beginEdit(), in.getValue());
  }
  void mult(typename Out::VecDeriv& out, const typename In::VecDeriv& in) const {
    const auto result = reals(out);
    std::fill(result.begin(), result.end(), 0.0);
    this->addMul(result, reals(in));
  }
  void addMult(sofa::Data<typename Out::VecDeriv>& out, const sofa::Data<typename In::VecDeriv>& in) const {
    this->addMul(reals(*out.beginEdit()), reals(in.getValue()));
  }
  void addMultTranspose(sofa::Data<typename In::VecDeriv>& in, const sofa::Data<typename Out::VecDeriv>& out) const {
    this->addMulTranspose(reals(*in.beginEdit()), reals(out.getValue()));
  }
  void addMultTranspose(typename In::VecDeriv& in, const typename Out::VecDeriv& out) const {
    this->addMulTranspose(reals(in), reals(out));
  }
  const CompressedMatrix& compressedMatrix() const { return this->compressed(); }

 private:
  template <class V>
  static auto reals(V& v) {
    using Point = std::remove_reference_t<decltype(v[0])>;
    using Real = std::conditional_t<std::is_const_v<Point>, const double, double>;
    return std::span<Real>(reinterpret_cast<Real*>(v.data()), v.size() * sizeof(Point) / sizeof(double));
  }

  Index m_row = 0;
};

}  // namespace sofa::linearalgebra
