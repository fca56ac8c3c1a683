// The front door of the sessions: scenario files are read here, and played through doors.
//
//     let scenario = try Scenario.read(bytes, named: "journey.flow")
//     let report = try await ScenarioPlayer(doors: doors).play(scenario)
//
// A scenario names the world it wants, presses keys, ends and starts the program, and says what
// must be on the screen. Nothing here starts a process or opens a file: the player speaks to the
// program through `ScenarioDoors`, and whoever fills those decides what the program is.
