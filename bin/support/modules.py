# SPDX-License-Identifier: Apache-2.0
"""Prints the name of every library target that the package offers, one a line."""

import json
import subprocess


def modules():
    text = subprocess.run(
        ["swift", "package", "dump-package"], check=True, capture_output=True, text=True
    ).stdout
    names = []
    for product in json.loads(text)["products"]:
        if "library" in product["type"]:
            names += [name for name in product["targets"] if name not in names]
    return names


if __name__ == "__main__":
    print("\n".join(modules()))
