"""What Ultralytics is given says what is in the picture."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
from support import paper

from cli.main import main
from datasets.manifest import add_scenes
from datasets.yolo import Sample, box_line, piece_samples, pose_line, write_yolo


def test_boxes_are_shares_of_the_picture_and_clipped_to_it():
    assert box_line(1, (10, 20, 30, 60), (100, 200)) == "1 0.200000 0.200000 0.200000 0.200000"
    assert box_line(0, (-10, 0, 10, 20), (100, 200)) == "0 0.050000 0.050000 0.100000 0.100000"


def test_a_pose_has_a_box_and_four_visible_corners():
    corners = np.array([(10, 20), (90, 20), (90, 100), (10, 100)], float)
    numbers = [float(n) for n in pose_line(0, corners, (100, 200)).split()]
    assert numbers[:5] == [0, 0.5, 0.3, 0.8, 0.4]
    assert numbers[5:8] == [0.1, 0.1, 2]
    assert len(numbers) == 5 + 4 * 3


@pytest.mark.parametrize("keypoints", [0, 4])
def test_pictures_labels_and_the_yaml_are_written(tmp_path, keypoints):
    sample = Sample(np.zeros((20, 30, 3), np.uint8), ("0 0.5 0.5 1 1",))
    counts = write_yolo(
        tmp_path, {"train": [sample, sample], "validation": [sample]}, ["board"], keypoints
    )
    assert counts == {"train": 2, "validation": 1}
    assert (tmp_path / "labels/train/00001.txt").read_text() == "0 0.5 0.5 1 1\n"
    assert (tmp_path / "images/validation/00000.jpg").exists()
    text = (tmp_path / "data.yaml").read_text()
    assert "val: images/validation" in text
    assert ("kpt_shape: [4, 3]" in text) == bool(keypoints)
    assert "  0: board" in text


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("yolo")
    for seed in range(3):
        paper.write_raw(folder / "raw", seed)
    list(add_scenes(folder / "raw", folder / "scenes"))
    return folder / "scenes"


def test_every_box_holds_its_piece_through_the_lens(scenes):
    for sample in piece_samples("reversi", "test", 4, folder=scenes):
        height, width = sample.picture.shape[:2]
        assert len(sample.lines) >= 4
        assert {line[0] for line in sample.lines} == {"0", "1"}
        for line in sample.lines:
            kind, x, y, wide, high = (float(n) for n in line.split())
            middle = sample.picture[int(y * height), int(x * width)].mean()
            assert middle > 150 if kind == 1 else middle < 60, "a white disc, or a black one"
            assert wide * width == pytest.approx(31, abs=3)
            assert high * height == pytest.approx(31, abs=3)


def test_the_command_exports_what_ultralytics_reads(scenes, tmp_path, capsys):
    for what, lines in (("boards", "kpt_shape"), ("reversi", "names")):
        target = tmp_path / what
        with pytest.raises(SystemExit) as status:
            main(["dataset", "export", what, str(target), "--each", "2", "--scenes", str(scenes)])
        assert status.value.code == 0
        assert "2 to train, 2 to validation, 2 to test" in capsys.readouterr().out
        assert lines in (target / "data.yaml").read_text()
        check_by_ultralytics(target / "data.yaml", "pose" if what == "boards" else "detect")
    for arguments in (["chess", str(tmp_path / "x")], ["boards", str(tmp_path / "boards")]):
        with pytest.raises(SystemExit) as status:
            main(["dataset", "export", *arguments, "--scenes", str(scenes)])
        assert status.value.code == 2


def check_by_ultralytics(yaml, task):
    """Ultralytics' own reading of the set finds every label and nothing broken."""
    if importlib.util.find_spec("ultralytics") is None:
        return  # only where the `train` extra is installed
    from datasets.train.toolbox import ultralytics

    ultralytics()
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    data = check_det_dataset(str(yaml))
    for split in ("train", "val", "test"):
        found = YOLODataset(data[split], data=data, task=task, augment=False)
        assert len(found) == 2
        for label in found.labels:
            assert len(label["cls"]) >= 1
            assert (label["keypoints"] is not None) == (task == "pose")
