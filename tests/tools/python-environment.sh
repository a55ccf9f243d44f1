#!/bin/sh
# Makes a virtual environment of Python that holds exactly the packages of a list, pinned, none compiled; once.
#
#   sh tests/tools/python-environment.sh FOLDER LIST
set -eu
folder=$1
list=$2

made="$folder/made-$(cksum <"$list" | tr ' ' -)"
if [ -e "$made" ]; then
  exit
fi
if ! command -v python3 >/dev/null; then
  echo 'make: python3 is needed; install it, and its module venv (python3 and python3-venv on Debian)' >&2
  exit 1
fi
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo "make: $(python3 --version) lacks its module venv; install it (python3-venv on Debian)" >&2
  exit 1
fi
rm -rf "$folder"
python3 -m venv "$folder"
if ! "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: --requirement "$list"; then
  echo "make: pip could not install the packages of $list, see above; let it reach its index" >&2
  exit 1
fi
: >"$made"
