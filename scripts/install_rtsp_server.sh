#!/usr/bin/env bash
# Debian's RTSP server, against which the tests of network cameras run. Needs root.
set -euo pipefail
apt-get install -y --no-install-recommends python3-gi gir1.2-gst-rtsp-server-1.0 \
  gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly
