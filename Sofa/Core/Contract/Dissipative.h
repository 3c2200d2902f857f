#pragma once

namespace sofa::core {

/// Marks force fields that take energy out of a motion and store none: no potential energy belongs to them.
class Dissipative {
 public:
  virtual ~Dissipative() = default;
};

}  // namespace sofa::core
