// SPDX-License-Identifier: Apache-2.0

// Without Millrace in scope, which has a class of this name.
#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Combine's protocol `Subscription`, whichever Combine it is.
typealias PublisherSubscription = Subscription
