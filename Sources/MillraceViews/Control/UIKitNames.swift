// SPDX-License-Identifier: Apache-2.0

// The types of UIKit that SwiftUI's modifiers of fields use on iOS. On macOS `textContentType` has
// another type, so files that are shared with a Mac write its values with a leading dot, and
// `keyboardType` does not exist.

/// The meaning of the text in a field.
public struct UITextContentType: Hashable, RawRepresentable, Sendable {
  /// The token for the attribute `autocomplete`.
  public let rawValue: String

  /// Creates a meaning from a token.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The token, or nil if it is not a word of lowercase letters, digits and hyphens.
  var token: String? {
    let isToken = rawValue.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
    }
    return isToken && !rawValue.isEmpty ? rawValue : nil
  }

  /// A full name.
  public static let name = UITextContentType(rawValue: "name")
  /// A title before a name.
  public static let namePrefix = UITextContentType(rawValue: "honorific-prefix")
  /// A first name.
  public static let givenName = UITextContentType(rawValue: "given-name")
  /// A middle name.
  public static let middleName = UITextContentType(rawValue: "additional-name")
  /// A family name.
  public static let familyName = UITextContentType(rawValue: "family-name")
  /// A suffix of a name.
  public static let nameSuffix = UITextContentType(rawValue: "honorific-suffix")
  /// A nickname.
  public static let nickname = UITextContentType(rawValue: "nickname")
  /// A job title.
  public static let jobTitle = UITextContentType(rawValue: "organization-title")
  /// The name of an organization.
  public static let organizationName = UITextContentType(rawValue: "organization")
  /// A street with a number, in one or more lines.
  public static let fullStreetAddress = UITextContentType(rawValue: "street-address")
  /// The first line of a street address.
  public static let streetAddressLine1 = UITextContentType(rawValue: "address-line1")
  /// The second line of a street address.
  public static let streetAddressLine2 = UITextContentType(rawValue: "address-line2")
  /// A city.
  public static let addressCity = UITextContentType(rawValue: "address-level2")
  /// A state or a region.
  public static let addressState = UITextContentType(rawValue: "address-level1")
  /// A part of a city.
  public static let sublocality = UITextContentType(rawValue: "address-level3")
  /// A country.
  public static let countryName = UITextContentType(rawValue: "country-name")
  /// A postal code.
  public static let postalCode = UITextContentType(rawValue: "postal-code")
  /// A telephone number.
  public static let telephoneNumber = UITextContentType(rawValue: "tel")
  /// An email address.
  public static let emailAddress = UITextContentType(rawValue: "email")
  /// The address of a web page.
  public static let URL = UITextContentType(rawValue: "url")
  /// The number of a payment card.
  public static let creditCardNumber = UITextContentType(rawValue: "cc-number")
  /// The date until which a payment card is valid.
  public static let creditCardExpiration = UITextContentType(rawValue: "cc-exp")
  /// The security code of a payment card.
  public static let creditCardSecurityCode = UITextContentType(rawValue: "cc-csc")
  /// The name on a payment card.
  public static let creditCardName = UITextContentType(rawValue: "cc-name")
  /// The name of an account.
  public static let username = UITextContentType(rawValue: "username")
  /// The password of an account.
  public static let password = UITextContentType(rawValue: "current-password")
  /// A new password.
  public static let newPassword = UITextContentType(rawValue: "new-password")
  /// A code that is valid once.
  public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
  /// A date of birth.
  public static let birthdate = UITextContentType(rawValue: "bday")
}

/// The keyboard of a device with an on-screen keyboard.
public enum UIKeyboardType: Int, Sendable {
  /// The default keyboard.
  case `default` = 0
  /// A keyboard for ASCII characters; browsers show the default keyboard.
  case asciiCapable = 1
  /// A keyboard for digits and punctuation marks; browsers show the default keyboard.
  case numbersAndPunctuation = 2
  /// A keyboard for addresses of web pages.
  case URL = 3
  /// A keyboard for digits.
  case numberPad = 4
  /// A keyboard for telephone numbers.
  case phonePad = 5
  /// A keyboard for names and telephone numbers; browsers show the default keyboard.
  case namePhonePad = 6
  /// A keyboard for email addresses.
  case emailAddress = 7
  /// A keyboard for digits with a decimal separator.
  case decimalPad = 8
  /// A keyboard for short messages; browsers show the default keyboard.
  case twitter = 9
  /// A keyboard for search texts.
  case webSearch = 10
  /// A keyboard for ASCII digits.
  case asciiCapableNumberPad = 11

  /// The value of the attribute `inputmode`.
  var mode: String? {
    switch self {
    case .default, .asciiCapable, .numbersAndPunctuation, .namePhonePad, .twitter: nil
    case .URL: "url"
    case .numberPad, .asciiCapableNumberPad: "numeric"
    case .phonePad: "tel"
    case .emailAddress: "email"
    case .decimalPad: "decimal"
    case .webSearch: "search"
    }
  }
}
