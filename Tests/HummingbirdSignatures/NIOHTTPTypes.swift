// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum HTTPRequestPart: Sendable {}

public enum HTTPResponsePart: Sendable {}
