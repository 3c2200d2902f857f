// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Types.h"

namespace sofa::defaulttype {

/// Frames and pairs of vectors of solids.
template <class R>
class SolidTypes {
 public:
  using Real = R;
  using Vec = type::Vec<3, R>;
  using Vec3 = Vec;
  using Rot = type::Quat;
  using Mat = type::Mat<3, 3, R>;
  using Mat3x3 = Mat;

  /// A frame within its parent: x_parent = orientation x + origin.
  class Transform {
   public:
    Transform() = default;
    Transform(const Vec& origin, const Rot& orientation) : m_origin(origin), m_orientation(orientation) {}
    static Transform Identity() { return {}; }

    const Vec& getOrigin() const { return m_origin; }
    const Rot& getOrientation() const { return m_orientation; }
    Mat getRotationMatrix() const { return type::toMatrix(m_orientation); }
    void setOrigin(const Vec& origin) { m_origin = origin; }
    void setOrientation(const Rot& orientation) { m_orientation = orientation; }
    void set(const Vec& origin, const Rot& orientation) { *this = {origin, orientation}; }
    void clear() { *this = {}; }

    /// Of this frame to the parent, and back.
    Vec projectPoint(const Vec& x) const { return type::rotate(m_orientation, x) + m_origin; }
    Vec projectVector(const Vec& v) const { return type::rotate(m_orientation, v); }
    Vec backProjectPoint(const Vec& x) const { return type::rotate(m_orientation.conjugate(), Vec(x - m_origin)); }
    Vec backProjectVector(const Vec& v) const { return type::rotate(m_orientation.conjugate(), v); }

    Transform inversed() const {
      return {Vec(-type::rotate(m_orientation.conjugate(), m_origin)), m_orientation.conjugate()};
    }
    /// A frame within this one, as the parent of this one sees it.
    Transform operator*(const Transform& inner) const {
      return {projectPoint(inner.m_origin), m_orientation * inner.m_orientation};
    }
    Transform& operator*=(const Transform& inner) { return *this = *this * inner; }

   private:
    Vec m_origin = Vec::Zero();
    Rot m_orientation = Rot::Identity();
  };

  /// A pair such as force and moment, or angular and linear velocity.
  struct SpatialVector {
    Vec lineVec = Vec::Zero(), freeVec = Vec::Zero();

    SpatialVector() = default;
    SpatialVector(const Vec& line, const Vec& free) : lineVec(line), freeVec(free) {}
    void clear() { *this = {}; }
    SpatialVector operator+(const SpatialVector& other) const {
      return {lineVec + other.lineVec, freeVec + other.freeVec};
    }
    SpatialVector operator-(const SpatialVector& other) const {
      return {lineVec - other.lineVec, freeVec - other.freeVec};
    }
    SpatialVector& operator+=(const SpatialVector& other) { return *this = *this + other; }
    /// Power: line . free + free . line.
    R operator*(const SpatialVector& other) const { return lineVec.dot(other.freeVec) + freeVec.dot(other.lineVec); }
  };
};

}  // namespace sofa::defaulttype
