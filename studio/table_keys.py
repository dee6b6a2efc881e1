"""What a table has of keys: its own, the public ones of those who may connect, and those that prove its journal."""

from __future__ import annotations

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from studio.config_errors import ConfigError
from studio.journal.signatures import Signers
from studio.keys.allowed import AllowList
from studio.keys.files import KeysError, PrivateKey, read_folder, read_private
from studio.keys.signing import fingerprint
from studio.settings import TableSettings


@dataclass(frozen=True, slots=True)
class TableKeys:
    """`signers` prove the signatures in the table's journal: its own keys, revoked ones too."""

    private: PrivateKey
    signer: Ed25519PrivateKey
    allowed: AllowList
    signers: Signers


def table_keys(settings: TableSettings) -> TableKeys | None:
    """The keys of the table, from the folder that its settings name; None where they name none. Raises ConfigError."""
    if settings.keys is None:
        return None
    file = settings.keys / f"{settings.table}.key"
    try:
        private = read_private(file)
        signer = private.signer
        if private.role != "table" or signer is None:
            raise KeysError(f"{file}: is the key of a {private.role}, not of a table")
        known = [key for key in read_folder(settings.keys) if key.role == "table"]
        signers = {fingerprint(key.verifier): key.verifier for key in known if key.verifier is not None}
        own = next((key for key in known if key.name == settings.table), None)
        if own is None or own.signing != signer.public_key().public_bytes_raw().hex():
            raise KeysError(f"{settings.keys / settings.table}.pub: is not the public half of {file.name}")
        if own.revoked_utc:
            raise KeysError(f"{file}: was revoked {own.revoked_utc}; `studio keys new` makes another")
        return TableKeys(private, signer, AllowList(settings.keys), signers)
    except KeysError as error:
        raise ConfigError([f"table {settings.table}: {error}"]) from None
