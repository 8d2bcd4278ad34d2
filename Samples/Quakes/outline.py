#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes QuakesUI/WorldOutline+Coasts.swift of Natural Earth's countries, 1:110m (public domain).

usage: outline.py naturalearth_lowres.shp > QuakesUI/WorldOutline+Coasts.swift

The shapefile lies in geopandas/datasets of the wheel of geopandas 0.14.4 on PyPI. Borders between
countries go: their edges are there twice. What remains is thinned to a fifth of a degree.
"""

import struct
import sys
import textwrap

FAR = 0.2
SMALL = 4

HEAD = '''// SPDX-License-Identifier: Apache-2.0

extension WorldOutline {
  /// The coasts of Natural Earth, 1:110m (public domain, naturalearthdata.com), thinned.
  ///
  /// `outline.py` has made them. Rings are separated by semicolons. The first two numbers of a ring
  /// are the longitude and the latitude of a point in tenths of a degree, and each two that follow
  /// are the way to the next point.
  static let coasts = """
'''


def rings(data):
    """The rings of all polygons of a shapefile."""
    place = 100
    while place < len(data):
        length = struct.unpack(">i", data[place + 4:place + 8])[0] * 2
        record = data[place + 8:place + 8 + length]
        place += 8 + length
        parts, points = struct.unpack("<ii", record[36:44])
        starts = list(struct.unpack(f"<{parts}i", record[44:44 + 4 * parts])) + [points]
        numbers = struct.unpack(f"<{2 * points}d", record[44 + 4 * parts:])
        pairs = [(round(x, 4), round(y, 4)) for x, y in zip(numbers[::2], numbers[1::2])]
        for start, end in zip(starts, starts[1:]):
            yield pairs[start:end]


def coasts(all_rings):
    """The rings of what is left when each edge that two polygons share is taken away."""
    edges = set()
    for ring in all_rings:
        for a, b in zip(ring, ring[1:]):
            if (b, a) in edges:
                edges.remove((b, a))
            elif a != b:
                edges.add((a, b))
    after = {}
    for a, b in sorted(edges):
        after.setdefault(a, []).append(b)
    while after:
        start = point = min(after)
        ring = [start]
        while point in after:
            point_after = after[point].pop()
            if not after[point]:
                del after[point]
            point = point_after
            ring.append(point)
            if point == start:
                break
        yield ring


def thinned(line):
    """Douglas and Peucker's way: a point stays that is far from the line between its neighbours."""
    (ax, ay), (bx, by) = line[0], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5

    def distance(point):
        x, y = point[0] - ax, point[1] - ay
        return abs(x * (by - ay) - y * (bx - ax)) / length if length else (x * x + y * y) ** 0.5

    far, index = max(((distance(p), i) for i, p in enumerate(line[1:-1], 1)), default=(0, 0))
    if far <= FAR:
        return [line[0], line[-1]]
    return thinned(line[:index + 1])[:-1] + thinned(line[index:])


def main(file):
    with open(file, "rb") as shapes:
        data = shapes.read()
    texts = []
    for ring in coasts(rings(data)):
        points = [(round(x * 10), round(y * 10)) for x, y in thinned(ring)][:-1]
        if len(points) < SMALL:
            continue
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:])]
        texts.append(" ".join(f"{x} {y}" for x, y in [points[0], *steps]))
    lines = textwrap.wrap(";".join(texts), 96, break_on_hyphens=False)
    print(HEAD + "\n".join("    " + line for line in lines) + '\n    """\n}')


main(sys.argv[1])
