# SPDX-License-Identifier: Apache-2.0
"""A tunnel of TLS, as stunnel makes one: both of its ends, each on a port of this machine."""

import socket
import ssl
import subprocess
import threading


class End:
    """Takes connections at a port and passes their bytes on to another one."""

    def __init__(self, target, serving=None, calling=None):
        self.target, self.serving, self.calling = target, serving, calling
        self.bytes = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.connect, args=[connection], daemon=True).start()

    def connect(self, connection):
        try:
            if self.serving:
                connection = self.serving.wrap_socket(connection, server_side=True)
            other = socket.create_connection(("127.0.0.1", self.target))
            if self.calling:
                other = self.calling.wrap_socket(other, server_hostname="localhost")
        except OSError:
            connection.close()
            return
        for one, two in ((connection, other), (other, connection)):
            threading.Thread(target=self.copy, args=[one, two], daemon=True).start()

    def copy(self, source, sink):
        try:
            while data := source.recv(65536):
                self.bytes += len(data)
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()


class Tunnel:
    """From `port`, in plain text, over TLS, to a port of a server in plain text."""

    def __init__(self, target, folder):
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
             "-keyout", key, "-out", certificate],
            check=True, capture_output=True)
        serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        serving.load_cert_chain(certificate, key)
        self.outer = End(target, serving=serving)
        # This end accepts only this certificate.
        calling = ssl.create_default_context(cafile=str(certificate))
        self.inner = End(self.outer.port, calling=calling)
        self.port = self.inner.port

    def close(self):
        self.inner.close()
        self.outer.close()
