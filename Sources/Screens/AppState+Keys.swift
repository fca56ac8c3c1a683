import StoreModel
import Text

extension AppState {
  /// A key: looked up in the key map for what is on top, and done or refused with the reason.
  mutating func press(_ key: Key) -> [AppEffect] {
    let context = context
    // Under a dialog it is not read yet.
    if dialogs.isEmpty { (message, news) = (nil, []) }
    guard let binding = keyMap.binding(for: key, in: context) else {
      guard case .character(let character) = key else { return [] }
      return type(String(character), into: context)
    }
    if let reason = refusal(of: binding.action) {
      message = Message(.waiting, reason)
      return []
    }
    defer { leavePromoted() }
    return perform(binding.action)
  }

  /// Whoever leaves the page of a promoted purchase has left the purchase.
  private mutating func leavePromoted() {
    if screenContext != .product { promoted = nil }
  }

  /// Pasted text goes into the text field, and nowhere else.
  mutating func paste(_ text: String) -> [AppEffect] {
    if PurchaseIntent.isMeant(by: text), dialogs.isEmpty { return [.openIntent(link: text)] }
    guard context == .filter || context == .palette else {
      message = Message(.info, words["msg.pasteIgnored"])
      return []
    }
    return type(text, into: context)
  }

  private mutating func type(_ text: String, into context: Context) -> [AppEffect] {
    switch context {
    case .palette: return typeIntoPalette(text)
    case .filter: setField(fieldText + SafeText.line(text))
    default: break
    }
    return []
  }

  mutating func perform(_ action: Action) -> [AppEffect] {
    switch action {
    case .down: move(by: 1)
    case .up: move(by: -1)
    case .halfPageDown: move(by: max(1, pageHeight / 2))
    case .halfPageUp: move(by: -max(1, pageHeight / 2))
    case .pageDown: move(by: max(1, pageHeight - 1))
    case .pageUp: move(by: -max(1, pageHeight - 1))
    case .first: move(by: -Int(Int32.max))
    case .last: move(by: Int(Int32.max))
    case .open: return open()
    case .otherPane: if pages.isEmpty { return open() } else { pages.removeLast() }
    case .showProducts: show(.products)
    case .showPurchases: show(.purchases)
    case .showFile: show(.file)
    case .showStore: show(.store)
    case .showNextTime: showNextTime()
    case .approve, .decline: return answerRequest(isApproved: action == .approve)
    case .timeline: openTimeline()
    case .filter: openField()
    case .nextMatch, .previousMatch: goToMatch(forward: action == .nextMatch)
    case .accept: isFiltering = false
    case .erase:
      if palette == nil {
        setField(String(fieldText.dropLast()))
      } else {
        eraseInPalette(all: false)
      }
    case .clear: if palette == nil { setField("") } else { eraseInPalette(all: true) }
    case .complete: return completeInPalette()
    case .raw: toggleRaw()
    case .help: toggleHelp()
    case .palette: openPalette()
    case .locale, .storefront, .language, .theme, .go, .copy, .openFile, .clock,
      .controlTransaction, .buyWithOption, .topUp:
      return ask(for: action)
    case .openLink: return openLink()
    case .copyJSON: return copyJSON()
    case .sort: cycleSort()
    case .showHidden: toggleHidden()
    case .undo: return takeBack()
    case .back: goBack()
    case .nextButton, .previousButton: turnFocus(action == .nextButton ? 1 : -1)
    case .buy: return buy()
    case .payFromBalance: return payFromBalance()
    case .restore: dialogs.append(Dialog(.restore))
    case .verify: return verify()
    case .readAgain: return readAgain()
    case .write: return write()
    case .close: return close()
    case .press: return context == .palette ? pressInPalette() : answer(dialogs.last?.focus ?? 0)
    case .yes: return answer(dialogs.last?.agreeing ?? 0)
    case .no: return answer(0)
    case .repaint: return [.repaint]
    case .suspend: return [.suspend]
    }
    return []
  }

  // MARK: Moving

  private mutating func move(by step: Int) {
    switch context {
    case .filter where helpScroll != nil: helpScroll = (helpScroll ?? 0) + step
    case .products, .filter:
      if isShelfEmpty { shelfScroll += step } else { products?.move(by: step) }
    case .purchases: purchasePosition.move(by: step, count: queue.purchases.count)
    case .store: storePosition.move(by: step, count: storeEntries.count)
    case .file: fileScroll += step
    case .help: helpScroll = (helpScroll ?? 0) + step
    case .palette:
      if let count = palette?.entries.count { palette?.position.move(by: step, count: count) }
    case .product, .purchase, .verification, .timeline: pages[pages.count - 1].scroll += step
    case .dialog, .note: dialogs[dialogs.count - 1].scroll += step
    }
  }

  mutating func show(_ wanted: Tab) {
    pages = []
    find = ""
    tab = wanted
  }

