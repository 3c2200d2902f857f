// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstring>

#include "Sofa/Component/ConstraintLagrangian/FrameCompliances.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::constraintlagrangian {

/// Correction with a compliance of its own for every point, none between points.
///
/// Vec types: one value per point (m/N). Rigid3: c and the upper triangle of a rotational compliance, used in world
/// axes; all frames share them. In exact scenes, and where the mass has `gyroscopic`, a compliance that comes from the
/// mass is that of each frame, turned with it.
template <class DataTypes>
class UncoupledConstraintCorrection : public core::ConstraintCorrection {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<std::vector<double>> d_compliance{
      this, "compliance", {}, "compliance of each point; Rigid3: c, r00, r01, r02, r11, r12, r22 for all"};
  Data<double> d_defaultCompliance{this, "defaultCompliance", 1e-5, "compliance of points without a value"};
  Data<bool> d_verbose{this, "verbose", false, "kept for scenes that set it; see printLog"};
  Data<double> d_correctionVelocityFactor{
      this, "correctionVelocityFactor", 1.0,
      "part of the correction that enters velocities, without the solver's factors"};
  Data<double> d_correctionPositionFactor{this, "correctionPositionFactor", 1.0,
                                          "part of the correction that enters positions, without the solver's factors"};
  Data<bool> d_useOdeSolverIntegrationFactors{this, "useOdeSolverIntegrationFactors", true,
                                              "scale by the integration factors of the ODE solver"};
  core::Link<core::State<DataTypes>> l_mstate{this, "mstate", "corrected state; default: the one of this node"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh of the points; default: that of the node"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  void init() override;
  /// Frames: after the init() of all, since their compliance comes of the mass of the node, wherever it stands there.
  void bwdInit() override;
  void addCompliance(const core::ConstraintProblem& problem, core::ComplianceMatrix& w) override;
  const core::BaseState* listPoints(const core::ConstraintProblem& problem,
                                    std::vector<core::PointCompliance>& points) const override;
  /// In SOFA v26.06 products leave out the integration factor that addCompliance() and correct() take: set
  /// useOdeSolverIntegrationFactors="0" where a solver works without the matrix.
  void beginProducts(const core::ConstraintProblem& problem) override;
  void addDiagonalBlock(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                        linearalgebra::DenseMatrix& w) override;
  void addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                       std::span<double> d) override;
  void addForce(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                std::span<const double> change) override;
  void correct(const core::ConstraintProblem& problem, core::VecCoordId xResult, core::VecDerivId vResult) override;

 private:
  bool initPoints();
  bool initRigid();
  /// That of the first frame, before factors. False if there is no mass.
  bool takeMass(FrameCompliance& first);
  using Direction = std::array<double, 6>;
  typedef double Quad __attribute__((vector_size(32)));
  /// Reals of a point in lanes; those beyond its Deriv stay zero.
  static constexpr int quads = (DataTypes::derivSize + 3) / 4, stride = 4 * quads;
  /// Three rows that act on the point whose lanes start at `start`: sums of one do not wait for those of another.
  struct Triple {
    Quad direction[3][quads]{};
    std::size_t start = 0;
    double compliance = 0;  ///< of a point, not of a frame
  };
  static Quad loadQuad(const double* from) {
    Quad quad;
    std::memcpy(&quad, from, sizeof quad);
    return quad;
  }
  static void storeQuad(double* to, const Quad& quad) { std::memcpy(to, &quad, sizeof quad); }
  static constexpr int none = -1;
  /// A block of J, times the factor of the solver.
  struct AtPoint {
    std::array<double, DataTypes::derivSize> direction;
    int row;
  };
  /// Of a point, not of a frame.
  double complianceOf(std::size_t point) const;
  /// Factor of a compliance that comes from a mass, in steps of length h.
  double massFactor(double h) const;
  /// Reads the compliances of frames that turn, at the beginning of a problem.
  void readMass(const core::ConstraintProblem& problem) const;
  FrameCompliance frameOf(std::size_t point) const;
  /// C d at one point.
  Direction times(std::size_t point, const Direction& d) const;
  double factor(const core::ConstraintParams& params) const;
  bool isTriple(const core::ConstraintBlock& block) const;
  void addTriples(const core::ConstraintBlock& block);
  /// Of a block that is not one of them: none.
  std::span<const Triple> triplesOf(const core::ConstraintBlock& block) const;
  /// By its force.
  void move(std::size_t point);
  void sortByPoints(std::span<const core::ConstraintJacobian::Block> rows, double factor);
  /// Adds what the force of a block of a row does to all rows at its point.
  void addColumn(const core::ConstraintJacobian::Block& column, core::ComplianceColumn& sum) const;
  std::span<const core::ConstraintJacobian::Block> rowsOf(const core::ConstraintProblem& problem) const {
    return problem.jacobian.blocks(l_mstate.get());
  }
  /// Those of the rows of one block, since beginProducts().
  std::span<const core::ConstraintJacobian::Block> rowsOf(const core::ConstraintBlock& block) const {
    const int first = m_rowBegins[block.firstRow], last = m_rowBegins[block.firstRow + block.rows];
    return m_rows.subspan(first, last - first);
  }

  core::Found<core::OdeSolver> m_odeSolver;
  std::vector<double> m_force, m_moved;  ///< so far; C times them where one changed; `stride` reals per point
  std::span<const core::ConstraintJacobian::Block> m_rows;  ///< of the problem whose compliance is asked for
  std::vector<int> m_rowBegins;                             ///< where those of each of its rows begin
  std::vector<Triple> m_triples;                            ///< the same rows, of blocks of three
  std::vector<int> m_tripleBegins;                          ///< those of a block, by its first row, or none
  std::vector<AtPoint> m_byPoint;                           ///< blocks of J
  std::vector<int> m_begins;                                ///< where those at each point begin
  double m_productFactor = 1;                               ///< of the step, in products without a matrix
  bool m_toldOfFactor = false;
  bool m_followsMass = false;  ///< whether the compliance of frames is that of their mass in each step
  int m_ownCompliance = 0;     ///< counter of `compliance` after init() wrote it
  mutable FrameCompliances m_masses;
  mutable std::vector<FrameCompliance> m_frames;  ///< those of the problem, if they follow the mass
  std::vector<int> m_columns;                     ///< rows that act here
  std::vector<std::size_t> m_columnBegins;        ///< where blocks of each of them begin
};

}  // namespace sofa::component::constraintlagrangian
