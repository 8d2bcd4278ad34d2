# SPDX-License-Identifier: Apache-2.0
"""Feeds of earthquakes in the form of the United States Geological Survey, and a server of them.

The server can hold an answer in its middle, cut it, answer with an error or with something else.
"""

import hashlib
import json
import random
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NEWEST = 1790927425470  # 2 October 2026, 07:50 UTC
DAY = 86_400_000
PLACES = ["Cobb, CA", "The Geysers, CA", "El Colomo, Mexico", "Gizo, Solomon Islands", "Y, Alaska",
          "Mammoth Lakes, CA", "Hihifo, Tonga", "Iquique, Chile", "Pahala, Hawaii", "Honshu, Japan"]


def feature(name, **changes):
    """A valid feature, with some of its parts changed; None removes a part."""
    place = changes.pop("place", f"7 km W of {name}")
    known = {"mag": 1.0, "place": place, "time": NEWEST - 500_000, "updated": NEWEST - 400_000}
    known |= {key: changes.pop(key) for key in list(changes) if key in known}
    code = f"{name:>08}"[-8:]
    properties = known | {
        "tz": None, "url": f"https://earthquake.usgs.gov/earthquakes/eventpage/{name}",
        "detail": f"https://earthquake.usgs.gov/earthquakes/feed/v1.0/detail/{name}.geojson",
        "felt": None, "cdi": None, "mmi": None, "alert": None, "status": "automatic", "tsunami": 0,
        "sig": 8, "net": "nc", "code": code, "ids": f",{name},", "sources": ",nc,",
        "types": ",general-link,geoserve,nearby-cities,origin,phase-data,scitech-link,",
        "nst": 13, "dmin": 0.008581, "rms": 0.02, "gap": 97, "magType": "ml",
        "type": "earthquake", "title": f"M {known['mag']} - {place}"}
    geometry = {"type": "Point", "coordinates": [-122.1, 38.1, 10.0]}
    whole = {"type": "Feature", "properties": properties, "geometry": geometry, "id": name}
    whole |= changes
    return {key: value for key, value in whole.items() if value is not None or key == "geometry"}


# Five are shown, the first one in its updated form; one is dropped, and eight cannot be read.
DEFECTS = [
    feature("nc0", mag=0.71), feature("us0", mag=4.8),
    feature("nc1", mag=None), feature("nc2", mag="1.2"), feature("nc3", id=None),
    feature("nc4", geometry=None), feature("nc5", geometry={"coordinates": [-122.1, 38.1]}),
    feature("nc6", geometry={"coordinates": [-122.1]}),
    feature("nc7", geometry={"coordinates": [-722.1, 38.1, 10]}), feature("nc8", place=None),
    feature("nc9", time=None), feature("nc0", mag=0.9, place="updated", updated=NEWEST),
    feature("nc10", mag=-0.7), feature("nc11", place="markup <b>&amp;</b> \u202e and 🌋 in a place"),
    "a feature that is a text",
]


def feed(count, seed=1, span=DAY):
    """`count` features from `span` milliseconds before the newest one, the newest first."""
    rng = random.Random(seed)
    features = []
    for number in range(count):
        time = NEWEST - number * span // max(count, 1)
        place = f"{rng.randint(1, 160)} km {rng.choice('NESW')} of {rng.choice(PLACES)}"
        position = [round(rng.uniform(-180, 180), 4), round(rng.uniform(-80, 80), 4), 10.0]
        features.append(feature(
            f"t{number}", mag=round(rng.betavariate(2, 4) * 9 - 0.9, 2), place=place, time=time,
            updated=time + 90_000, geometry={"type": "Point", "coordinates": position}))
    return text(features)


def text(features):
    head = {"generated": NEWEST, "url": "https://earthquake.usgs.gov/earthquakes/feed/v1.0",
            "title": "USGS All Earthquakes", "status": 200, "api": "2.7.0", "count": len(features)}
    lines = ",\n".join(json.dumps(item, separators=(",", ":")) for item in features)
    metadata = json.dumps(head, separators=(",", ":"))
    return f'{{"type":"FeatureCollection","metadata":{metadata},"features":[{lines}]}}'.encode()


class FeedServer:
    """Serves one feed for each range, and records the requests."""

    def __init__(self):
        self.feeds = {}
        self.faults = {}
        self.asked = []
        self.go_on = threading.Event()
        self.last_byte = 0
        self.on_last_byte = lambda: None
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                owner.answer(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}/summary"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.go_on.set()
        self.server.shutdown()
        self.server.server_close()

    def answer(self, request):
        name = request.path.removeprefix("/summary/all_").removesuffix(".geojson")
        version = request.headers["If-None-Match"]
        self.asked.append((name, version))
        fault = self.faults.get(name)
        body = b"<html>Sign in first</html>" if fault == "page" else self.feeds.get(name)
        if body is None or isinstance(fault, int):
            request.send_error(fault or 404)
            return
        tag = f'"{hashlib.sha1(body).hexdigest()}"'
        if tag == version:
            request.send_response(304)
            request.end_headers()
            return
        request.send_response(200)
        request.send_header("Content-Type", "application/geo+json")
        request.send_header("Content-Length", str(len(body)))
        request.send_header("ETag", tag)
        request.end_headers()
        half = len(body) // 2
        request.wfile.write(body[:half])
        if fault == "cut":
            return
        if fault == "hold":
            self.go_on.wait(60)
        request.wfile.write(body[half:])
        request.wfile.flush()
        self.on_last_byte()
