#!/usr/bin/env bash
# From a bare Raspberry Pi OS (64 bit, Bookworm or newer) to a Hakem that watches a table.
#
#   sudo scripts/install-pi.sh                    install from the clone in which this script lies
#   sudo scripts/install-pi.sh hakem-….whl        install a wheel
#   scripts/install-pi.sh --dry-run [WHEEL]       only print the steps
#
# It may be run again at any time: an update is the same as an installation. What it makes:
# /opt/hakem (the program), /usr/local/bin/hakem, the system user hakem with /var/lib/hakem (journals),
# and the service hakem@TABLE, which is neither started nor enabled.
set -euo pipefail

readonly ENVIRONMENT=/opt/hakem
readonly COMMAND=/usr/local/bin/hakem
readonly UNIT=/etc/systemd/system/hakem@.service
here=$(cd "$(dirname "$0")/.." && pwd)
dry=no
what=$here

say() { printf '== %s\n' "$*"; }
fail() {
  printf 'install-pi: %s\n' "$*" >&2
  exit 1
}
run() {
  if test "$dry" = yes; then
    printf '   '
    printf '%q ' "$@"
    printf '\n'
  else
    "$@"
  fi
}

for word in "$@"; do
  case $word in
    --dry-run) dry=yes ;;
    -h | --help)
      sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
      exit 0
      ;;
    -*) fail "unknown option $word; known: --dry-run, --help" ;;
    *.whl)
      test -f "$word" || fail "there is no file $word"
      what=$(realpath "$word")
      ;;
    *) fail "expected a wheel (….whl), got $word" ;;
  esac
done

if test "$dry" = no; then
  test "$(id -u)" = 0 || fail "run it with sudo"
  test "$(uname -m)" = aarch64 || fail "this is for the 64-bit Raspberry Pi OS; here is $(uname -m)"
  command -v apt-get >/dev/null || fail "this is for Raspberry Pi OS; there is no apt-get here"
fi

say "Packages of the system: the camera's own, and what makes environments"
run apt-get update --quiet
run apt-get install --yes --quiet --no-install-recommends python3-venv python3-picamera2
if test "$dry" = no; then
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Hakem needs Python 3.11 or newer; here is $(python3 -V). Install a newer Raspberry Pi OS"
fi

say "An environment that sees the system's picamera2"
run python3 -m venv --system-site-packages "$ENVIRONMENT"

say "Hakem"
run "$ENVIRONMENT/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "$what"
# The same version may have been changed in a clone; its packages need not come anew.
run "$ENVIRONMENT/bin/python" -m pip install --quiet --disable-pip-version-check \
  --force-reinstall --no-deps "$what"

say "simplejpeg of our own: the system's is built for an older NumPy than ours"
run "$ENVIRONMENT/bin/python" -m pip install --quiet --disable-pip-version-check \
  --ignore-installed --no-deps simplejpeg

say "The command, the user hakem, the service"
run ln -sfn "$ENVIRONMENT/bin/hakem" "$COMMAND"
if test "$dry" = yes || ! id hakem >/dev/null 2>&1; then
  run useradd --system --home-dir /var/lib/hakem --shell /usr/sbin/nologin hakem
fi
run usermod --append --groups video hakem
run install -d -o hakem -g hakem -m 0750 /var/lib/hakem
run install -m 0644 "$here/scripts/hakem@.service" "$UNIT"
if test -n "${SUDO_USER:-}"; then
  run usermod --append --groups video "$SUDO_USER"
fi
if test "$dry" = yes || test -d /run/systemd/system; then
  run systemctl daemon-reload
fi

say "Proof: picamera2 loads beside our NumPy"
run "$ENVIRONMENT/bin/python" -c 'import numpy, picamera2, simplejpeg
assert int(numpy.__version__.split(".")[0]) >= 2, numpy.__version__
print("picamera2 loads beside numpy", numpy.__version__)'
cd /
run runuser -u hakem -- "$COMMAND" doctor --folder /var/lib/hakem ||
  fail "installed, but something is to be mended; the table above says what"

say "Done. Next: hakem cameras; then docs/referee-a-match.md"
