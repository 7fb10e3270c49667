"""Data kept between runs, with a digest appended: truncation and alteration are noticed.

The digest guards against accidents. Against people it helps only as far as the permissions of the
folder do: whoever can write there can seal what they like.
"""

from __future__ import annotations

from hashlib import blake2b

DIGEST = 32
"""The number of bytes appended."""


def sealed(data: bytes, name: str) -> bytes:
    """The data with their digest; valid only under this name."""
    return data + _digest(data, name)


def unsealed(data: bytes, name: str) -> bytes | None:
    """The data without their digest, or None if they are not what was sealed under the name.

    >>> unsealed(sealed(b"tables", "parser"), "parser")
    b'tables'
    >>> unsealed(sealed(b"tables", "parser")[1:], "parser")
    """
    content, digest = data[:-DIGEST], data[-DIGEST:]
    return content if digest == _digest(content, name) else None


def _digest(data: bytes, name: str) -> bytes:
    label = name.encode()
    return blake2b(len(label).to_bytes(8, "big") + label + data, digest_size=DIGEST).digest()
