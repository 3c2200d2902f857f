#pragma once
#include <memory>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::playback {

/// Writes positions, velocities and forces of the mechanical state into a text file at chosen times, as they are at the
/// begin of a step (docs/manual/scenes.md, "Recorded states"). ReadState replays it.
class WriteState : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  WriteState();

  Data<std::string> d_filename{
      this, "filename", "", "file to write; compressed if its name ends in .gz", {.required = true}};
  Data<bool> d_writeX{this, "writeX", true, "write the positions"};
  Data<bool> d_writeX0{this, "writeX0", false, "write the rest positions"};
  Data<bool> d_writeV{this, "writeV", false, "write the velocities"};
  Data<bool> d_writeF{this, "writeF", false, "write the forces (not to a compressed file)"};
  Data<std::vector<double>> d_time{this, "time", {}, "times to write at; with a period, when to begin (s)"};
  Data<double> d_period{this, "period", 0.0, "time between two blocks (s)"};
  Data<double> d_stopAt{this, "stopAt", 0.0,
                        "writing stops when the kinetic energy changes by less in a keperiod (J); 0: never"};
  Data<double> d_keperiod{this, "keperiod", 0.0, "time between two looks at the kinetic energy (s)"};

  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);
  void init() override;
  void reset() override;
  void cleanup() override;
  void handleEvent(core::Event& event) override;
  /// When to write next, and how much was written: a resumed run keeps that much of the file and goes on behind it.
  void archive(core::Archive& archive) override;

 private:
  /// False after a message if nothing can be written. The file itself is made with the first block.
  bool prepareFile();
  bool isCompressed() const { return d_filename.value().ends_with(".gz"); }
  /// False after an error message if the times make no sense.
  bool planTimes();
  /// Whether the next time to write at has come; it then is the one after.
  bool isDue(double time);
  void write(double time);
  /// Takes so many characters of the file of the run that this one goes on from.
  void takeEarlier(std::uint64_t count);
  void checkEnergy(double time);

  const core::BaseState* m_state = nullptr;
  std::unique_ptr<helper::ResultStream> m_output;
  std::vector<double> m_times;  // to write at, before the period takes over
  double m_period = 0;          // 0: only at m_times
  std::size_t m_next = 0;
  double m_nextPeriodic = 0;
  bool m_stopped = false;
  double m_nextEnergyTime = 0;
  double m_lastEnergy = 0;
  std::string m_block;
  std::uint64_t m_written = 0;  // characters, before they are compressed
  std::string m_earlier;        // what the next block is written behind, from an earlier run
};

}  // namespace sofa::component::playback
