// SPDX-License-Identifier: Apache-2.0

// Nothing of it is used by name.
