"""A profile survives its file; a wrong one is refused with one line that says what to do."""

from __future__ import annotations

import copy
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sheets import WIDE

from calibration.pits import places
from calibration.profile import MOST_BYTES, BadProfile, Profile
from datasets.snapshots import hung

POSE = hung(WIDE, 20, 30, 10, 0.8)
PROFILE = Profile("usb:0", WIDE.size, WIDE, POSE, {"white": [220.5, 221, 219]})
POINTS = [(1, 2, 0), (-3, 2, 0.5)]


def test_a_profile_survives_its_file(tmp_path):
    path = tmp_path / "masa-1.json"
    PROFILE.save(path)
    again = Profile.load(path)
    assert (again.camera, again.size, again.colours) == ("usb:0", (960, 720), PROFILE.colours)
    assert (again.created, again.hakem) == (PROFILE.created, PROFILE.hakem)
    assert np.array_equal(again.pose.project(POINTS), POSE.project(POINTS))
    assert np.array_equal(again.lens.undistort([(3, 4)]), WIDE.undistort([(3, 4)]))
    assert [file.name for file in tmp_path.iterdir()] == ["masa-1.json"]


def test_a_profile_may_have_neither_lens_nor_pose(tmp_path):
    Profile("game.mp4", (640, 480)).save(tmp_path / "p.json")
    again = Profile.load(tmp_path / "p.json")
    assert again.lens is None
    assert again.pose is None


def test_a_mangala_pose_keeps_its_places(tmp_path):
    pose = POSE.with_places(places(1.1, 0.1))
    Profile("usb:0", WIDE.size, pose=pose).save(tmp_path / "p.json")
    assert np.array_equal(Profile.load(tmp_path / "p.json").pose.places, pose.places)


def test_pictures_of_another_size_are_refused():
    PROFILE.fits((960, 720))
    with pytest.raises(BadProfile, match="960 x 720, the camera gives 640 x 480; set the camera"):
        PROFILE.fits((640, 480))


def test_an_interrupted_save_leaves_the_old_file(tmp_path):
    path = tmp_path / "p.json"
    PROFILE.save(path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="JSON compliant"):
        Profile("usb:1", (640, 480), colours={"white": float("nan")}).save(path)
    with pytest.raises(BadProfile, match="cannot write"):
        PROFILE.save(path / "p.json")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["p.json"]


def changed(*keys, value):
    data = copy.deepcopy(PROFILE.to_json())
    inside = data
    for key in keys[:-1]:
        inside = inside[key]
    if value is ...:
        del inside[keys[-1]]
    else:
        inside[keys[-1]] = value
    return data


@pytest.mark.parametrize(
    ("data", "told"),
    [([], "not a profile of a table; `hakem calibrate` makes one"),
     ({"hakem": 1, "game": "reversi"}, "not a profile"),
     (changed("hakem_profile", value=2), "a newer Hakem wrote this profile .* update Hakem"),
     (changed("hakem_profile", value=0), "unknown form 0; calibrate again"),
     (changed("hakem_profile", value=True), "unknown form"),
     (changed("hakem_profile", value="1"), "unknown form"),
     (changed("lens", value=...), "lacks lens; calibrate again"),
     (changed("extra", value=1), "unknown extra"),
     (changed("camera", value=0), "camera must be a text"),
     (changed("created", value="yesterday"), "created must be a date"),
     (changed("colours", value=[]), "colours must be an object"),
     (changed("colours", "white", 0, value=float("inf")), r"colours\.white\.0 must be finite"),
     (changed("size", value=[640]), "size must be a width and a height"),
     (changed("size", value=[640.5, 480]), "size must be"),
     (changed("size", value=[0, 480]), "size must be"),
     (changed("size", value=[640, 480]), r"lens\.size must be that of the pictures, 640 x 480"),
     (changed("lens", value="wide"), "lens must be an object with size, matrix"),
     (changed("lens", "matrix", value=...), "lens must be an object with"),
     (changed("lens", "matrix", 0, value=[1, 2]), r"lens\.matrix must be numbers"),
     (changed("lens", "matrix", 0, 0, value=-5.0), r"lens\.matrix must be a camera's"),
     (changed("lens", "matrix", 0, 0, value="600"), r"lens\.matrix must be numbers"),
     (changed("lens", "matrix", 0, 2, value=5000.0), r"lens\.matrix must be that of"),
     (changed("pose", "matrix", 1, 2, value=-5000.0), r"pose\.matrix must be that of"),
     (changed("lens", "distortion", value=[0.1]), r"lens\.distortion must be 4 or 5 or 8 numbers"),
     (changed("lens", "distortion", 0, value=float("nan")), r"lens\.distortion must be finite"),
     (changed("lens", "distortion", 0, value=10**400), r"lens\.distortion must be numbers"),
     (changed("lens", "distortion", 0, value=-3.0), "the lens in this profile cannot be right"),
     (changed("lens", "error", value=None), r"lens\.error must be numbers"),
     (changed("pose", value=[]), "pose must be an object with matrix"),
     (changed("pose", "rotation", 0, 0, value=5.0), r"pose\.rotation must be a rotation"),
     (changed("pose", "translation", 2, value=-1.0), r"pose\.translation must be in front"),
     (changed("pose", "radial", value="0"), r"pose\.radial must be numbers"),
     (changed("pose", "places", value=[[1, 2, 3, 4]]), r"pose\.places must be 14 x 4 numbers"),
     (changed("pose", "distortion", value=[1, 2]), r"pose\.distortion must be 4 or 5 or 8")],
)  # fmt: skip
def test_a_wrong_profile_is_refused_by_name(data, told, tmp_path):
    path = tmp_path / "p.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BadProfile, match=told) as wrong:
        Profile.load(path)
    assert str(wrong.value).startswith(f"{path}: ")
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"", "not JSON"), (b"{", "not JSON"), (b"\xff\xd8\xff\xe0", "no text"),
     (b"[" * 100_000, "no profile"), (b" " * (MOST_BYTES + 1), "too large")],
)  # fmt: skip
def test_what_is_no_json_is_refused(data, told, tmp_path):
    path = tmp_path / "p.json"
    path.write_bytes(data)
    with pytest.raises(BadProfile, match=told):
        Profile.load(path)


def test_no_file_and_a_folder_are_told(tmp_path):
    with pytest.raises(BadProfile, match="No such file"):
        Profile.load(tmp_path / "none.json")
    with pytest.raises(BadProfile, match="directory"):
        Profile.load(tmp_path)


KEYS = st.sampled_from(
    [("size",), ("lens",), ("pose",), ("colours",), ("lens", "matrix"), ("lens", "size"),
     ("pose", "rotation"), ("pose", "places"), ("hakem_profile",), ("created",)]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=3), inside, max_size=3)
    ),
    max_leaves=8,
)


@given(KEYS, JSON)
def test_no_rubbish_gets_past_or_breaks_it(keys, value):
    """Whatever stands there, a profile comes out that can be written again, or `BadProfile`."""
    try:
        profile = Profile.from_json(changed(*keys, value=value))
    except BadProfile:
        return
    json.dumps(profile.to_json(), allow_nan=False)
