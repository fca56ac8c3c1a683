import FoundationEssentials
import Glibc
package import Screens

/// A terminal that a parent process drives over two pipes, one line an instruction, one an answer.
///
/// Instructions come in on the input descriptor, each ended by a line feed; texts are JSON strings:
///
///     key NAME [COUNT]     presses a key, COUNT times at once; names as in `ScriptLine`
///     type TEXT            presses a key for each character
///     paste TEXT           pastes, as a terminal that brackets what is pasted
///     size 100x30          the window has a new size
///     order [WORD, …]      hands a `ScriptOrder` to the program
///
/// Answers go out on the output descriptor: `screen TEXT` with the rows of the frame, or in plain mode
/// with the lines that were printed since the last answer, once the program has come to rest, exactly
/// one for each instruction and one for the first frame; `facts TEXT` for what was reported; or
/// `refused TEXT` for a line that is no instruction, which has no other answer. A program that
/// quits closes the pipe without an answer. The end of the input is a hang-up.
package final class ScriptTerminal: TerminalScreen {
  package let inputDescriptor: Int32
  private let outputDescriptor: Int32
  package private(set) var size: Size
  /// The text of the frame that was painted last.
  private var frame: String?
  /// The lines that were printed since the last answer, and the prompt behind them.
  private var lines: [String] = []
  private var prompt: String?
  /// What was reported since the last answer, in place of a screen.
  private var facts: String?
  /// The beginning of a line that has not come in whole.
  private var unread: [UInt8] = []
  /// How many answers are still to be given; the first is for the first frame.
  private var owedAnswers = 1
  private var isOpen = true

  package init(size: Size, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    self.size = size
    inputDescriptor = input
    outputDescriptor = output
  }

  package func read() -> [TerminalInput] {
    guard isOpen else { return [] }
    var inputs: [TerminalInput] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while isReadable {
      let count = Glibc.read(inputDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        isOpen = false
        return inputs + [.hungUp]
      }
      unread += buffer[..<count]
      while let end = unread.firstIndex(of: 0x0A) {
        inputs += take(String(decoding: unread[..<end], as: UTF8.self))
        unread.removeSubrange(...end)
      }
    }
    return inputs
  }

  package func paint(_ frame: Frame) {
    self.frame = frame.text
  }

  package func tell(_ lines: [String], prompt: String?) {
    self.lines += lines
    self.prompt = prompt
  }

  package func report(_ facts: String) {
    self.facts = facts
  }

  package func repaint() {}

  package func copy(_ text: String) -> Bool { true }

  /// Gives the answers that are owed, with the frame painted last.
  package func settle() {
    guard isOpen, owedAnswers > 0 else { return }
    guard let text = frame ?? prompt.map({ (lines + [$0]).joined(separator: "\n") }) else { return }
    for _ in 1..<owedAnswers { answer("screen", text) }
    answer(facts == nil ? "screen" : "facts", facts ?? text)
    owedAnswers = 0
    facts = nil
    lines = []
  }

  package func close() {
    isOpen = false
  }

  private var isReadable: Bool {
    var wait = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// What one line of the parent means; a line that means nothing is refused at once.
  private func take(_ line: String) -> [TerminalInput] {
    guard let inputs = ScriptLine.inputs(of: line) else {
      answer("refused", "no instruction: \(line)")
      return []
    }
    if case .resized(let new)? = inputs.first { size = new }
    owedAnswers += 1
    return inputs
  }

  private func answer(_ word: String, _ text: String) {
    guard let json = try? JSONEncoder().encode(text) else { return }
    var bytes = Array("\(word) ".utf8) + json + [0x0A]
    while !bytes.isEmpty {
      let count = write(outputDescriptor, bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }
}
