// SPDX-License-Identifier: Apache-2.0

// The generator is public in `MillraceTesting`; a test that imports the test support has it too.
@_exported import struct MillraceTesting.SeededGenerator
