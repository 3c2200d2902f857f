// SPDX-License-Identifier: Apache-2.0
// No include guard and no namespace: Sofa/Type/Mat.h includes this file inside the class Mat (SOFA_AUTHOR_MATRIX, which
// Sofa/Compatibility/Author.h defines). Members that SOFA's Vec and Mat have besides; they change neither size nor
// layout, so that vectors pass between such code and the library as they are.

static constexpr unsigned total_size = R * C;
static constexpr unsigned spatial_dimensions = total_size;
static constexpr unsigned static_size = total_size;
static constexpr unsigned nbLines = R;
static constexpr unsigned nbCols = C;
using Real = T;
using Size = unsigned;

/// Entry of a vector, row of a matrix: m[i][j].
decltype(auto) operator[](std::ptrdiff_t i) & {
  if constexpr (C == 1 || R == 1)
    return (m_entries[i]);
  else
    return this->row(i);
}
decltype(auto) operator[](std::ptrdiff_t i) const& {
  if constexpr (C == 1 || R == 1) {
    return (m_entries[i]);
  } else {
    const Mat<1, C, T> row = this->row(i);  // not to be written to
    return row;
  }
}
auto operator[](std::ptrdiff_t i) && { return std::as_const(*this)[i]; }

T norm2() const { return this->squaredNorm(); }
void clear() { this->setZero(); }
void identity() { this->setIdentity(); }
/// Not in place: m.transpose(other) and transposed() give what SOFA's m.transpose() makes of m.
[[nodiscard("the transposed matrix is the result; the matrix stays as it is")]] Mat<C, R, T> transpose() const {
  return Base::transpose();
}
void transpose(const Mat<C, R, T>& other) { *this = other.transpose(); }
/// Becomes the inverse of another one; false, and as it was, if that has none.
bool invert(const Mat& other) {
  if (other.determinant() == T(0)) return false;
  *this = other.inverse();
  return true;
}
Mat<C, 1, T> line(std::ptrdiff_t i) const { return this->row(i); }
/// The largest of the absolute values for 0, their sum for 1, the Euclidean norm for 2.
T lNorm(int l) const {
  if (l == 0) return this->cwiseAbs().maxCoeff();
  return l == 1 ? this->cwiseAbs().sum() : T(std::pow(this->array().abs().pow(l).sum(), 1.0 / l));
}
/// A part of it from row i on, as a value.
template <int N>
Mat<N, 1, T> getsub(std::ptrdiff_t i) const {
  return this->template segment<N>(i);
}
template <class Part>
void getsub(std::ptrdiff_t i, Part& part) const {
  part = this->template segment<Part::SizeAtCompileTime>(i);
}
template <class Part>
void getsub(std::ptrdiff_t row, std::ptrdiff_t column, Part& part) const {
  part = this->template block<Part::RowsAtCompileTime, Part::ColsAtCompileTime>(row, column);
}
template <class Part>
void setsub(std::ptrdiff_t i, const Part& part) {
  this->template segment<Part::SizeAtCompileTime>(i) = part;
}
template <class Part>
void setsub(std::ptrdiff_t row, std::ptrdiff_t column, const Part& part) {
  this->template block<Part::RowsAtCompileTime, Part::ColsAtCompileTime>(row, column) = part;
}
static unsigned getNbLines() { return nbLines; }
static unsigned getNbCols() { return nbCols; }
template <class... Others>
void set(Others... values) {
  int i = 0;
  ((m_entries[i++] = static_cast<T>(values)), ...);
}
Mat<C, R, T> transposed() const { return Base::transpose(); }
Mat<C, R, T> inverted() const { return this->inverse(); }
/// Its transpose times the other, and it times the other's transpose.
template <class Other>
auto multTranspose(const Other& other) const {
  return Base::transpose().times(other);
}
template <class Other>
auto multTransposed(const Other& other) const {
  return this->times(other.transpose());
}
Mat linearProduct(const Mat& other) const { return this->cwiseProduct(other); }
Mat linearDivision(const Mat& other) const { return this->cwiseQuotient(other); }
const T* ptr() const { return m_entries; }
T* ptr() { return m_entries; }

// Derivatives of bodies: the linear part, then the angular one.
Mat(const Mat<3, 1, T>& linear, const Mat<3, 1, T>& angular) requires(R == 6 && C == 1) {
  this->template head<3>() = linear;
  this->template tail<3>() = angular;
}
static constexpr int linearSize = R == 6 ? 3 : 2;
auto getVCenter() & requires(R == 6 || R == 3) { return this->template head<linearSize>(); }
Mat<linearSize, 1, T> getVCenter() const& requires(R == 6 || R == 3) { return this->template head<linearSize>(); }
auto getLinear() & { return getVCenter(); }
auto getLinear() const& { return getVCenter(); }
decltype(auto) getVOrientation() & requires(R == 6 || R == 3) {
  if constexpr (R == 6)
    return this->template tail<3>();
  else
    return (m_entries[2]);
}
auto getVOrientation() const& requires(R == 6 || R == 3) {
  if constexpr (R == 6)
    return this->template tail<3>();
  else
    return m_entries[2];
}
decltype(auto) getAngular() & { return getVOrientation(); }
auto getAngular() const& { return getVOrientation(); }

// A matrix by its rows.
template <class... Others>
Mat(const Mat<C, 1, T>& first, const Mat<C, 1, T>& second,
    const Others&... others) requires(C > 1 && R == 2 + sizeof...(Others)) {
  this->row(0) = first;
  this->row(1) = second;
  int i = 2;
  ((this->row(i++) = others), ...);
}

// A vector in space from one in the plane, and one from a shorter one and its last entry.
Mat(const Mat<2, 1, T>& inPlane) requires(R == 3 && C == 1) : m_entries{inPlane[0], inPlane[1], T(0)} {}
Mat(const Mat<1, 1, T>& onLine) requires(R == 3 && C == 1) : m_entries{onLine[0], T(0), T(0)} {}
Mat(const Mat<3, 1, T>& first, const T& last) requires(R == 4 && C == 1) {
  this->template head<3>() = first;
  m_entries[3] = last;
}
Mat(const Mat<2, 1, T>& first, const T& last) requires(R == 3 && C == 1) : m_entries{first[0], first[1], last} {}
