"""Codes in rendered frames: read where they can be, and nothing where there is none."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks.camera import CONDITIONS, WINDOW, frames, measure_presentations
from devices.camera import decoding, scene
from devices.camera.codes import CUT_FACE, DeckTable
from devices.camera.decoding import Decoder, FrameReader, Picture, cut_out, grey
from devices.camera.faces import HEIGHT_MM, draw_face, modules, words
from devices.camera.options import Symbology
from devices.camera.scene import Finger, Light, Pose


def frame_of(code: str, face: str, symbology: Symbology = "datamatrix", light: Light | None = None) -> Picture:
    card = draw_face(code, face, symbology=symbology)
    return scene.Table(1).picture([(card, Pose(turn=100, tilt_x=15))], light or Light())


def test_a_small_set_of_every_condition_is_read_without_a_wrong_one(table: DeckTable) -> None:
    decoder = Decoder()
    read, total = 0, 0
    for _, code, picture, _ in frames(table, severities=3, cards=2, seed=5):
        texts = decoder.texts(np.ascontiguousarray(grey(cut_out(picture, WINDOW))))
        assert set(texts) <= {code}
        read, total = read + bool(texts), total + 1
    assert total == 3 * 2 * len(CONDITIONS)
    assert read >= 0.8 * total  # the steps go on to where nothing can be read


def test_presentations_are_told_in_time_and_right() -> None:
    in_time, wrong = measure_presentations(8, seed=3)
    assert wrong == 0
    assert in_time == 100


def test_nothing_is_read_where_nothing_is() -> None:
    decoder = Decoder("both")
    ground = scene.Table(4)
    blank = np.full((int(HEIGHT_MM * 8), 504), 255, np.uint8)
    chance = random.Random(4)
    for _ in range(20):
        pose = Pose(turn=chance.uniform(0, 360), x=chance.uniform(200, 440))
        light = Light(noise=chance.uniform(2, 40), blur=chance.uniform(0, 2))
        finger = Finger(600, 480, chance.uniform(200, 400), chance.uniform(100, 300))
        assert decoder.texts(grey(ground.picture([(blank, pose)], light, (finger,)))) == ()


@pytest.mark.parametrize("symbology", ["datamatrix", "qr", "both"])
def test_each_symbology_is_read(table: DeckTable, symbology: Symbology) -> None:
    code, face = next(iter(table.cards.items()))
    picture = frame_of(code, face, "datamatrix" if symbology == "both" else symbology)
    assert Decoder(symbology).texts(grey(picture)) == (code,)


def test_a_qr_that_zxing_does_not_read_is_offered_to_pyzbar(table: DeckTable, monkeypatch: pytest.MonkeyPatch) -> None:
    code, face = next(iter(table.cards.items()))
    window = grey(frame_of(code, face, "qr"))
    monkeypatch.setattr(decoding, "zxing_texts", lambda *_: [])
    assert Decoder("qr").texts(window) == (code,)
    assert Decoder("qr", second_opinion=False).texts(window) == ()


def test_the_two_codes_of_a_card_are_one_text(table: DeckTable) -> None:
    code = table.cut_cards[0]
    assert Decoder().texts(grey(frame_of(code, CUT_FACE))) == (code,)


def test_a_code_is_small_enough_for_fourteen_modules_a_side(table: DeckTable) -> None:
    assert all(modules(code).shape == (14, 14) for code in list(table.cards)[:20])


def test_the_gate_tells_rest_from_motion_and_paper_from_cloth(table: DeckTable) -> None:
    reader = FrameReader(Decoder(), WINDOW)
    code, face = next(iter(table.cards.items()))
    ground, card = scene.Table(2), draw_face(code, face)
    reader.read(ground.picture([], Light()), 0)
    empty = reader.read(ground.picture([], Light()), 1)
    comes = reader.read(ground.picture([(card, Pose(y=60))], Light()), 2)
    reader.read(ground.picture([(card, Pose())], Light()), 3)
    rests = reader.read(ground.picture([(card, Pose())], Light()), 4)
    assert (empty.paper, empty.moving, empty.texts) == (0.0, False, ())
    assert comes.moving
    assert comes.paper > 0
    assert not rests.moving
    assert rests.texts == (code,)
    assert rests.paper > 0.2
    assert rests.fingerprint != empty.fingerprint


def test_a_window_without_paper_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "zxing_texts", lambda *_: pytest.fail("searched"))
    FrameReader(Decoder()).read(scene.Table(2).picture([], Light()), 0)


def test_a_window_outside_the_frame_is_named() -> None:
    with pytest.raises(ValueError, match="outside the frame of 640 x 480"):
        cut_out(scene.Table(1).picture([], Light()), (700, 0, 100, 100))


@pytest.mark.parametrize(("face", "name"), [("As", "ace of spades"), ("Td", "ten of diamonds"), ("CC", "cut card")])
def test_a_card_has_its_name_in_words(face: str, name: str) -> None:
    assert words(face) == name
