#!/usr/bin/env bash
# Debian's RTSP server, against which the tests of network cameras run. Needs root.
set -euo pipefail
apt-get update -qq  # without its lists a fresh machine or container knows no package
apt-get install -y -qq --no-install-recommends python3-gi gir1.2-gst-rtsp-server-1.0 \
  gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly
