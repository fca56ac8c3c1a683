import StoreModel
import Synchronization

/// A chain of leaf, intermediate and root whose path holds, with what was seen in it.
///
/// Nothing here depends on a time: the three lifetimes are compared with the moment of each proof.
struct VerifiedChain: Sendable, Hashable {
  let leaf: CertificateFacts
  let intermediate: CertificateFacts
  /// The third certificate that came along; not the trusted root itself only in a lenient chain.
  let presentedRoot: CertificateFacts
  let root: CertificateFacts
  let trust: Verification.Trust
  let isLeafMarked: Bool
  let isIntermediateMarked: Bool

  /// Apple's mark on certificates that sign receipts.
  static let leafMark = "1.2.840.113635.100.6.11.1"
  /// Apple's mark on the authorities for developers.
  static let intermediateMark = "1.2.840.113635.100.6.2.1"
}

extension VerifiedChain {
  /// Verifies the path of three certificates to one of the trusted roots.
  init(
    _ certificates: [Certificate], root trusted: Certificate, trust: Verification.Trust,
    isStrict: Bool
  ) throws(Refusal) {
    let (leaf, intermediate) = (certificates[0], certificates[1])
    let problem = Certificate.pathProblem(
      leaf: leaf, intermediate: intermediate, root: trusted, isStrict: isStrict)
    if let problem {
      throw Refusal(
        .chain,
        """
        \(leaf.facts.description) does not lead over \(intermediate.facts.description) to the \
        trusted root "\(trusted.facts.subject)": \(problem)
        """)
    }
    self.leaf = leaf.facts
    self.intermediate = intermediate.facts
    self.presentedRoot = certificates[2].facts
    self.root = trusted.facts
    self.trust = trust
    self.isLeafMarked = leaf.hasExtension(Self.leafMark)
    self.isIntermediateMarked = intermediate.hasExtension(Self.intermediateMark)
  }
}

/// The chains that were verified lately, by the SHA-256 of their three certificates.
///
/// A chain costs two P-384 signatures, ten times what a token costs; the leaf changes every two
/// years, so a handful of entries serves for good.
final class VerifiedChains: Sendable {
  static let capacity = 32

  private struct Entries {
    var chains: [[UInt8]: VerifiedChain] = [:]
    /// The keys, oldest first.
    var order: [[UInt8]] = []
  }

  private let entries = Mutex(Entries())

  var count: Int { entries.withLock { $0.chains.count } }

  /// The key of a list of certificates; each goes in with its length, so that no two lists share it.
  static func key(of certificates: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for certificate in certificates {
      withUnsafeBytes(of: UInt64(certificate.count).bigEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: certificate)
    }
    return sha256(bytes)
  }

  func chain(for key: [UInt8]) -> VerifiedChain? {
    entries.withLock { $0.chains[key] }
  }

  /// Remembers a chain; the oldest one goes when there is no room.
  func insert(_ chain: VerifiedChain, for key: [UInt8]) {
    entries.withLock { entries in
      guard entries.chains.updateValue(chain, forKey: key) == nil else { return }
      entries.order.append(key)
      if entries.order.count > Self.capacity {
        entries.chains[entries.order.removeFirst()] = nil
      }
    }
  }
}
