import StoreModel

/// Why a proof was refused: the code of the command line's table, and a sentence for people.
struct Refusal: Error, Hashable {
  enum Code: String {
    case tooLarge = "ERR_TOO_LARGE"
    case format = "ERR_FORMAT"
    case algorithm = "ERR_ALG"
    case critical = "ERR_CRIT"
    case certificatesMissing = "ERR_X5C_MISSING"
    case chainLength = "ERR_CHAIN_LENGTH"
    case certificate = "ERR_CERT_PARSE"
    case chain = "ERR_CHAIN"
    case certificateTime = "ERR_CERT_TIME"
    case mark = "ERR_OID"
    case signature = "ERR_SIGNATURE"
    case payload = "ERR_PAYLOAD"
    case type = "ERR_TYPE"
    case bundle = "ERR_BUNDLE"
    case environment = "ERR_ENVIRONMENT"
    case app = "ERR_APP_ID"
  }

  /// The code as the wire spells it.
  let code: String
  let detail: Sentence

  init(_ code: Code, _ detail: Sentence) {
    self.code = code.rawValue
    self.detail = detail
  }

  /// The refusal of a whole because one of its parts was refused with `code`.
  init(ofPart code: String, _ detail: Sentence) {
    self.code = code
    self.detail = detail
  }
}
