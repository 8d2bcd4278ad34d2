// SPDX-License-Identifier: Apache-2.0

/// Lets tasks wait until a test opens it; opening is remembered.
public actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a closed gate.
  public init() {}

  /// Returns once the gate is open.
  public func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// Opens the gate for good.
  public func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
