"""`hakem doctor`: what is wrong with a machine, and what to do."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import get_args

import pytest

from cli.doctor import machine, software, words
from cli.doctor.command import COLOURS, VISION, advice
from cli.doctor.finding import Finding, State
from cli.main import main

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments, path=""):
    """The command in a process of its own, with a folder before all others to import from."""
    return subprocess.run(
        [sys.executable, "-c", "from cli.start import start; start()", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": f"{path}:{ROOT}", "HAKEM_LANG": "en", "COLUMNS": "200"},
    )  # fmt: skip


def test_this_machine_is_examined(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", "--json", "--camera", "demo:kulami"])
    told = json.loads(capsys.readouterr().out)
    states = {each["check"]: each["state"] for each in told["findings"]}
    assert list(states) == [
        "python", "packages", "picamera2", "models", "demos", "cameras", "picture", "rights",
        "disk", "folder", "clock",
    ]  # fmt: skip
    sure = ("python", "packages", "models", "demos", "picture", "folder")
    assert {states[check] for check in sure} == {"good"}
    assert told["good"] == ("mend" not in states.values())
    assert (stopped.value.code or 0) == (not told["good"])


@pytest.mark.parametrize("seen", [True, False])
def test_a_machine_without_a_camera_is_well_but_not_ready(capsys, monkeypatch, seen):
    state = "good" if seen else "mind"
    advised = "" if seen else "plug_camera"
    found = [Finding("disk", "good", "9 GB"), Finding("cameras", state, "–", advised),
             Finding("picture", "good", "demo:kulami")]  # fmt: skip
    monkeypatch.setattr("cli.doctor.command.examine", lambda *_: iter(found))
    told = {}
    for asked in (["--json"], ["--lang", "en"]):
        with pytest.raises(SystemExit) as stopped:
            main(["doctor", "--camera", "demo:kulami", *asked])
        assert not stopped.value.code
        told[asked[0]] = " ".join(capsys.readouterr().out.split())
    said = json.loads(told["--json"])
    assert (said["good"], said["ready"]) == (True, seen)
    assert ("All is ready." in told["--lang"]) is seen
    assert ("There is no camera" in told["--lang"]) is not seen


@pytest.mark.parametrize(("lang", "said"), [("tr", "Okuma modelleri"), ("en", "Model files")])
def test_people_get_a_table_in_their_language(capsys, monkeypatch, lang, said):
    monkeypatch.setenv("COLUMNS", "160")
    with pytest.raises(SystemExit):
        main(["doctor", "--lang", lang])
    assert said in capsys.readouterr().out


def test_in_a_narrow_terminal_what_is_to_be_mended_stands_last(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    long = "numpy 1.0 < 2.0; a-package-with-a-long-name (ImportError: for another processor)"
    found = [Finding("packages", "mend", long, "install_package", long),
             Finding("models", "good", "pits, sown, touched", count=3),
             Finding("cameras", "good", "usb:0 (eye)")]  # fmt: skip
    monkeypatch.setattr("cli.doctor.command.examine", lambda *_: iter(found))
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", "--lang", "en"])
    assert stopped.value.code == 1
    table, after = capsys.readouterr().out.split("└")
    assert "touched" not in table
    assert re.search(r"Model files +│ good +│ 3 +│", table)
    assert after.splitlines()[1:] == [
        f"Packages: {long}", f"  {advice(found[0], 'en')}", "To be mended: 1",
    ]  # fmt: skip


def test_every_word_is_there_in_both_languages():
    sources = [path.read_text() for path in (ROOT / "cli" / "doctor").glob("*.py")]
    checks = set(re.findall(r'Finding\(\s*"(\w+)"', "".join(sources)))
    assert checks == set(words.CHECKS)
    assert set(words.STATES) == set(COLOURS) == set(get_args(State))
    for key, (turkish, english) in words.ADVICE.items():
        assert sum(f'"{key}"' in source for source in sources) >= 2, f"nobody advises {key}"
        assert turkish != english
        finding = Finding("disk", "mend", "", key, "THIS")
        assert ("THIS" in advice(finding, "tr")) == ("THIS" in advice(finding, "en"))


def test_a_camera_that_gives_nothing_must_be_mended(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", "--json", "--camera", "no-such.mp4"])
    assert stopped.value.code == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    (found,) = [each for each in findings if each["check"] == "picture"]
    assert found["state"] == "mend"
    assert "no-such.mp4" in found["found"]


@pytest.fixture
def models(tmp_path):
    return Path(shutil.copytree(VISION / "models", tmp_path / "models"))


def _flip(models):
    data = bytearray((models / "pits.onnx").read_bytes())
    data[1000] ^= 1
    (models / "pits.onnx").write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (_flip, "pits.onnx"),
        (lambda models: (models / "refiner.onnx").unlink(), "refiner.onnx"),
        (lambda models: (models / "refiner.json").unlink(), "refiner.onnx"),
        (lambda models: (models / "pits.json").write_text("{"), "pits.onnx"),
    ],
)
def test_a_network_that_is_not_as_its_card_says_is_named(models, spoil, named):
    assert software.check_models(models).state == "good"
    spoil(models)
    finding = software.check_models(models)
    assert (finding.state, finding.found) == ("mend", named)
    assert named in advice(finding, "tr")


def test_a_missing_clip_is_no_hindrance(tmp_path):
    (tmp_path / "kulami.mp4").touch()
    finding = software.check_demos(tmp_path, ("kulami", "reversi"))
    assert (finding.state, finding.found) == ("mind", "reversi.mp4")


def test_packages_are_named_that_are_missing_old_or_broken(tmp_path, monkeypatch):
    broken = tmp_path / "broken_thing"
    (tmp_path / "broken_thing-1.0.dist-info").mkdir()
    (tmp_path / "broken_thing-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: broken-thing\nVersion: 1.0\n"
    )
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    finding = software.check_packages(
        ["rich>=13", "numpy>=99", "absent-thing>=1", "broken-thing>=1", "av>=14; extra == 'dev'"]
    )
    assert finding.state == "mend"
    assert re.fullmatch(
        r"numpy 2[\d.]* < 99; absent-thing \(missing\); "
        r"broken-thing \(ValueError: numpy\.dtype size changed\)",
        finding.found,
    )


def test_a_library_that_kills_is_named_and_the_others_are_still_tried(tmp_path, monkeypatch):
    (tmp_path / "deadly.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = software.imported(["json", "deadly", "sqlite3", "no_such_thing"])
    assert found == [
        ("json", ""),
        ("deadly", "ends with status -4"),
        ("sqlite3", ""),
        ("no_such_thing", "ModuleNotFoundError: No module named 'no_such_thing'"),
    ]


def test_our_own_requirements_are_all_understood():
    needed = [word for word in metadata.requires("hakem") if "extra ==" not in word]
    assert len(needed) >= 6
    for word in needed:
        assert software.REQUIREMENT.fullmatch(word.split(";")[0].strip()), word


def test_versions_are_compared_as_numbers():
    assert software.numbers("2.10.0") > software.numbers("2.9")
    assert software.numbers("5.0.0rc1") == (5, 0, 0)


def test_on_a_pi_picamera2_must_load_beside_our_numpy(tmp_path, monkeypatch):
    (tmp_path / "device-tree").mkdir()
    (tmp_path / "device-tree" / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    model = software.pi_model(tmp_path)
    assert model == "Raspberry Pi 5 Model B Rev 1.0"
    assert software.pi_model(tmp_path / "nothing") == ""
    if software.find_spec("picamera2") is None:
        assert software.check_picamera2(model).advice == "apt_picamera2"
        assert software.check_picamera2("").state == "unneeded"
    package = tmp_path / "picamera2.py"
    package.write_text("raise ValueError('numpy.dtype size changed, may indicate …')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    finding = software.check_picamera2(model)
    assert (finding.state, finding.advice) == ("mend", "new_simplejpeg")
    assert software.check_picamera2("").state == "mind"
    package.write_text("")
    assert software.check_picamera2(model).state == "good"


def test_a_full_disk_and_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    assert machine.check_folder(tmp_path / "new" / "hall").state == "good"
    assert list(tmp_path.iterdir()) == []
    assert machine.check_folder(Path("/proc/hakem")).state == "mend"
    monkeypatch.setattr(machine, "LITTLE", float("inf"))
    assert machine.check_disk(tmp_path).state == "mind"
    monkeypatch.setattr(machine, "TOO_LITTLE", float("inf"))
    assert machine.check_disk(tmp_path).state == "mend"


def test_a_clock_before_hakem_was_installed_is_wrong(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    assert machine.check_clock(tmp_path, datetime(1970, 1, 1, tzinfo=UTC)).advice == "set_clock"
    monkeypatch.setattr(machine, "SYNCHRONISED", tmp_path / "synchronized")
    assert machine.check_clock(tmp_path).advice == "check_clock"
    (tmp_path / "synchronized").touch()
    assert machine.check_clock(tmp_path).state == "good"


def test_a_user_who_may_not_open_the_camera_is_told_the_group(tmp_path):
    assert machine.check_rights(tmp_path).state == "unneeded"
    device = tmp_path / "video0"
    device.touch()
    assert machine.check_rights(tmp_path).state == "good"
    device.chmod(0)
    tmp_path.chmod(0o755)
    child = os.fork()
    if child == 0:  # as somebody who is not root
        os.chdir(tmp_path)  # the folders above it may be root's own
        if os.getuid() == 0:
            os.setuid(65534)
        try:
            finding = machine.check_rights(Path())
            told = advice(finding, "en")
            os._exit(not (finding.state == "mend" and "usermod -aG video" in told))
        finally:
            os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_the_doctor_comes_also_where_a_package_is_broken(tmp_path):
    (tmp_path / "cv2").mkdir()
    (tmp_path / "cv2" / "__init__.py").write_text("raise ImportError('wrong processor')")
    done = run("rules", "mangala", path=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "hakem: a package is missing or broken (wrong processor); `hakem doctor` tells which\n"
    )
    done = run("doctor", path=tmp_path)
    assert done.returncode == 1
    assert "opencv-python-headless (ImportError: wrong processor)" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_package_that_is_loaded_late_is_asked_for_in_one_line(tmp_path):
    (tmp_path / "fastapi.py").write_text("raise ImportError('no fastapi here')")
    done = run("desk", "--demo", "--port", "8999", path=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "hakem: a package is missing or broken (no fastapi here); `hakem doctor` tells which\n"
    )


def test_without_the_two_packages_it_needs_itself_there_is_one_line(tmp_path):
    (tmp_path / "rich.py").write_text("raise ImportError('no rich here')")
    done = run("doctor", path=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no rich here" in done.stderr
    assert "Traceback" not in done.stderr
