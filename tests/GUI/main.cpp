// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QApplication>

#include "Sofa/GUI/Session/OwnedSession.h"

/// One application for all tests: Qt allows no second one in a process.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  QApplication application(argc, argv);
  const int result = RUN_ALL_TESTS();
  sofa::gui::OwnedSession::waitForAll();
  return result;
}
