// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/BvhMotion.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::mapping {

/// One degree of freedom of a joint: a turn about an axis or a shift along it, by a value of the joint state.
class Articulation : public core::Component {
 public:
  core::Data<type::Vec3> d_axis{this, "axis", {1, 0, 0}, "axis of the turn or shift", {.aliases = {"rotationAxis"}}};
  core::Data<bool> d_rotation{this, "rotation", false, "if true, the value is an angle (rad)"};
  core::Data<bool> d_translation{this, "translation", false, "if true, the value is a length (m)"};
  core::Data<int> d_articulationIndex{this, "articulationIndex", 0, "which value of the joint state it takes"};
};

/// A joint between two bodies; its degrees of freedom are the Articulations in the child nodes of its node.
class ArticulationCenter : public core::Component {
 public:
  core::Data<int> d_parentIndex{this, "parentIndex", 0, "body that carries the other"};
  core::Data<int> d_childIndex{this, "childIndex", 0, "body that is carried"};
  core::Data<type::Vec3> d_globalPosition{
      this, "globalPosition", type::Vec3::Zero(), "where the joint is in space", {.readOnly = true}};
  core::Data<type::Vec3> d_posOnParent{this, "posOnParent", type::Vec3::Zero(),
                                       "where the joint is in the frame of the parent body"};
  core::Data<type::Vec3> d_posOnChild{this, "posOnChild", type::Vec3::Zero(),
                                      "where the joint is in the frame of the child body"};
  core::Data<int> d_articulationProcess{this, "articulationProcess", 0,
                                        "0: axes turn with the articulations before them, values are absolute; 1: axes "
                                        "of the parent body, changes of the "
                                        "values add up; 2: axes of the child body as it was, changes of angles add up"};

  /// The degrees of freedom, in the order of the scene.
  std::vector<Articulation*> articulations() const;

 private:
  friend class ArticulatedHierarchyContainer;
  std::vector<std::shared_ptr<Articulation>> m_own;  ///< of a joint that was read from a file, which has no node
};

/// The joints below this node, parents before the bodies that they carry. ArticulatedSystemMapping moves the bodies.
///
/// A file of motions brings joints of its own, which come first: it gives the joint state of this node and the first
/// state of bodies at or below it the sizes they need.
class ArticulatedHierarchyContainer : public core::Component {
 public:
  core::Data<std::string> d_filename{this, "filename", "",
                                     "skeleton and its motion (.bvh); the joints are those of it"};

  void init() override;
  std::vector<ArticulationCenter*> centers() const;
  /// What the file holds; without frames if there is none.
  const BvhMotion& motion() const { return m_motion; }
  /// The values of the joints; null if there is none.
  core::State<type::Vec1Types>* values() const;

 private:
  bool readFile();
  void makeJoints();

  BvhMotion m_motion;
  std::vector<std::shared_ptr<ArticulationCenter>> m_own;
};

}  // namespace sofa::component::mapping
