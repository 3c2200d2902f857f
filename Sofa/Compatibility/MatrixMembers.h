// SPDX-License-Identifier: Apache-2.0
// No include guard and no namespace: Eigen includes this file inside the class Matrix (EIGEN_MATRIX_PLUGIN, which the
// target Sofa::Compatibility defines). Members that SOFA's Vec and Mat have and Eigen's matrices lack; they change
// neither size nor layout, so that vectors pass between such code and the library as they are.

static constexpr unsigned total_size = SizeAtCompileTime > 0 ? SizeAtCompileTime : 0;
static constexpr unsigned spatial_dimensions = total_size;
static constexpr unsigned static_size = total_size;
static constexpr unsigned nbLines = RowsAtCompileTime > 0 ? RowsAtCompileTime : 0;
static constexpr unsigned nbCols = ColsAtCompileTime > 0 ? ColsAtCompileTime : 0;
using Real = Scalar;

/// Entry of a vector, row of a matrix: m[i][j].
decltype(auto) operator[](Index i) {
  if constexpr (ColsAtCompileTime == 1 || RowsAtCompileTime == 1)
    return (this->coeffRef(i));
  else
    return this->row(i);
}
decltype(auto) operator[](Index i) const {
  if constexpr (ColsAtCompileTime == 1 || RowsAtCompileTime == 1)
    return (this->coeffRef(i));
  else
    return this->row(i);
}

Scalar norm2() const { return this->squaredNorm(); }
void clear() { this->setZero(); }
void identity() { this->setIdentity(); }
/// Not in place: m.transpose(other) and transposed() give what SOFA's m.transpose() makes of m.
[[nodiscard("the transposed matrix is the result; the matrix stays as it is")]] auto transpose() {
  return Base::transpose();
}
[[nodiscard("the transposed matrix is the result; the matrix stays as it is")]] auto transpose() const {
  return Base::transpose();
}
void transpose(const Matrix<Scalar, ColsAtCompileTime, RowsAtCompileTime>& other) { *this = other.transpose(); }
/// Becomes the inverse of another one; false, and as it was, if that has none.
bool invert(const Matrix& other) {
  if (other.determinant() == Scalar(0)) return false;
  *this = other.inverse();
  return true;
}
Matrix<Scalar, ColsAtCompileTime, 1> line(Index i) const { return this->row(i).transpose(); }
/// The largest of the absolute values for 0, their sum for 1, the Euclidean norm for 2.
Scalar lNorm(int l) const {
  if (l == 0) return this->cwiseAbs().maxCoeff();
  return l == 1 ? Scalar(this->cwiseAbs().sum()) : Scalar(std::pow(this->cwiseAbs().array().pow(l).sum(), 1.0 / l));
}
/// A part of it from row i on, as a value.
template <int N>
Matrix<Scalar, N, 1> getsub(Index i) const {
  return this->template segment<N>(i);
}
template <class Part>
void getsub(Index i, Part& part) const {
  part = this->segment(i, Part::SizeAtCompileTime);
}
template <class Part>
void getsub(Index row, Index column, Part& part) const {
  part = this->template block<Part::RowsAtCompileTime, Part::ColsAtCompileTime>(row, column);
}
template <class Part>
void setsub(Index i, const Part& part) {
  this->segment(i, Part::SizeAtCompileTime) = part;
}
template <class Part>
void setsub(Index row, Index column, const Part& part) {
  this->template block<Part::RowsAtCompileTime, Part::ColsAtCompileTime>(row, column) = part;
}
static unsigned getNbLines() { return nbLines; }
static unsigned getNbCols() { return nbCols; }
template <class... Others>
void set(Others... values) {
  Index i = 0;
  ((this->coeffRef(i++) = static_cast<Scalar>(values)), ...);
}
Matrix<Scalar, ColsAtCompileTime, RowsAtCompileTime> transposed() const { return this->transpose(); }
Matrix<Scalar, ColsAtCompileTime, RowsAtCompileTime> inverted() const { return this->inverse(); }
/// Its transpose times the other, and it times the other's transpose.
template <class Other>
auto multTranspose(const Other& other) const {
  return Matrix<Scalar, ColsAtCompileTime, Other::ColsAtCompileTime>(this->transpose().lazyProduct(other));
}
template <class Other>
auto multTransposed(const Other& other) const {
  return Matrix<Scalar, RowsAtCompileTime, Other::RowsAtCompileTime>(this->lazyProduct(other.transpose()));
}
Matrix linearProduct(const Matrix& other) const { return this->cwiseProduct(other); }
Matrix linearDivision(const Matrix& other) const { return this->cwiseQuotient(other); }
const Scalar* ptr() const { return this->data(); }
Scalar* ptr() { return this->data(); }

