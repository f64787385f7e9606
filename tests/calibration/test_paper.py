"""The sheets are in exact millimetres and speak both languages."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from calibration.charuco import SQUARES, sheet
from calibration.paper import RESOLUTION, charuco_sheet, markers_sheet, write_sheet
from datasets.snapshots import printed
from engines import InputError

DOT = 25.4 / RESOLUTION


@pytest.fixture(scope="module")
def charuco():
    return printed(charuco_sheet(24), RESOLUTION)


def test_the_ruler_is_100_mm_long(charuco):
    rows = slice(int(281 / DOT), int(283.9 / DOT))
    columns = np.flatnonzero((charuco[rows, :, 0] < 100).all(0))  # the ticks of 5 and 10 mm only
    columns = columns[columns < 115 / DOT]
    assert abs((columns.max() - columns.min()) * DOT - 100) < 0.2


def test_the_calibration_sheet_is_the_board_that_opencv_expects(charuco):
    across, down = (round(squares * 24 / DOT) for squares in SQUARES)
    drawn = sheet().generateImage((SQUARES[0] * 140, SQUARES[1] * 140))  # whole pixels a bit
    expected = cv2.resize(drawn, (across, down), interpolation=cv2.INTER_NEAREST)
    left, top = round((210 - 7 * 24) / 2 / DOT), round((33 + (245 - 240) / 2) / DOT)
    part = charuco[top : top + down, left : left + across, 0]
    unlike = ((part > 128) != (expected > 128)).astype(np.uint8)
    assert not cv2.erode(unlike, np.ones((5, 5))).any()  # edges may be off by a dot


def test_a_marker_is_as_large_as_asked():
    for side in (30.0, 60.0):
        grey = printed(markers_sheet(side), RESOLUTION)[..., 0]
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        found, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
        assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
        for quad in found:
            sides = np.linalg.norm(np.roll(quad[0], -1, 0) - quad[0], axis=1) * DOT
            assert np.abs(sides - side).max() < 0.3


def test_markers_lie_on_the_sheet_as_on_the_board():
    grey = printed(markers_sheet(), 100)[..., 0]
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    at = {int(i): quad[0].mean(0) for i, quad in zip(ids.ravel(), found, strict=True)}
    assert at[0][0] < at[1][0]
    assert at[3][0] < at[2][0]
    assert at[0][1] < at[3][1]
    assert at[1][1] < at[2][1]


@pytest.mark.parametrize("make", [markers_sheet, charuco_sheet])
def test_every_kind_of_file_is_a4(make, tmp_path):
    for kind in ("pdf", "svg", "png"):
        write_sheet(make(), tmp_path / f"sheet.{kind}")
    box = re.search(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", (tmp_path / "sheet.pdf").read_bytes())
    assert [round(float(n) / 72 * 25.4, 1) for n in box.groups()] == [210.0, 297.0]
    svg = (tmp_path / "sheet.svg").read_text(encoding="utf-8")
    assert 'width="210mm" height="297mm"' in svg
    assert "yazdırın" in svg
    assert "Print at 100 %" in svg
    png = (tmp_path / "sheet.png").read_bytes()
    assert png.count(b"pHYs") == 1
    dots = int.from_bytes(png[png.index(b"pHYs") + 4 :][:4])
    assert abs(dots * 0.0254 - RESOLUTION) < 1
    assert cv2.imread(str(tmp_path / "sheet.png")).shape == (3508, 2480, 3)


def test_what_does_not_fit_on_a4_is_refused(tmp_path):
    with pytest.raises(InputError, match="20 to 60 mm large on A4, not 100"):
        markers_sheet(100)
    with pytest.raises(InputError, match="not nan"):
        charuco_sheet(float("nan"))
    with pytest.raises(InputError, match=r"must end in \.pdf, \.svg or \.png"):
        write_sheet(markers_sheet(), tmp_path / "sheet.doc")
    write_sheet(markers_sheet(), tmp_path / "new" / "sheet.svg")
    with pytest.raises(InputError, match="cannot write"):
        write_sheet(markers_sheet(), tmp_path / "new" / "sheet.svg" / "sheet.svg")
