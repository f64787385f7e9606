"""What Ultralytics is given says what is in the picture."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.yolo import Sample, box_line, pose_line, write_yolo


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
