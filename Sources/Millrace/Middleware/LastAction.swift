// SPDX-License-Identifier: Apache-2.0

/// Whether a middleware that lets only some actions through let the last one through.
///
/// A rejection follows the action that it is about and belongs to who saw that action.
@usableFromInline
final class LastAction {
  @usableFromInline var wasSeen = true

  @usableFromInline init() {}
}
