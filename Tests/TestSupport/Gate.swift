// SPDX-License-Identifier: Apache-2.0

/// Lets tasks wait until a test opens it; it then stays open.
public actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a closed gate.
  public init() {}

  /// Returns when the gate is open.
  public func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// Opens the gate.
  public func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
