// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::sceneutility {

/// Writes messages to a file too, from here on.
class FileMessageHandlerComponent : public core::Component {
 public:
  ~FileMessageHandlerComponent() override;

  core::Data<std::string> d_filename{this, "filename", "", "file to write; what it held is lost"};

  void cleanup() override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  std::unique_ptr<helper::MessageHandler> m_handler;
};

}  // namespace sofa::component::sceneutility
