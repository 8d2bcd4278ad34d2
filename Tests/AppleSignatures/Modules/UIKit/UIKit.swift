// SPDX-License-Identifier: Apache-2.0

// The signatures that the articles use. Like all other code, they are typechecked for macOS.

@_exported import Foundation

@MainActor @preconcurrency open class UIResponder: NSObject {
  public override init() { fatalError() }
}
@MainActor @preconcurrency open class UIView: UIResponder {
  open func addSubview(_ view: UIView) {}
}
@MainActor @preconcurrency open class UILabel: UIView {
  open var text: String?
}
@MainActor @preconcurrency open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { fatalError() }
  public required init?(coder: NSCoder) { fatalError() }
  open var view: UIView!
  open func viewDidLoad() {}
}
