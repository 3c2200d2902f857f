// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::core {

/// Stands in a node for an element of a scene that became no component.
class NotCreated : public InfoComponent {
 public:
  /// Why the factory did not create it.
  enum class Reason {
    unknown,          ///< no such class, here or in SOFA v26.06
    missing,          ///< a class of SOFA v26.06 that is not here
    missingTemplate,  ///< the class is here, but not for the kind of state that it would act on
    context,          ///< what stands in the scene so far does not fit
    failure,          ///< making it failed, as for lack of a library or of memory
  };

  /// `templateReasons`: what the class says against each of its templates, one a line.
  NotCreated(Node& node, ComponentDescription description, std::string templateReasons);

  /// One that fits, but whose making failed.
  void setFailure(std::string why);

  Reason reason() const { return m_reason; }
  const ComponentDescription& description() const { return m_description; }
  /// As messages call it: "UniformMass", or "UniformMass<Vec1d>" where a template is what is missing.
  const std::string& label() const { return m_label; }
  /// Module of the class, of the one that was probably meant, or what its name tells; may be empty.
  const std::string& module() const { return m_module; }
  /// Whether a path of the scene that names `name` means this element.
  bool answersTo(std::string_view name) const;
  /// Whether the factory could create it in the scene as it is now.
  bool canBeCreatedNow() const;
  /// What it needs that stands behind it in the scene; null if that is not what is wrong.
  const Base* declaredLater() const;
  /// The message about it, whatever else is wrong with the scene.
  std::string explanation() const;

 private:
  std::string missingTemplateName(const Node& node, const ObjectFactory::Entry& entry) const;
  std::string explainUnknown() const;

  ComponentDescription m_description;
  std::string m_templateReasons, m_failure, m_label, m_module;
  Reason m_reason = Reason::context;
};

}  // namespace sofa::core
