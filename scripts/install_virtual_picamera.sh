#!/usr/bin/env bash
# An environment in which the real picamera2 runs on any Linux machine, with libcamera's virtual
# camera in place of a sensor: for the tests of the Raspberry Pi camera.
#
#   scripts/install_virtual_picamera.sh LIBCAMERA_SOURCE [ENVIRONMENT]
#
# LIBCAMERA_SOURCE is libcamera's unpacked source, 0.4 or newer (earlier ones have no virtual
# camera). Needs the packages libcap-dev libyaml-dev libgnutls28-dev libyuv-dev libjpeg-dev libudev-dev
# python3-dev and a C++ compiler; building takes some minutes on an idle machine.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
source=$(cd "${1:?give the folder of the libcamera source}" && pwd)
environment=$(realpath -m "${2:-$here/.venv-picamera}")

test -x "$environment/bin/python" || python3 -m venv "$environment"
export PATH="$environment/bin:$PATH"
python -m pip install --quiet --disable-pip-version-check -c "$here/constraints.txt" \
  -e "${here}[dev]" 'picamera2>=0.3.38' meson ninja jinja2 pyyaml ply pybind11

options=(
  --prefix="$environment" --libdir=lib -Dcpp_link_args="-Wl,-rpath,$environment/lib"
  -Dpipelines=virtual -Dipas= -Dpycamera=enabled -Dcam=disabled -Dqcam=disabled
  -Dgstreamer=disabled -Dv4l2=disabled -Dlc-compliance=disabled -Dtracing=disabled
  -Ddocumentation=disabled -Dudev=enabled -Dtest=false -Dbuildtype=debug
)
if test -d "$source/build"; then
  meson configure "$source/build" "${options[@]}"
else
  meson setup "$source/build" "$source" "${options[@]}"
fi
ninja -C "$source/build"
meson install -C "$source/build" --no-rebuild --quiet

# One camera whose pictures are colour bars, in the sizes that Hakem asks of a sensor of its shape.
mkdir -p "$environment/share/libcamera/pipeline/virtual"
cat >"$environment/share/libcamera/pipeline/virtual/virtual.yaml" <<'YAML'
%YAML 1.1
---
"Virtual0":
  supported_formats:
    - { width: 320, height: 240, frame_rates: [15, 30] }
    - { width: 1640, height: 1232, frame_rates: [15, 30] }
  test_pattern: "bars"
  location: "CameraLocationFront"
  model: "Virtual"
...
YAML
python -c 'import libcamera; print(*[camera.id for camera in libcamera.CameraManager.singleton().cameras])'
