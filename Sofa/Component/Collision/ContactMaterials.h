// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Friction, stiffness and response by pair of materials: a table beside what models and responses say themselves
/// (docs/manual/collision.md, "Materials"). A model is of a material by a tag of that name; its name, a number of its
/// group and * will do as well.
class ContactMaterials : public core::Component {
 public:
  using Names = std::vector<std::string>;

  core::Data<Names> d_first{this, "first", {}, "of each row of the table: the one material"};
  core::Data<Names> d_second{this, "second", {}, "of each row: the other material"};
  core::Data<std::vector<double>> d_friction{
      this, "friction", {}, "of each row: Coulomb's mu; negative: what the response says"};
  core::Data<std::vector<double>> d_stiffness{
      this, "stiffness", {}, "of each row: stiffness of a penalty contact (N/m); negative: what the models say"};
  core::Data<Names> d_response{
      this, "response", {}, "of each row: kind of response, with settings after ?; *: that of the contact manager"};

  struct Row {
    std::string response;  ///< empty: that of the contact manager
    std::string settings;  ///< name=value&name=value
  };

  void init() override;
  /// The first row for these models, in either order.
  std::optional<Row> find(const core::CollisionModel& a, const core::CollisionModel& b) const;

 private:
  bool hasColumn(const core::BaseData& data, std::size_t size) const;
};

/// Whether * , the name of a model or a number of its group means it.
bool meansModel(const std::string& word, const core::CollisionModel& model);

}  // namespace sofa::component::collision
