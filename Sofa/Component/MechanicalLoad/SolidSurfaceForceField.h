// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/FiniteElement/SolidElement.h"

namespace sofa::component::mechanicalload {

/// Loads on faces of solid elements, linear or quadratic, with consistent nodal forces: of the faces all of whose nodes
/// are among `indices`,
///     f_n = factor (sum_q w_q N_n t |dA| - sum_q w_q N_n p da),
/// a traction t per area at rest, which keeps its direction, and a pressure p against the outward vector area da of the
/// moment, which follows the surface. The tangent is exact; that of a pressure on a surface that is not closed is not
/// symmetric (K. Schweizerhof, E. Ramm, Displacement dependent pressure loads in nonlinear finite element analyses,
/// 1984). In the plane faces are edges, of the given thickness.
template <class DataTypes, class Element>
class SolidSurfaceForceField final : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  static constexpr int dimension = DataTypes::spatialDimensions;
  using Face = typename fem::SolidElement<Element>::Face;
  static constexpr int faceNodes = fem::ReferenceElement<Face>::nodeCount;
  using Vector = type::Vec<dimension>;
  template <class T>
  using Data = core::Data<T>;

  Data<std::vector<type::Index>> d_indices{
      this,
      "indices",
      {},
      "points: loaded are the faces of the surface that have all of their nodes among them; "
      "empty: the whole surface",
      {.follows = core::pointIndices}};
  Data<Vector> d_traction{this, "traction", Vector(Vector::Zero()), "force per area at rest (Pa)"};
  Data<Vector> d_totalForce{this, "totalForce", Vector(Vector::Zero()),
                            "traction times the area of all loaded faces at rest, added to the other loads (N)"};
  Data<double> d_pressure{this, "pressure", 0.0, "pressure against the current surface (Pa)"};
  Data<double> d_thickness{this, "thickness", 1.0, "in the plane: thickness (m); no effect in space"};
  Data<std::vector<double>> d_times{this, "times", {}, "increasing key times of factors (s)"};
  Data<std::vector<double>> d_factors{
      this, "factors", {}, "factor of the loads at each of times, linear between them; it counts at the end of a step"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  static std::string staticTemplateName() {
    return std::string(DataTypes::name()) + "," + fem::ReferenceElement<Element>::name;
  }

  void init() override;
  bool topologyChanged(const core::MeshChanges&) override;
  void beginStep(const core::MechanicalParams& params) override;
  void reset() override { setFactor(this->context()->time()); }
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  /// Of tractions; a pressure has none in general.
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override { return d_pressure.value() == 0; }
  void draw(core::DrawList& list) const override;

  /// Area of the loaded faces at rest (m^2).
  double area() const { return m_area; }

 protected:
  void dataChanged() override { makeFaces(); }

 private:
  using Reference = fem::ReferenceElement<Face>;
  using Shape = type::Vec<faceNodes>;
  using Slopes = type::Mat<dimension, dimension - 1>;
  using FaceMatrix = type::Mat<faceNodes * dimension>;

  void makeFaces();
  void addFace(const Face& face, bool flipped);
  void setFactor(double time);
  Slopes slopes(const Face& face, const VecCoord& x, const type::Mat<faceNodes, dimension - 1>& gradient) const;
  static Vector areaVector(const Slopes& s);
  double thickness() const { return dimension == 2 ? d_thickness.value() : 1; }
  FaceMatrix tangent(std::size_t face, const VecCoord& x) const;

  std::vector<Face> m_faces;
  std::vector<double> m_sign;          ///< -1 where the element is numbered the other way round
  std::vector<Shape> m_nodeArea;       ///< integral of each shape function over the face at rest
  std::vector<FaceMatrix> m_tangents;  ///< of each face where it was linearised; empty: none
  double m_factor = 1, m_area = 0;
};

}  // namespace sofa::component::mechanicalload
