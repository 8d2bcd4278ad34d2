// SPDX-License-Identifier: Apache-2.0

import MillraceAddress
import Testing

@Suite struct PageAddressLinkTests {
  @Test(arguments: [
    ("myapp://books/7", "/books/7"),
    ("myapp:///books/7", "/books/7"),
    ("myapp://books", "/books"),
    ("myapp://books/", "/books"),
    ("myapp://", "/"),
    ("myapp://books/7?q=a%20b#top", "/books/7?q=a%20b"),
    ("myapp://books?q=a", "/books?q=a"),
    ("myapp://b%C3%BCcher/7", "/b%C3%BCcher/7"),
    ("https://example.com/books/7", "/books/7"),
    ("HTTPS://example.com/books/7", "/books/7"),
    ("https://example.com", "/"),
    ("https://example.com?q=a", "/?q=a"),
    ("https://example.com/#books", "/"),
    ("http://ann@example.com:8080/books/7?q=1", "/books/7?q=1"),
    // Combining characters, which form one `Character` with the separator before them.
    ("https://h/\u{301}x", "/%CC%81x"),
    ("https://h?\u{301}=x#\u{301}", "/?%CC%81=x"),
    ("myapp://books/\u{301}x", "/books/%CC%81x"),
  ])
  func theHostIsAComponentInALinkOfTheAppAlone(_ link: String, _ text: String) {
    #expect(PageAddress(link: link)?.text == text)
  }

  @Test(arguments: [
    ("https://example.com/shop/books/7", "/books/7"),
    ("https://example.com/shop/", "/"),
    ("https://example.com/shop", "/"),
    ("https://example.com/shop?q=a", "/?q=a"),
    ("https://example.com/shopping/books/7", nil),
    ("https://example.com/books/7", nil),
    ("https://example.com", nil),
    ("myapp://books/7", "/books/7"),
    ("myapp://shop/7", "/shop/7"),
    ("https://example.com/shop/\u{301}x", "/%CC%81x"),
    ("https://example.com/shop\u{301}/x", nil),
  ])
  func aLinkOfTheWebIsReadBelowItsPage(_ link: String, _ text: String?) {
    #expect(PageAddress(link: link, below: "/shop")?.text == text)
    #expect(PageAddress(link: link, below: "/shop/")?.text == text)
  }

  @Test(arguments: [
    "", "books/7", "/books/7", "myapp:books/7", "://books/7", "myapp://books//7", "myapp://../7",
    "myapp://books/%zz", "mailto:ann@example.com", "https://example.com/a/../b",
    "books?next=x://y", "7app://books", "my app://books", "file:///books/7", "FILE://host/books/7",
  ])
  func whatIsNoAddressIsRefused(_ link: String) {
    #expect(PageAddress(link: link) == nil)
  }

  @Test func itReadsWhatAnAddressWrites() {
    let address = PageAddress(path: ["a/b", "..", ""], query: ["q": "x&y"])
    #expect(PageAddress(link: "https://example.com/shop" + address.text, below: "/shop") == address)
    #expect(PageAddress(link: "myapp://" + address.text) == address)
  }
}
