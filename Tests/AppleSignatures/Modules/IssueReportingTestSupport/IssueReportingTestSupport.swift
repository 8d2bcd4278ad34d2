// SPDX-License-Identifier: Apache-2.0

// Empty: the library links this module and uses no name of it.
