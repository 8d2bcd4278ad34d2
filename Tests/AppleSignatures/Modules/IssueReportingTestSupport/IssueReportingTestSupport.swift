// SPDX-License-Identifier: Apache-2.0

// The module is empty, because the library links it but uses no name of it.
