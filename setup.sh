#!/bin/sh
# Sets up the studio on Debian: system libraries (by apt where root, else the line to type), virtual environment, packages.
# Usage: ./setup.sh PYTHON VENV
set -eu
python=$1
venv=$2

# gcc and headers: evdev is compiled. libzbar0: bar codes. The others: what Qt needs to draw, on a screen or off it.
# fonts-dejavu-core: Cyrillic.
packages="python3-venv python3-dev gcc libc6-dev linux-libc-dev libzbar0 libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0 libgssapi-krb5-2 fonts-dejavu-core"

has_headers='import pathlib, sys, sysconfig
sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())'
missing=""
for package in $packages; do
    # Where Python was not installed by Debian it brings its own venv and headers.
    if [ "$package" = python3-venv ] && "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        continue
    fi
    if [ "$package" = python3-dev ] && "$python" -c "$has_headers" 2>/dev/null; then
        continue
    fi
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done

if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
    else
        echo "System libraries are missing. Type this, then run the same command again:" >&2
        echo "    sudo apt-get install -y --no-install-recommends$missing" >&2
        exit 1
    fi
fi

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Python 3.11 or newer is needed; '$python' is not. Name one: make PYTHON=python3.11 …" >&2
    exit 1
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --upgrade pip
"$venv/bin/python" -m pip install --quiet --editable '.[camera,screens,dev]'
