"""Key files: `NAME.key` is the private half (mode 0600), `NAME.pub` the public one that is copied to the tables."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Final, Literal, TypeVar, get_args

import msgspec
import zmq
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from studio.messages.commands import Role as Speaks

Role = Literal["table", "backend", "dealer_screen", "pit_screen", "technician"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

SPEAKS_AS: Final[dict[Role, frozenset[Speaks]]] = {
    "table": frozenset(),
    "backend": frozenset({"backend"}),
    "dealer_screen": frozenset({"dealer"}),
    "pit_screen": frozenset({"pit_boss"}),
    "technician": frozenset({"technician"}),
}
"""In which roles of the message contract the bearer of a key may give commands."""

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PRIVATE: Final = "# The private half of a studio key. It stays on this host; nobody else may read it.\n"
_PUBLIC: Final = "# The public half of a studio key. Copy it into the keys folder of whoever shall know it.\n"


_Half = TypeVar("_Half", "PublicKey", "PrivateKey")


class KeysError(Exception):
    """A key cannot be made, read or used. The text names the file, what is wrong, and what to do."""


class PublicKey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everybody may know of a key. `curve` is Z85 (40 characters), `signing` hex (64; tables alone have it)."""

    name: str
    role: Role
    created_utc: str
    curve: str
    signing: str = ""
    revoked_utc: str = ""

    @property
    def verifier(self) -> Ed25519PublicKey | None:
        """What proves this table's signatures; None for a key that does not sign."""
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.signing)) if self.signing else None


class PrivateKey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The private half. Its `repr` does not show it."""

    name: str
    role: Role
    curve_secret: str
    signing_secret: str = ""

    def __repr__(self) -> str:
        return f"PrivateKey({self.name!r}, {self.role!r})"

    @property
    def curve_pair(self) -> tuple[bytes, bytes]:
        """Public and secret CURVE key, as a socket takes them (Z85)."""
        secret = self.curve_secret.encode()
        return zmq.curve_public(secret), secret

    @property
    def signer(self) -> Ed25519PrivateKey | None:
        """What signs; None for a key that does not."""
        secret = self.signing_secret
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)) if secret else None


def make(folder: Path, name: str, role: Role, utc: str) -> PublicKey:
    """Make a key: `folder/NAME.key`, readable by its owner alone, and `folder/NAME.pub`. `utc` is now.

    Raises `KeysError` for a name that is taken or none, and when the folder cannot be written.
    """
    if not _NAME.fullmatch(name):
        raise KeysError(f"{name!r} is no name for a key: 1 to 40 of a-z, 0-9 and '-', not beginning with '-'")
    private_file, public_file = folder / f"{name}.key", folder / f"{name}.pub"
    if private_file.exists() or public_file.exists():
        raise KeysError(f"{folder}: there is a key {name} already; revoke it, and give the new one another name")
    curve_public, curve_secret = zmq.curve_keypair()
    signer = Ed25519PrivateKey.generate() if role == "table" else None
    public = PublicKey(
        name=name,
        role=role,
        created_utc=utc,
        curve=curve_public.decode(),
        signing=signer.public_key().public_bytes_raw().hex() if signer else "",
    )
    private = PrivateKey(
        name=name,
        role=role,
        curve_secret=curve_secret.decode(),
        signing_secret=signer.private_bytes_raw().hex() if signer else "",
    )
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(private_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_PRIVATE + _toml(private))
        _replace(public_file, public)
    except OSError as error:
        raise KeysError(f"{folder}: cannot write the key {name}: {error.strerror}") from error
    return public


def read_private(file: Path) -> PrivateKey:
    """The private half. Raises `KeysError` when others may read it, or when it is no such file."""
    try:
        mode = file.stat().st_mode
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise KeysError(f"{file}: others than its owner may read it (mode {mode & 0o777:o}): chmod 600 {file}")
        return _read(file, PrivateKey)
    except OSError as error:
        raise KeysError(f"{file}: cannot be read ({error.strerror}); `studio keys new` makes keys") from error


def read_public(file: Path) -> PublicKey:
    """The public half. Raises `KeysError`."""
    try:
        return _read(file, PublicKey)
    except OSError as error:
        raise KeysError(f"{file}: cannot be read ({error.strerror}); `studio keys list` shows what is there") from error


def read_folder(folder: Path) -> list[PublicKey]:
    """Every public key in `folder`, by name, the revoked ones too. Raises `KeysError`, also when two have one key."""
    known = [read_public(file) for file in sorted(folder.glob("*.pub"))]
    owner: dict[str, str] = {}
    for key in known:
        if key.curve in owner:
            raise KeysError(f"{folder}: {key.name} and {owner[key.curve]} are the same key under two names")
        owner[key.curve] = key.name
    return known


def revoke(folder: Path, name: str, utc: str) -> PublicKey:
    """Mark the key as revoked since `utc`; the file stays, so that old signatures can be told. Raises `KeysError`."""
    file = folder / f"{name}.pub"
    key = read_public(file)
    if key.revoked_utc:
        raise KeysError(f"{file}: {name} was revoked already, {key.revoked_utc}")
    revoked = msgspec.structs.replace(key, revoked_utc=utc)
    try:
        _replace(file, revoked)
    except OSError as error:
        raise KeysError(f"{file}: cannot be written ({error.strerror}); {name} is not revoked") from error
    return revoked


def _read(file: Path, kind: type[_Half]) -> _Half:
    try:
        found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
        if len(found.curve_secret if isinstance(found, PrivateKey) else found.curve) != 40:
            raise ValueError("its CURVE key has not 40 characters")
        _ = found.signer if isinstance(found, PrivateKey) else found.verifier
    except (ValueError, msgspec.MsgspecError) as error:
        # The text of the error names keys of the file and types, never a value.
        what = "private" if kind is PrivateKey else "public"
        raise KeysError(f"{file}: is no {what} half of a studio key ({type(error).__name__})") from None
    return found


def _toml(key: msgspec.Struct) -> str:
    import tomlkit  # where keys are made; a table only reads them

    return tomlkit.dumps({name: value for name, value in msgspec.structs.asdict(key).items() if value})


def _replace(file: Path, key: PublicKey) -> None:
    draft = file.with_name(file.name + ".new")
    draft.write_text(_PUBLIC + _toml(key), encoding="utf-8")
    draft.replace(file)
