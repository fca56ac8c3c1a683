import CResources

/// A file carried inside the binary.
enum Resource {
  /// The bytes of `folder/file`, such as `strings/en.json`; empty when there is no such file.
  static func bytes(_ name: String) -> [UInt8] {
    for index in 0..<storefront_resource_count() {
      let resource = storefront_resource_at(index)
      if String(cString: resource.name) == name {
        return Array(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
      }
    }
    return []
  }
}
