#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::setting {

/// Where recorded curves go.
class SofaDefaultPathSetting : public core::Component {
 public:
  core::Data<std::string> d_gnuplotPath{this, "gnuplotPath", "", "folder of gnuplot files"};
};

}  // namespace sofa::component::setting
