// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of ThinkingInSelectors.md needs; see bin/support/articles.py.

// block 1 is in Samples/People/PeopleData/PeopleState.swift
// block 2 is in Samples/People/PeopleData/PeopleSelectors.swift
// block 3 is in Samples/People/PeopleData/PeopleSelectors.swift
// block 4 is in Samples/People/PeopleData/PeopleSelectors.swift
// block 5 is in Samples/People/PeopleData/PeopleSelectors.swift
// block 6 is in Samples/People/PeopleUI/PersonRow.swift
