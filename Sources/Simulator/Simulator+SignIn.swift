import StoreModel

extension Simulator {
  /// Has the customer sign in where nobody is signed in, or where every purchase and restore is to
  /// ask; false is a customer who cancelled.
  ///
  /// Without dialogs the suggested account is taken. That a restore asks no more often than a
  /// purchase is an assumption: the real store asks for a password at its own discretion, and a
  /// shop to be shown would have a sheet before each restore.
  func signInWhereAsked(for purpose: SignInSheet.Purpose) async throws(SimulatorError) -> Bool {
    let (controls, accounts) = try perform { machine, _ in (machine.controls, machine.accounts) }
    guard accounts.current == nil || controls.isOn(.askSignIn) else { return true }
    signIns += 1
    let sheet = SignInSheet(
      id: "sign-in-\(signIns)", purpose: purpose, accounts: accounts.names,
      suggested: accounts.current ?? accounts.names.first)
    let answer = controls.isOn(.dialogs) ? await signIn(sheet) : sheet.acceptance
    guard case .signIn(let name) = answer else { return false }
    return try perform { machine, _ in
      guard machine.accounts.names.contains(name) else { return false }
      if machine.accounts.current != name {
        machine.setAccounts(
          StoreMachine.Accounts(names: machine.accounts.names, current: name))
      }
      return true
    }
  }
}
