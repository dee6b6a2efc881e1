"""Keys are made, read, listed and revoked; their private halves are nobody else's business."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
import zmq

from studio.cli import main
from studio.keys.allowed import AllowList, may_speak_as
from studio.keys.files import KeysError, PublicKey, make, read_folder, read_private, read_public, revoke

UTC = "2026-01-01T00:00:00.000Z"


def test_a_new_key_is_two_files_and_the_private_one_is_for_its_owner_alone(tmp_path: Path) -> None:
    public = make(tmp_path, "backend-1", "backend", UTC)
    private_file = tmp_path / "backend-1.key"
    assert stat.S_IMODE(private_file.stat().st_mode) == 0o600
    private = read_private(private_file)
    assert read_public(tmp_path / "backend-1.pub") == public
    curve_public, curve_secret = private.curve_pair
    assert curve_public.decode() == public.curve
    assert zmq.curve_public(curve_secret) == curve_public
    assert (private.signer, public.verifier) == (None, None)
    assert private.curve_secret not in (tmp_path / "backend-1.pub").read_text()


def test_a_private_key_is_never_shown(tmp_path: Path) -> None:
    make(tmp_path, "bac-1", "table", UTC)
    private = read_private(tmp_path / "bac-1.key")
    for secret in (private.curve_secret, private.signing_secret):
        assert secret
        assert secret not in f"{private!r} {private}"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_private_key_that_others_may_read_is_refused_with_what_to_do(tmp_path: Path, mode: int) -> None:
    make(tmp_path, "bac-1", "table", UTC)
    file = tmp_path / "bac-1.key"
    file.chmod(mode)
    with pytest.raises(KeysError, match=f"chmod 600 {file}"):
        read_private(file)


def test_a_file_that_is_no_key_is_refused_without_showing_what_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "bac-1.key"
    file.write_text('name = "bac-1"\nrole = "table"\ncurve_secret = "hush-hush"\n')
    file.chmod(0o600)
    with pytest.raises(KeysError) as refused:
        read_private(file)
    assert "hush" not in str(refused.value)
    assert str(file) in str(refused.value)


@pytest.mark.parametrize("name", ["", "-a", "A", "a/b", "../a", "a" * 41])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeysError, match="no name for a key"):
        make(tmp_path, name, "backend", UTC)
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_used_once(tmp_path: Path) -> None:
    made = make(tmp_path, "bac-1", "table", UTC)
    with pytest.raises(KeysError, match="already"):
        make(tmp_path, "bac-1", "table", UTC)
    assert read_folder(tmp_path) == [made]


def test_the_list_of_those_allowed_follows_what_is_made_and_revoked(tmp_path: Path) -> None:
    table = make(tmp_path, "bac-1", "table", UTC)
    allowed = AllowList(tmp_path)
    backend = make(tmp_path, "backend-1", "backend", UTC)
    assert allowed.bearer(backend.curve) == backend
    assert allowed.bearer(table.curve) is None
    assert allowed.bearer("x" * 40) is None
    revoke(tmp_path, "backend-1", UTC)
    assert allowed.bearer(backend.curve) is None
    assert allowed.named("backend-1") is None
    with pytest.raises(KeysError, match="revoked already"):
        revoke(tmp_path, "backend-1", UTC)


def test_a_folder_that_cannot_be_read_any_more_allows_nobody(tmp_path: Path) -> None:
    backend = make(tmp_path, "backend-1", "backend", UTC)
    allowed = AllowList(tmp_path)
    assert allowed.bearer(backend.curve) is not None
    (tmp_path / "other.pub").write_text("no key")
    assert allowed.bearer(backend.curve) is None


def test_one_key_under_two_names_is_refused(tmp_path: Path) -> None:
    make(tmp_path, "a", "backend", UTC)
    (tmp_path / "b.pub").write_text((tmp_path / "a.pub").read_text().replace('"a"', '"b"'))
    with pytest.raises(KeysError, match="same key under two names"):
        read_folder(tmp_path)


def test_each_role_speaks_as_itself_alone() -> None:
    def bearer(role: str) -> PublicKey:
        return PublicKey(name="x", role=role, created_utc=UTC, curve="x" * 40)  # type: ignore[arg-type]

    speaks = {
        role: [as_ for as_ in ("dealer", "pit_boss", "technician", "backend") if may_speak_as(bearer(role), as_)]  # type: ignore[arg-type]
        for role in ("table", "backend", "dealer_screen", "pit_screen", "technician")
    }
    assert speaks == {
        "table": [],
        "backend": ["backend"],
        "dealer_screen": ["dealer"],
        "pit_screen": ["pit_boss"],
        "technician": ["technician"],
    }


def test_keys_are_made_listed_and_revoked_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "keys")
    assert main(["keys", "new", "bac-1", "--role", "table", "--keys", folder]) == 0
    assert main(["keys", "new", "pit-1", "--role", "pit_screen", "--keys", folder]) == 0
    assert main(["keys", "revoke", "pit-1", "--keys", folder]) == 0
    capsys.readouterr()
    assert main(["keys", "list", "--keys", folder]) == 0
    out = capsys.readouterr().out
    table, pit = out.splitlines()
    assert "signs as" in table
    assert "speaks as pit_boss" in pit
    assert "REVOKED" in pit
    secret = read_private(tmp_path / "keys" / "bac-1.key").curve_secret
    assert secret not in out
    assert main(["keys", "revoke", "nobody", "--keys", folder]) == 2
    assert "nobody.pub" in capsys.readouterr().err
