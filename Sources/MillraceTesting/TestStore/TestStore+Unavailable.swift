// SPDX-License-Identifier: Apache-2.0

extension TestStore {
  /// The root of a key path for which the actions have no case path.
  @dynamicMemberLookup
  public struct NoCasePath {
    /// The same for each name.
    public subscript(dynamicMember name: String) -> NoCasePath { self }
  }

  /// Unavailable: if the actions have no case path of this name, the compiler prints the message.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      The actions have no such case path. Mark their type, and in a longer path also the types \
      inside it, with @CasePathable of MillraceMacros, or write casePaths by hand. Or pass the \
      whole action: store.receive(.loaded(books)).
      """
  )
  public func receive(
    _ path: KeyPath<NoCasePath, NoCasePath>, timeout: Duration = .seconds(1),
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    fatalError()
  }
}
