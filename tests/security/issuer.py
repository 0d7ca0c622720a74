"""An OpenID provider on loopback: it publishes a discovery document and its keys, and signs what tests want to be signed."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa

AUDIENCE = "lineage-of-the-tests"
PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


class Issuer:
    """The provider. keys are those that it publishes; requests the paths that it was asked for."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.keys: dict[str, tuple[str, PrivateKey]] = {}
        self.discovery: dict[str, Any] = {"issuer": url, "jwks_uri": f"{url}/keys"}
        self.requests: list[str] = []
        self.is_down = False
        self.rotate("first")

    def rotate(self, key_id: str, algorithm: str = "RS256") -> None:
        """From now on it publishes this key alone, a new one."""
        self.keys = {key_id: (algorithm, new_key(algorithm))}

    def publish(self, key_id: str, algorithm: str) -> None:
        """Publishes one more key."""
        self.keys[key_id] = (algorithm, new_key(algorithm))

    def claims(self, **more: Any) -> dict[str, Any]:
        """What a JWT that counts says; None leaves a claim out."""
        now = int(time.time())
        usual = {"iss": self.url, "aud": AUDIENCE, "sub": "somebody", "iat": now, "exp": now + 600, "scope": "openid lineage:write"}
        return {name: value for name, value in {**usual, **more}.items() if value is not None}

    def sign(self, key_id: str | None = None, **claims: Any) -> str:
        """A JWT by one of the published keys, the newest unless it is named."""
        key_id = key_id or list(self.keys)[-1]
        algorithm, key = self.keys[key_id]
        return jwt.encode(self.claims(**claims), key, algorithm, headers={"kid": key_id})

    def published(self) -> dict[str, Any]:
        return {
            "keys": [{**_public(algorithm, key), "kid": id, "use": "sig", "alg": algorithm} for id, (algorithm, key) in self.keys.items()]
        }


def new_key(algorithm: str) -> PrivateKey:
    """A private key for an algorithm."""
    return ec.generate_private_key(ec.SECP256R1()) if algorithm == "ES256" else rsa.generate_private_key(65537, 2048)


def _public(algorithm: str, key: PrivateKey) -> dict[str, Any]:
    kind: Any = jwt.get_algorithm_by_name(algorithm)
    return dict(kind.to_jwk(key.public_key(), as_dict=True))


@contextmanager
def issuing() -> Iterator[Issuer]:
    """A provider that answers until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            issuer.requests.append(self.path)
            answers = {"/.well-known/openid-configuration": lambda: issuer.discovery, "/keys": issuer.published}
            found = None if issuer.is_down else answers.get(self.path)
            self.send_response(200 if found else 503)
            self.end_headers()
            if found:
                self.wfile.write(json.dumps(found()).encode())

        def log_message(self, format: str, *arguments: Any) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    issuer = Issuer(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield issuer
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
