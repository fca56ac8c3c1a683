import COpenSSL

/// The library that checks signatures.
package enum OpenSSL {
  /// Its name and version as linked.
  package static var version: String { String(cString: storefront_openssl_version()) }
}
