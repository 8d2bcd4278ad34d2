// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Lets a follower look at the state as it is, after what was sent before, and then after each
  /// commit.
  ///
  /// - Returns: Its number; nil if it has seen enough.
  func startFollowing(_ follower: CommitFollower<Action>) -> UInt64? {
    if phase == .idle {
      absorbMail()
      if !queue.isEmpty { runTurn() }
    }
    if isEnded {
      follower.onEnd()
      return nil
    }
    if follower.look(nil) { return nil }
    lastFollower += 1
    follower.number = lastFollower
    followers.append(follower, lastFollower)
    updatePlain()
    return lastFollower
  }

  /// Shows a commit to the followers that wait for one.
  @usableFromInline
  func tellFollowers(_ action: Action?) {
    if isEnded { return }
    enter(.effects)
    // What one is told may lead to the end of another, or of all.
    for follower in followers where follower.number != 0 {
      if follower.look(action) { stopFollowing(follower.number) }
    }
  }

  func stopFollowing(_ number: UInt64) {
    if followers.remove(number) { updatePlain() }
  }

  /// Tells the followers that wait for a commit that there is none any more.
  func endFollowers() {
    let ended = followers
    followers = OrderedSlots()
    for follower in ended {
      follower.number = 0
      follower.onEnd()
    }
  }
}
