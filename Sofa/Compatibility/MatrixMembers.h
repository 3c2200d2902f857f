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
Matrix<Scalar, ColsAtCompileTime, RowsAtCompileTime> transposed() const { return this->transpose(); }
Matrix<Scalar, ColsAtCompileTime, RowsAtCompileTime> inverted() const { return this->inverse(); }
Matrix linearProduct(const Matrix& other) const { return this->cwiseProduct(other); }
Matrix linearDivision(const Matrix& other) const { return this->cwiseQuotient(other); }
const Scalar* ptr() const { return this->data(); }
Scalar* ptr() { return this->data(); }