  private mutating func open() -> [AppEffect] {
    find = ""
    switch screenContext {
    case .products: pages = [Page(kind: .product)]
    case .purchases: pages = [Page(kind: .purchase)]
    case .purchase: pages.append(Page(kind: .verification(isRaw: false)))
    case .store: return changeSelectedEntry()
    default: break
    }
    return []
  }

  private mutating func toggleHelp() {
    helpScroll = helpScroll == nil ? 0 : nil
    helpFilter = ""
  }

  /// Opens the only address at once; of several one is chosen, by its number or from the list.
  private mutating func openLink() -> [AppEffect] {
    let links = links
    if links.count == 1 { return perform(.openLink, argument: links[0].url) }
    return ask(for: .openLink)
  }

  private func copyJSON() -> [AppEffect] {
    let document: Document? =
      switch screenContext {
      case .purchases, .purchase: selectedPurchase.map(Document.purchase)
      case .verification: selectedPurchase?.verification.map(Document.verification)
      default: selectedProduct.map(Document.product)
      }
    return document.map { [.copyJSON($0)] } ?? []
  }

  private mutating func toggleRaw() {
    guard case .verification(let isRaw) = pages.last?.kind else { return }
    pages[pages.count - 1] = Page(kind: .verification(isRaw: !isRaw))
  }

  /// One step back, which is never the way out.
  private mutating func goBack() {
    if !closeOne(), tab != .products { show(.products) }
  }

  /// Closes the topmost thing that can be closed; false when there is none.
  private mutating func closeOne() -> Bool {
    if palette != nil {
      palette = nil
    } else if isFiltering {
      isFiltering = false
      setField("")
    } else if helpScroll != nil, !helpFilter.isEmpty {
      setField("")
    } else if helpScroll != nil {
      helpScroll = nil
    } else if field == .page, !find.isEmpty {
      find = ""
    } else if !pages.isEmpty {
      pages.removeLast()
    } else if tab == .products, let filter = products?.filter, !filter.isEmpty {
      setField("")
    } else {
      return false
    }
    return true
  }

  private mutating func close() -> [AppEffect] {
    closeOne() ? [] : quit()
  }

  /// Leaves the shop, or asks first while a purchase is in flight.
  mutating func quit() -> [AppEffect] {
    guard inFlightCount > 0 else { return [.quit] }
    dialogs.append(Dialog(.quit))
    return []
  }

  // MARK: Doing

  /// Orders the product at hand, at its own price or as the option says.
  mutating func buy(_ option: PurchaseOption? = nil) -> [AppEffect] {
    guard let product = selectedProduct else { return [] }
    if promoted == product.id { promoted = nil }
    ordering.insert(product.id)
    ordered[product.id] = shelfTag(of: product.id)
    message = Message(.progress, words["msg.contacting"])
    return [.pay(productID: product.id, quantity: 1, option: option)]
  }

  /// Refuses the store and pays with what the customer has with the app.
  private mutating func payFromBalance() -> [AppEffect] {
    guard let product = selectedProduct else { return [] }
    promoted = nil
    return [.payFromBalance(productID: product.id)]
  }

  private mutating func verify() -> [AppEffect] {
    guard let purchase = selectedPurchase else { return [] }
    message = Message(.progress, words["msg.verifying"])
    return [.verify(purchaseID: purchase.id)]
  }

  private mutating func readAgain() -> [AppEffect] {
    message = Message(.progress, words["msg.reading"])
    return [.readCatalogue]
  }

  private mutating func write() -> [AppEffect] {
    let page = writablePage
    return [.writePage(name: page.name, text: page.text)]
  }

  // MARK: Dialogs

  private mutating func turnFocus(_ step: Int) {
    guard let dialog = dialogs.last else { return }
    let count = dialog.buttonCount
    dialogs[dialogs.count - 1].focus = (dialog.focus + step + count) % count
  }

  /// Presses a button of the topmost dialog; the first one never changes anything.
  mutating func answer(_ button: Int) -> [AppEffect] {
    guard let dialog = dialogs.popLast() else { return [] }
    switch dialog.kind {
    case .sheet(let sheet):
      return [.answer(sheet.id, button == 0 ? .cancel : .buy)]
    case .signIn(let sheet):
      return answer(sheet, button == 0 ? .cancel : .signIn(sheet.accounts[button - 1]))
    case .priceConsent(let life):
      return answer(life, button)
    case .quit:
      return button == 0 ? [] : [.quit]
    case .restore:
      guard button == 1 else {
        message = Message(.info, words["restore.cancelled"])
        return []
      }
      message = Message(.progress, words["restore.running"])
      return [.restore]
    case .control(let control):
      guard button == 1 else {
        message = Message(.info, words["store.left"])
        return []
      }
      message = Message(.progress, words["store.asking"])
      return [.control(control)]
    case .note:
      return []
    }
  }

  private mutating func answer(
    _ sheet: SignInSheet, _ answer: SignInSheet.Answer
  ) -> [AppEffect] {
    if answer != .cancel {
      message = Message(
        .progress, words[sheet.purpose == .restore ? "restore.running" : "msg.contacting"])
    }
    return [.signIn(sheet.id, answer)]
  }
}
