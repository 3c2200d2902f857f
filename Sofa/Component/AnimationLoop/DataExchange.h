// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::animationloop {

/// Copies a value when it is initialised, which is before the states of child nodes are, and whenever the scenes below
/// an AnimationLoopParallelScheduler are in step. In between each of the scenes sees its own, unlike with a link
/// between the two. The template says through which type values go; integers may become other integers.
template <class T>
class DataExchange final : public core::Component {
 public:
  core::Data<T> d_from{this, "from", T{}, "what is copied: a link, such as @sender/state.position"};
  core::Data<T> d_to{this, "to", T{}, "where it is copied to: a link, such as @receiver/state.position"};

  DataExchange() { d_listening.set(true); }
  static std::string staticTemplateName();
  void init() override;
  void handleEvent(core::Event& event) override;

 private:
  void copy();
};

}  // namespace sofa::component::animationloop
