"""The doctor's words, in Turkish and in English."""

from __future__ import annotations

CHECKS = {
    "python": ("Python", "Python"),
    "packages": ("Paketler", "Packages"),
    "picamera2": ("Pi kamerası (picamera2)", "Pi camera (picamera2)"),
    "models": ("Okuma modelleri", "Model files"),
    "demos": ("Örnek oyunlar", "Demo games"),
    "cameras": ("Kameralar", "Cameras"),
    "picture": ("Kamera resmi", "Camera picture"),
    "rights": ("Kamera izinleri", "Camera permissions"),
    "disk": ("Disk", "Disk"),
    "folder": ("Tutanak klasörü", "Journal folder"),
    "clock": ("Saat", "Clock"),
}
"""What is looked at."""

STATES = {
    "good": ("iyi", "good"),
    "unneeded": ("burada gerekmez", "not needed here"),
    "mind": ("dikkat", "mind"),
    "mend": ("düzeltilmeli", "mend"),
}

HEADINGS = {
    "what": ("Ne", "What"),
    "state": ("Durum", "State"),
    "found": ("Bulunan", "Found"),
    "advice": ("Ne yapmalı", "What to do"),
}

ADVICE = {
    "newer_python": (
        "Python 3.11 veya yenisini kurun ve Hakem'i onunla yeniden kurun.",
        "Install Python 3.11 or newer, and Hakem again with it.",
    ),
    "wide_python": (
        "64 bitlik işletim sistemi kurun; paketlerin 32 bitlik hali yok.",
        "Install the 64-bit system; the packages do not exist for 32 bits.",
    ),
    "install_package": (
        "Hakem'i yeniden kurun (`pip install --force-reinstall hakem…whl`). Sorunlu: {about}.",
        "Install Hakem again (`pip install --force-reinstall hakem…whl`). The trouble: {about}.",
    ),
    "not_installed": (
        "Hakem bir ortama kurulu değil; `make run` ya da `pip install` kullanın.",
        "Hakem is not installed in an environment; use `make run` or `pip install`.",
    ),
    "install_again": (
        "Hakem'i yeniden kurun: {about} eksik ya da değişmiş.",
        "Install Hakem again: {about} is missing or was changed.",
    ),
    "apt_picamera2": (
        "`sudo apt install python3-picamera2`; ortam `--system-site-packages` ile kurulmalı "
        "(scripts/install-pi.sh ikisini de yapar).",
        "`sudo apt install python3-picamera2`, in an environment made with "
        "`--system-site-packages` (scripts/install-pi.sh does both).",
    ),
    "new_simplejpeg": (
        "`pip install --force-reinstall simplejpeg` (sistemdeki NumPy'dan eski).",
        "`pip install --force-reinstall simplejpeg` (the system's is older than our NumPy).",
    ),
    "plug_camera": (
        "Bir kamera takın, sonra `hakem cameras`. Ağ kameraları listede görünmez.",
        "Plug a camera in, then `hakem cameras`. Network cameras are not listed.",
    ),
    "other_picture": (
        "Kabloyu, başka programların kamerayı tutmadığını ve adını (`hakem cameras`) denetleyin.",
        "Check the cable, that no other program holds it, and its name (`hakem cameras`).",
    ),
    "more_light": (
        "Resim çok karanlık: kapağı çıkarın ya da ışık ekleyin.",
        "The picture is very dark: take the cap off, or add light.",
    ),
    "video_group": (
        "`sudo usermod -aG video {about}`, sonra yeniden oturum açın.",
        "`sudo usermod -aG video {about}`, then log in again.",
    ),
    "make_room": (
        "Yer açın: eski maçlar `hakem forget KLASÖR --days 30` ile silinir.",
        "Make room: `hakem forget FOLDER --days 30` deletes old matches.",
    ),
    "other_folder": (
        "Yazılabilen, bu bilgisayarın kendi diskinde bir klasör verin: `--folder`.",
        "Name a folder on this computer's own disk that can be written: `--folder`.",
    ),
    "set_clock": (
        "Saat yanlış; tutanakların tarihi de yanlış olur: "
        '`sudo timedatectl set-time "YYYY-AA-GG SS:DD"` ya da ağa bağlanın.',
        "The clock is wrong, and so will be the journals' dates: "
        '`sudo timedatectl set-time "YYYY-MM-DD HH:MM"`, or connect to a network.',
    ),
    "check_clock": (
        "Saat ağdan ayarlanmamış: doğru mu, bakın.",
        "The clock is not set by the network: look whether it is right.",
    ),
}
"""What to do."""

ALL_WELL = ("Her şey hazır.", "All is ready.")
NO_CAMERA = (
    "Kamera yok: bu bilgisayar yalnız örnek oyunları, kayıtları ve fotoğrafları okur. "
    "Masa izlemek için kamera takın ve `hakem doctor --camera usb:0` ile deneyin.",
    "There is no camera: this machine reads demos, recordings and photos only. To watch "
    "a table, plug a camera in and try it with `hakem doctor --camera usb:0`.",
)
NOT_WELL = ("Düzeltilmesi gereken: {n}", "To be mended: {n}")


def phrase(pair: tuple[str, str], lang: str, **values: object) -> str:
    """One of a pair."""
    return pair[lang == "en"].format(**values)
