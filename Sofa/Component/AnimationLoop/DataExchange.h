#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::animationloop {

/// Copies a value whenever the scenes below an AnimationLoopParallelScheduler are in step. In between each of the
/// scenes sees its own, unlike with a link between the two.
template <class T>
class DataExchange final : public core::Component {
 public:
  core::Data<T> d_from{this, "from", T{}, "what is copied: a link, such as @sender/state.position"};
  core::Data<T> d_to{this, "to", T{}, "where it is copied to: a link, such as @receiver/state.position"};

  DataExchange() { d_listening.set(true); }
  static std::string staticTemplateName();
  void init() override;
  void handleEvent(core::Event& event) override;
};

}  // namespace sofa::component::animationloop
