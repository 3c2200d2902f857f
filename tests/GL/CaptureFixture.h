// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace sofa::tests {

/// What is drawn of scenes given as text, and a shader's file that they may name.
class CaptureFixture : public testing::Test {
 protected:
  std::string shader(const std::string& attributes = {}) const {
    return fmt::format("<OglShader fileVertexShaders=\"['{0}']\" fileFragmentShaders=\"['{0}']\" {1}/>", m_file,
                       attributes);
  }
  std::shared_ptr<const gl::Frame> take(const std::string& body) {
    root = simulation::readSceneText("<Node name='root'>" + body + "</Node>");
    simulation::initRoot(*root);
    return again();
  }
  std::shared_ptr<const gl::Frame> again() {
    simulation::updateVisual(*root);
    simulation::updateBoundingBoxes(*root);
    return capture.take(*root, 0);
  }

  CapturedMessages log;
  std::shared_ptr<simulation::Node> root;
  gl::FrameCapture capture;

 private:
  TemporaryFolder m_folder;
  std::string m_file = m_folder.write("shader.glsl", "void main() {}\n");
};

}  // namespace sofa::tests
