// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/InputEventReader.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <linux/input.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "TemporaryFolder.h"

namespace sofa::component::playback {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::CapturedMessages;
using tests::Scene;

/// Takes down the keys that a scene gets, with + where they go down and - where they come up.
class KeyLog : public core::Component {
 public:
  KeyLog() { d_listening.set(true); }
  void handleEvent(core::Event& event) override {
    if (const auto* pressed = core::eventAs<core::KeypressedEvent>(event)) keys += {'+', pressed->key};
    if (const auto* released = core::eventAs<core::KeyreleasedEvent>(event)) keys += {'-', released->key};
  }
  std::string keys;
};

class InputEventReaderTest : public testing::Test {
 protected:
  /// A scene that reads `file`, in steps of 0.1 s.
  Scene scene(const std::string& file, const std::string& attributes = {}) {
    Scene made("<InputEventReader filename='" + file + "' " + attributes + "/>");
    log = std::make_shared<KeyLog>();
    made.root->addComponent(log);
    return made;
  }
  /// A pipe that takes the place of a device; it is open for writing.
  std::string pipe(const std::string& name) {
    const std::string file = folder.file(name);
    EXPECT_EQ(mkfifo(file.c_str(), 0600), 0);
    writer = open(file.c_str(), O_RDWR | O_NONBLOCK);
    EXPECT_GE(writer, 0);
    return file;
  }
  ~InputEventReaderTest() override {
    if (writer >= 0) close(writer);
  }
  void put(const void* bytes, std::size_t count) const {
    EXPECT_EQ(write(writer, bytes, count), static_cast<ssize_t>(count));
  }
  void put(std::uint16_t type, std::uint16_t code, int value) const {
    input_event event{};
    event.type = type, event.code = code, event.value = value;
    put(&event, sizeof event);
  }

  tests::TemporaryFolder folder;
  std::shared_ptr<KeyLog> log;
  int writer = -1;
};

TEST_F(InputEventReaderTest, KeysAndButtons) {
  const Scene s = scene(pipe("event0"), "key1='a' key2='b'");
  s.step();
  EXPECT_EQ(log->keys, "") << "nobody is waited for";
  put(EV_KEY, BTN_LEFT, 1);
  put(EV_REL, REL_X, 5);
  put(EV_KEY, BTN_LEFT, 0);
  put(EV_KEY, BTN_RIGHT, 1);
  put(EV_KEY, KEY_W, 1);
  put(EV_KEY, KEY_W, 2);
  put(EV_KEY, KEY_0, 1);
  put(EV_KEY, KEY_UP, 1);
  put(EV_KEY, KEY_F5, 1);
  s.step();
  EXPECT_EQ(log->keys, "+a-a+b+w+0+\x13");
}

TEST_F(InputEventReaderTest, RecordsMayComeInPieces) {
  const Scene s = scene(pipe("event0"));
  input_event event{};
  event.type = EV_KEY, event.code = KEY_X, event.value = 1;
  put(&event, 10);
  s.step();
  EXPECT_EQ(log->keys, "");
  put(reinterpret_cast<const char*>(&event) + 10, sizeof event - 10);
  s.step();
  EXPECT_EQ(log->keys, "+x");
}

TEST_F(InputEventReaderTest, MiceSpeakThreeBytes) {
  const Scene s = scene(pipe("mouse0"), "inverseSense='1'");
  const unsigned char packets[] = {0x09, 3, 0, 0x0b, 0, 0, 0x08, 1, 1};  // left, both, none
  put(packets, sizeof packets);
  s.step();
  EXPECT_EQ(log->keys, "+1+0-1-0") << "left is key2, right is key1";
}

TEST_F(InputEventReaderTest, WhatIsWrittenCanBeReplayed) {
  const std::string file = folder.file("events.txt");
  {
    const Scene s = scene(pipe("event0"), "writeEvents='1' outputFilename='" + file + "'");
    s.step();
    put(EV_KEY, KEY_Q, 1);
    s.step();
    s.step();
    put(EV_KEY, KEY_Q, 0);
    s.step();
  }
  const Scene s = scene(file);
  std::vector<std::string> after;
  for (int i = 0; i < 4; ++i) {
    s.step();
    after.push_back(std::exchange(log->keys, ""));
  }
  EXPECT_THAT(after, ElementsAre("", "+q", "", "-q"));
  simulation::reset(*s.root);
  s.step(2);
  EXPECT_EQ(log->keys, "+q");
}

TEST_F(InputEventReaderTest, SaysWhatDoesNotFit) {
  const CapturedMessages messages;
  scene(folder.file("nothing")).step();
  EXPECT_EQ(messages.errors("cannot be opened: No such file"), 1u);
  scene(folder.write("bad.txt", "T= 0 pressed 97\nT= 1 squeezed 97\n")).step();
  EXPECT_EQ(messages.errors("line 2"), 1u);
  EXPECT_EQ(log->keys, "");
  scene(pipe("event0"), "key1='ab'").step();
  EXPECT_EQ(messages.errors("key1 is \"ab\""), 1u);
  EXPECT_EQ(messages.errors(), 3u);
}

}  // namespace
}  // namespace sofa::component::playback