// Derivatives of bodies: the linear part, then the angular one.
Matrix(const Matrix<Scalar, 3, 1>& linear,
       const Matrix<Scalar, 3, 1>& angular) requires(RowsAtCompileTime == 6 && ColsAtCompileTime == 1) {
  this->template head<3>() = linear;
  this->template tail<3>() = angular;
}
static constexpr int linearSize = RowsAtCompileTime == 6 ? 3 : 2;
auto getVCenter() requires(RowsAtCompileTime == 6 || RowsAtCompileTime == 3) {
  return this->template head<linearSize>();
}
Matrix<Scalar, linearSize, 1> getVCenter() const requires(RowsAtCompileTime == 6 || RowsAtCompileTime == 3) {
  return this->template head<linearSize>();
}
auto getLinear() { return getVCenter(); }
auto getLinear() const { return getVCenter(); }
decltype(auto) getVOrientation() requires(RowsAtCompileTime == 6 || RowsAtCompileTime == 3) {
  if constexpr (RowsAtCompileTime == 6)
    return this->template tail<3>();
  else
    return (this->coeffRef(2));
}
auto getVOrientation() const requires(RowsAtCompileTime == 6 || RowsAtCompileTime == 3) {
  if constexpr (RowsAtCompileTime == 6)
    return Matrix<Scalar, 3, 1>(this->template tail<3>());
  else
    return this->coeff(2);
}
decltype(auto) getAngular() { return getVOrientation(); }
auto getAngular() const { return getVOrientation(); }

// A matrix by its rows.
template <class... Others>
Matrix(const Matrix<Scalar, ColsAtCompileTime, 1>& first, const Matrix<Scalar, ColsAtCompileTime, 1>& second,
       const Others&... others) requires(ColsAtCompileTime > 1 && RowsAtCompileTime == 2 + sizeof...(Others)) {
  this->row(0) = first.transpose();
  this->row(1) = second.transpose();
  Index i = 2;
  ((this->row(i++) = others.transpose()), ...);
}

// A vector in space from one in the plane, and one from a shorter one and its last entry.
Matrix(const Matrix<Scalar, 2, 1>& inPlane) requires(RowsAtCompileTime == 3 && ColsAtCompileTime == 1)
    : Matrix(inPlane[0], inPlane[1], Scalar(0)) {}
Matrix(const Matrix<Scalar, 1, 1>& onLine) requires(RowsAtCompileTime == 3 && ColsAtCompileTime == 1)
    : Matrix(onLine[0], Scalar(0), Scalar(0)) {}
Matrix(const Matrix<Scalar, 3, 1>& first,
       const Scalar& last) requires(RowsAtCompileTime == 4 && ColsAtCompileTime == 1) {
  this->template head<3>() = first;
  this->coeffRef(3) = last;
}
Matrix(const Matrix<Scalar, 2, 1>& first, const Scalar& last) requires(RowsAtCompileTime == 3 && ColsAtCompileTime == 1)
    : Matrix(first[0], first[1], last) {}
