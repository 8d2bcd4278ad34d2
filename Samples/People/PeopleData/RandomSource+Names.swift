// SPDX-License-Identifier: Apache-2.0

extension RandomSource {
  /// Returns a random first and last name.
  mutating func name() -> String { "\(element(of: Names.first)) \(element(of: Names.last))" }

  /// Returns a random city.
  mutating func city() -> String { element(of: Names.cities) }
}

/// The names and cities of invented people.
private enum Names {
  static let first = list(
    """
    Ada Adam Agnes Ahmed Aiko Alan Alba Alexei Alma Amara Amina Anders Andrea Anika Anton Aria
    Arjun Astrid Aziz Beatriz Ben Bianca Boris Bruno Camila Carl Carmen Chen Chloe Clara Cleo
    Cyrus Dalia Daniel Daria Davide Dewi Diego Dora Edgar Elena Elias Elif Ella Emeka Emil Enzo
    Esther Eva Fatima Felix Fiona Flora Frida Gabriel Gita Grace Greta Hana Hans Hassan Hector
    Helga Hugo Ibrahim Ida Igor Ines Ingrid Irina Isaac Isla Ivan Jamal Jana Jasmin Javier Joao
    Johanna Jonas Julia Kaito Karin Karl Kenji Kiran Kofi Laila Lars Lena Leo Leyla Lina Linh
    Lucas Lucia Magnus Malik Mara Marco Maria Mateo Maya Mei Mila Milan Mina Mohammed Nadia Naomi
    Nils Nina Noah Nora Oksana Olga Oliver Omar Oscar Otto Paula Pedro Petra Priya Rafael Rania
    Ravi Rosa Ruth Samir Sana Sara Selma Sergei Silvia Simon Sofia Stefan Sven Tamar Tara Teresa
    Theo Tom Uma Valentin Vera Viktor Wanda Yara Yuki Yusuf Zara Zoe
    """)
  static let last = list(
    """
    Abbas Adler Aguilar Almeida Andersen Aoki Baker Balogun Banerjee Barros Bauer Becker Berg
    Bianchi Blom Bondar Brandt Campos Carter Castro Chang Costa Cruz Dahl Dang Demir Diaz Duarte
    Dubois Egorov Eriksen Farouk Ferrari Fischer Fuentes Garcia Ghosh Greco Haddad Hansen Hasan
    Heller Hoang Horvat Hughes Ito Ivanova Jansen Jimenez Johansson Kapoor Kaya Keller Khan Kimura
    Klein Kovacs Kowalski Kumar Larsen Lehmann Levi Lima Lindgren Lopez Madsen Mancini Marin
    Martin Mehta Meyer Mishra Molina Moreau Morel Mori Nakamura Navarro Neumann Nguyen Nowak Nunez
    Okafor Oliveira Olsen Orlov Ortega Osei Pavlov Pereira Petrov Pham Pires Popescu Ramos Reyes
    Ricci Rivera Romano Rossi Roy Sahin Saito Santos Sato Schmidt Sharma Silva Singh Soto Suzuki
    Tanaka Tiwari Torres Tran Varga Vargas Vidal Virtanen Vogel Volkov Wagner Walker Wang Weber
    Winter Wolf Yamada Yilmaz Young Zhang Ziegler
    """)
  static let cities = list(
    """
    Accra Amman Amsterdam Ankara Athens Auckland Baku Bangkok Belgrade Bergen Berlin Bogota Bremen
    Brisbane Brussels Budapest Cairo Calgary Chennai Copenhagen Cork Dakar Dhaka Dublin Durban
    Florence Geneva Ghent Glasgow Gothenburg Hamburg Hanoi Havana Helsinki Istanbul Jakarta
    Kathmandu Kyiv Kyoto Lagos Leipzig Lima Lisbon London Lyon Madrid Manila Marseille Melbourne
    Milan Montreal Mumbai Munich Nairobi Naples Osaka Oslo Ottawa Paris Perth Porto Prague Quito
    Reykjavik Riga Rome Rotterdam Santiago Seoul Seville Singapore Sofia Stockholm Sydney Taipei
    Tallinn Tbilisi Tokyo Toronto Tunis Turin Utrecht Valencia Vienna Vilnius Warsaw Wellington
    Zagreb Zurich
    """)

  private static func list(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
