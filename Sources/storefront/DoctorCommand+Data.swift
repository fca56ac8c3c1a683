import FoundationEssentials
import Glibc

extension DoctorCommand {
  var folderChecks: [Check] {
    var status = stat()
    guard stat(folder.path, &status) == 0 else { return [absentFolderCheck, spaceCheck] }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return [
        Check(
          .no, "data folder",
          "\(folder.path) is no folder. Move it away, or name another with --data DIR.")
      ]
    }
    return [writableCheck, ownerCheck(status), modeCheck, spaceCheck, holderCheck]
  }

  /// The nearest folder above that is there.
  private var ground: String {
    var path = folder.path
    while path != "/", access(path, F_OK) != 0 {
      path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      if path.isEmpty { path = "/" }
    }
    return path
  }

  private var absentFolderCheck: Check {
    let ground = ground
    guard FileBytes.isFolder(ground), access(ground, W_OK | X_OK) == 0 else {
      let reason = FileBytes.isFolder(ground) ? String(cString: strerror(errno)) : "it is no folder"
      return Check(
        .no, "data folder",
        "\(folder.path) cannot be made in \(ground): \(reason)."
          + " Set XDG_STATE_HOME, or name another with --data DIR.")
    }
    return Check(.ok, "data folder", "\(folder.path), which the first purchase makes")
  }

  private var writableCheck: Check {
    guard access(folder.path, W_OK | X_OK) == 0 else {
      return Check(
        .no, "data folder",
        "\(folder.path) cannot be written: \(String(cString: strerror(errno)))."
          + " Mend that, or name another with --data DIR.")
    }
    let files = ["journal", "books"].filter { FileBytes.exists("\(folder.path)/\($0).sqlite") }
    for file in files where access("\(folder.path)/\(file).sqlite", R_OK | W_OK) != 0 {
      return Check(
        .no, "data folder",
        "\(folder.path)/\(file).sqlite cannot be written: \(String(cString: strerror(errno))). Mend that."
      )
    }
    let contents =
      files.isEmpty ? "with no purchase yet" : "with \(files.joined(separator: " and "))"
    return Check(.ok, "data folder", "\(folder.path), \(contents)")
  }

  private func ownerCheck(_ status: stat) -> Check {
    let owner =
      getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
    return status.st_uid == geteuid()
      ? Check(.ok, "owner", owner)
      : Check(
        .warning, "owner",
        "\(owner), who is not you. Run the shop as \(owner), or name another folder with --data DIR."
      )
  }

  private var modeCheck: Check {
    let names = ["", "/journal.sqlite", "/books.sqlite", "/root.pem"]
    for name in names {
      let path = folder.path + name
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      return Check(
        .warning, "privacy",
        "\(path) is open to others (mode \(String(status.st_mode & 0o777, radix: 8)))."
          + " Run: chmod go= \(path)")
    }
    return Check(.ok, "privacy", "readable by you alone")
  }

  private var spaceCheck: Check {
    var status = statvfs()
    guard statvfs(ground, &status) == 0 else {
      return Check(.warning, "space", "cannot be told: \(String(cString: strerror(errno)))")
    }
    let free = Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize)) >> 20
    if free < 8 {
      return Check(.no, "space", "\(free) MiB free: purchases cannot be written. Make room.")
    }
    return Check(
      free < 100 ? .warning : .ok, "space", "\(free) MiB free" + (free < 100 ? ". Make room." : ""))
  }

  /// Whether another run has the journal; asking takes the lock for a moment where nobody has it.
  private var holderCheck: Check {
    let lock = open("\(folder.journal).lock", O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { return Check(.ok, "other runs", "none") }
    defer { close(lock) }
    guard flock(lock, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return Check(.ok, "other runs", "none has the journal")
    }
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(lock, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(count, 0)).prefix { (48...57).contains($0) }
    let holder =
      digits.isEmpty ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
    return Check(
      .warning, "other runs",
      "\(holder) has the journal; a shop that opens now sells nothing. Close it.")
  }

  var clockChecks: [Check] {
    [zoneCheck, timeCheck]
  }

  private var zoneCheck: Check {
    guard let zone = environment["TZ"], !zone.isEmpty else {
      return Check(
        .ok, "time zone", access("/etc/localtime", R_OK) == 0 ? "of this machine" : "UTC")
    }
    let name = zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
    let path = name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)"
    // A rule such as CET-1CEST names no file.
    let isRule = name.contains(where: \.isNumber) && !name.contains("/")
    guard access(path, R_OK) == 0 || isRule || ["UTC", "GMT", "UTC0"].contains(name) else {
      return Check(
        .warning, "time zone",
        "TZ=\(zone) is none that is installed, so times are in UTC. Set TZ to a name such as Europe/Berlin."
      )
    }
    return Check(.ok, "time zone", "TZ=\(zone)")
  }

  /// The clock against what cannot be later than now: this version, and the journal's last change.
  private var timeCheck: Check {
    let now = Date()
    let text = now.formatted(.iso8601)
    guard now > Self.released else {
      return Check(
        .no, "clock",
        "\(text) is before this version was made; purchases would be dated wrong. Set the clock.")
    }
    var status = stat()
    if stat(folder.journal, &status) == 0,
      Double(status.st_mtim.tv_sec) > now.timeIntervalSince1970 + 86_400
    {
      return Check(
        .warning, "clock", "\(text), though the journal was written later than that. Set the clock."
      )
    }
    return Check(.ok, "clock", text)
  }

  /// 2025-01-01, when nothing of this program was there.
  private static let released = Date(timeIntervalSince1970: 1_735_689_600)
}
