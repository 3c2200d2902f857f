extern "C" int outsidePluginAnswer() { return 42; }
