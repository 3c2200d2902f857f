#include <gtest/gtest.h>

#include <QApplication>

/// One application for all tests: Qt allows no second one in a process.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  QApplication application(argc, argv);
  return RUN_ALL_TESTS();
}
