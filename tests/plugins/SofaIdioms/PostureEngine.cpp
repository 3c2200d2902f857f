// SPDX-License-Identifier: Apache-2.0
// Frames from frames: transforms, quaternions and vectors of six reals.
#include <sofa/core/DataEngine.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/defaulttype/RigidTypes.h>
#include <sofa/defaulttype/SolidTypes.h>
#include <sofa/type/Quat.h>

namespace sofaidioms {

template <class DataTypes>
class PostureEngine : public sofa::core::DataEngine {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(PostureEngine, DataTypes), sofa::core::DataEngine);
  typedef typename DataTypes::Coord Coord;
  typedef typename DataTypes::VecCoord VecCoord;
  typedef typename Coord::value_type Real;
  typedef sofa::type::Vec<3, Real> Vec3;
  typedef sofa::type::Quat<Real> Quat;
  typedef typename sofa::defaulttype::SolidTypes<Real>::Transform Transform;
  typedef typename sofa::defaulttype::SolidTypes<Real>::SpatialVector SpatialVector;

  sofa::Data<VecCoord> d_frames;
  sofa::Data<Coord> d_tool;
  sofa::Data<Vec3> d_turn;
  sofa::Data<VecCoord> d_output;
  sofa::Data<Quat> d_last;

  PostureEngine()
      : d_frames(initData(&d_frames, "frames", "where the tool is held")),
        d_tool(initData(&d_tool, "tool", "frame of the tool")),
        d_turn(initData(&d_turn, Vec3(), "turn", "turn in degrees")),
        d_output(initData(&d_output, "output", "tools")),
        d_last(initData(&d_last, Quat(), "last", "turn of the last")) {}

  void init() override {
    addInput(&d_frames);
    addInput(&d_tool);
    addInput(&d_turn);
    addOutput(&d_output);
    addOutput(&d_last);
    setDirtyValue();
  }
  void doUpdate() override {
    const sofa::helper::ReadAccessor<sofa::Data<VecCoord>> frames = d_frames;
    sofa::helper::WriteOnlyAccessor<sofa::Data<VecCoord>> output = d_output;
    const Coord tool = d_tool.getValue();
    const Quat turn = Quat::createQuaterFromEuler(d_turn.getValue() * (M_PI / 180));
    output.clear();
    for (const Coord& frame : frames) {
      Transform parent(frame.getCenter(), frame.getOrientation());
      Transform held = parent * Transform(tool.getCenter(), turn * Quat(tool.getOrientation()));
      Coord result;
      result.getCenter() = held.getOrigin();
      result.getOrientation() = held.getOrientation();
      // The same by the members of coordinates.
      const Vec3 again = frame.getCenter() + frame.getOrientation().rotate(tool.getCenter());
      if ((again - result.getCenter()).norm() > 1e-12) msg_error() << "frames differ";
      if ((frame.inverseRotate(again - frame.getCenter()) - tool.getCenter()).lNorm(0) > 1e-12)
        msg_error() << "back differs";
      output.push_back(result);
    }
    SpatialVector load(Vec3(1, 0, 0), Vec3(0, 2, 0));
    load += SpatialVector(Vec3(0, 1, 0), Vec3(0, 0, 0));
    if (load.lineVec[1] != 1 || load.freeVec[1] != 2) msg_error() << "spatial vectors differ";
    if (!output.empty()) d_last.setValue(output[output.size() - 1].getOrientation());
  }
};

int PostureEngineClass =
    sofa::core::RegisterObject("Tools held by frames").add<PostureEngine<sofa::defaulttype::Rigid3Types>>();

}  // namespace sofaidioms
