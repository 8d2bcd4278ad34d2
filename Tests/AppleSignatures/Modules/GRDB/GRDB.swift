// SPDX-License-Identifier: Apache-2.0

// The signatures that MillracePersistence, its tests and the sample Animals use.

import Foundation

public struct Configuration: Sendable {
  public init() { fatalError() }
  public var label: String?
  public var busyMode: Database.BusyMode
  public var allowsUnsafeTransactions: Bool
  public mutating func prepareDatabase(_ setup: @escaping @Sendable (Database) throws -> Void) {}
}
public final class Database {
  public enum BusyMode: Sendable {
    case immediateError
    case timeout(_ duration: TimeInterval)
  }
  public enum TransactionCompletion: Sendable { case commit, rollback }
  public enum TransactionKind: Sendable { case deferred, immediate, exclusive }
  public enum CheckpointMode: CInt, Sendable { case passive, full, restart, truncate }
  init() {}
  public var lastInsertedRowID: Int64 { fatalError() }
  public var changesCount: Int { fatalError() }
  public func execute(sql: String, arguments: StatementArguments = StatementArguments()) throws {}
  public func inTransaction(
    _ kind: TransactionKind? = nil, _ operations: () throws -> TransactionCompletion
  ) throws {}
  public func cachedStatement(sql: String) throws -> Statement { fatalError() }
  @discardableResult public func checkpoint(
    _ kind: CheckpointMode = .passive, on dbName: String? = "main"
  ) throws -> (walFrameCount: Int, checkpointedFrameCount: Int) { fatalError() }
  public enum TraceEvent {}
  public func trace(_ trace: ((TraceEvent) -> Void)? = nil) {}
  public func afterNextTransaction(
    onCommit: @escaping (Database) -> Void, onRollback: @escaping (Database) -> Void = { _ in }
  ) {}
}
@available(*, unavailable) extension Database: Sendable {}
public final class Statement {
  init() {}
  public func setUncheckedArguments(_ arguments: StatementArguments) {}
  public func execute(arguments: StatementArguments? = nil) throws {}
}
@available(*, unavailable) extension Statement: Sendable {}
public struct StatementArguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init() {}
  public init(arrayLiteral elements: (any DatabaseValueConvertible)?...) {}
  public init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...) {}
}
public struct DatabaseValue: Hashable, Sendable {
  public enum Storage: Sendable {
    case null
    case int64(Int64)
    case double(Double)
    case string(String)
    case blob(Data)
  }
  public var storage: Storage { fatalError() }
}
public protocol DatabaseValueConvertible {
  static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Self?
}
extension DatabaseValueConvertible {
  public static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Self? { fatalError() }
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] { fatalError() }
}
extension DatabaseValue: DatabaseValueConvertible {
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> DatabaseValue? { fatalError() }
}
extension Int: DatabaseValueConvertible {
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Int? { fatalError() }
}
extension Int64: DatabaseValueConvertible {
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Int64? { fatalError() }
}
extension Bool: DatabaseValueConvertible {
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Bool? { fatalError() }
}
extension String: DatabaseValueConvertible {
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> String? { fatalError() }
}
extension Data: DatabaseValueConvertible {
  public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Data? { fatalError() }
}
public final class Row {
  init() {}
  public subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value { fatalError() }
  public subscript<Value: DatabaseValueConvertible>(_ columnName: String) -> Value { fatalError() }
  public static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Row? { fatalError() }
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Row] { fatalError() }
  public static func fetchCursor(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> RowCursor { fatalError() }
}
@available(*, unavailable) extension Row: Sendable {}
public final class RowCursor {
  init() {}
  public func next() throws -> Row? { fatalError() }
}
@available(*, unavailable) extension RowCursor: Sendable {}
public struct ResultCode: RawRepresentable, Equatable, Sendable {
  public let rawValue: CInt
  public init(rawValue: CInt) { self.rawValue = rawValue }
  public static let SQLITE_ERROR = ResultCode(rawValue: 1)
  public static let SQLITE_BUSY = ResultCode(rawValue: 5)
  public static let SQLITE_LOCKED = ResultCode(rawValue: 6)
  public static let SQLITE_NOMEM = ResultCode(rawValue: 7)
  public static let SQLITE_INTERRUPT = ResultCode(rawValue: 9)
  public static let SQLITE_IOERR = ResultCode(rawValue: 10)
  public static let SQLITE_FULL = ResultCode(rawValue: 13)
  public static let SQLITE_IOERR_READ = ResultCode(rawValue: 266)
  public static let SQLITE_IOERR_FSYNC = ResultCode(rawValue: 1034)
  public static let SQLITE_IOERR_DIR_FSYNC = ResultCode(rawValue: 1290)
  public static let SQLITE_IOERR_SHMSIZE = ResultCode(rawValue: 4874)
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool { fatalError() }
}
public struct DatabaseError: Error, CustomStringConvertible {
  public init(
    resultCode: ResultCode = .SQLITE_ERROR, message: String? = nil, sql: String? = nil,
    arguments: StatementArguments? = nil, publicStatementArguments: Bool = false
  ) { fatalError() }
  public var resultCode: ResultCode { fatalError() }
  public var extendedResultCode: ResultCode { fatalError() }
  public var description: String { fatalError() }
}
public final class DatabaseQueue: Sendable {
  public init(path: String, configuration: Configuration = Configuration()) throws {
    fatalError()
  }
  public func close() throws {}
  @_disfavoredOverload public func read<T>(_ value: (Database) throws -> T) throws -> T {
    fatalError()
  }
  public func read<T: Sendable>(
    _ value: @Sendable (Database) throws -> T
  ) async throws -> T { fatalError() }
  @_disfavoredOverload public func write<T>(_ updates: (Database) throws -> T) throws -> T {
    fatalError()
  }
  public func write<T: Sendable>(
    _ updates: @Sendable (Database) throws -> T
  ) async throws -> T { fatalError() }
  @_disfavoredOverload
  public func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) rethrows -> T {
    fatalError()
  }
  public func writeWithoutTransaction<T: Sendable>(
    _ updates: @Sendable (Database) throws -> T
  ) async throws -> T { fatalError() }
}
extension DatabaseQueue {
  public func asyncWriteWithoutTransaction(_ updates: @escaping @Sendable (Database) -> Void) {}
}
public struct DatabaseMigrator: Sendable {
  public init() { fatalError() }
  public mutating func registerMigration(
    _ identifier: String, migrate: @escaping @Sendable (Database) throws -> Void
  ) {}
  public func migrate(_ writer: DatabaseQueue) throws {}
}
