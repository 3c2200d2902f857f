// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::io {

/// What components that write the state of a scene into files share (docs/manual/topology.md, "Exporters"): when they
/// write, and how files are named.
class Exporter : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  Data<std::string> d_filename{this, "filename", "",
                               "file to write; default: the name of the component, which is also added to a folder"};
  Data<unsigned> d_exportEveryNumberOfSteps{this, "exportEveryNumberOfSteps", 0,
                                            "steps between two files; 0: none during the simulation"};
  Data<bool> d_exportAtBegin{this, "exportAtBegin", false, "write a file once the scene is initialised"};
  Data<bool> d_exportAtEnd{this, "exportAtEnd", false, "write a file when the scene ends"};
  Data<bool> d_enable{this, "enable", true, "if false, nothing is written"};

  void init() override;
  void cleanup() override;
  void handleEvent(core::Event& event) override;

  /// Writes now. False after an error message if that is impossible.
  virtual bool write() = 0;

 protected:
  /// Name given, or that of the component.
  std::string baseName() const;
  /// Steps counted so far, divided by the steps between two files; 0 if there are none.
  unsigned fileNumber() const;
  bool isPeriodic() const { return d_exportEveryNumberOfSteps.value() > 0; }
  /// Writes a whole file, with the folders it lies in; before the first step of a scene it waits for that.
  bool writeFile(const std::string& name, std::string_view text);

 private:
  helper::ResultFiles m_results{[this](auto severity, auto text) { message(severity, std::move(text)); }};
  unsigned m_steps = 0;
  bool m_ended = false;
};

}  // namespace sofa::component::io
