// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::sceneutility {

/// Chooses how messages are printed from here on.
class MessageHandlerComponent : public core::Component {
 public:
  ~MessageHandlerComponent() override;

  core::Data<core::Choice> d_handler{this, "handler", core::Choice({"sofa", "rich", "clang", "silent"}),
                                     "sofa or rich: as usual; clang: as compilers do; silent: not at all"};

  /// Prints messages as usual again.
  void cleanup() override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  std::unique_ptr<helper::MessageHandler> m_handler;
  bool m_silenced = false;
};

}  // namespace sofa::component::sceneutility
