"""What setup.py adds to setuptools: distributions equal byte for byte, a bill of materials in the wheel.

With SOURCE_DATE_EPOCH set, the same sources and tools give the same bytes wherever and whenever they are
built. setuptools sees to the times in a wheel; the rest is done here.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import tarfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from setuptools import Distribution
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.sdist import sdist

BUILT_WITH = ("Cython", "numpy", "setuptools")


class ReproducibleSdist(sdist):
    """A source distribution that says nothing of who packed it, where and when."""

    def make_distribution(self) -> None:
        """Make the archive, and write it again where its date is said."""
        super().make_distribution()
        if (epoch := source_date()) is not None:
            for archive in self.get_archive_files():
                repack(Path(archive), epoch)


class WheelWithSbom(bdist_wheel):
    """A wheel that names what it needs and what it was built with (PEP 770), and does not know the umask."""

    def write_wheelfile(self, wheelfile_base: str, *generator: str) -> None:
        """Write what is written last before the wheel is packed: WHEEL, the bill of materials, modes."""
        super().write_wheelfile(wheelfile_base, *generator)
        sbom = Path(wheelfile_base, "sboms", f"{self.distribution.get_name()}.cdx.json")
        sbom.parent.mkdir(exist_ok=True)
        text = json.dumps(bill_of_materials(self.distribution), indent=2) + "\n"
        sbom.write_text(text, encoding="utf-8", newline="\n")
        for path in Path(wheelfile_base).parent.rglob("*"):
            path.chmod(mode_without_umask(path.is_dir(), path.stat().st_mode))


def source_date() -> int | None:
    """SOURCE_DATE_EPOCH, where it is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    return None if epoch is None else int(epoch)


def repack(archive: Path, epoch: int) -> None:
    """Write a .tar.gz again: in the order of names, of nobody, of one time, with two kinds of modes."""
    with tarfile.open(archive) as packed:
        members = sorted(packed.getmembers(), key=lambda member: member.name)
        files = [packed.extractfile(member) for member in members]
        contents = [b"" if file is None else file.read() for file in files]
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, epoch) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as packed,
    ):
        for member, content in zip(members, contents, strict=True):
            packed.addfile(anonymous(member, epoch), io.BytesIO(content))


def anonymous(member: tarfile.TarInfo, epoch: int) -> tarfile.TarInfo:
    """The member without its owner, its time and the umask."""
    plain = tarfile.TarInfo(member.name)
    plain.type, plain.size, plain.mtime = member.type, member.size, epoch
    plain.mode = mode_without_umask(member.isdir(), member.mode)
    return plain


def mode_without_umask(is_folder: bool, mode: int) -> int:
    """Readable by all; programs and folders can be run and entered by all."""
    return 0o755 if is_folder or mode & 0o100 else 0o644


def bill_of_materials(distribution: Distribution) -> dict[str, object]:
    """CycloneDX: nothing is bundled; what is needed to run, and what the wheel was built with."""
    name = distribution.get_name()
    licences = [{"license": {"id": "MIT"}}]
    components = [
        library(
            re.split(r"\W", requirement)[0],
            ref=f"runtime:{requirement}",
            scope="required",
            properties=[{"name": f"{name}:requirement", "value": requirement}],
        )
        for requirement in distribution.install_requires
    ]
    needed = [each["bom-ref"] for each in components]
    components += [library(tool, version(tool), ref=f"build:{tool}", scope="excluded") for tool in BUILT_WITH]
    product = library(name, distribution.get_version(), ref=name, licenses=licences)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {**timestamp(), "component": product},
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": needed}],
    }


def library(name: str, number: str | None = None, *, ref: str, **more: object) -> dict[str, object]:
    """A package, in one version where it has to be that one."""
    package = {"type": "library", "bom-ref": ref, "name": name, "purl": f"pkg:pypi/{name.lower()}"}
    if number is None:
        return {**package, **more}
    return {**package, "version": number, "purl": f"{package['purl']}@{number}", **more}


def timestamp() -> dict[str, str]:
    """When the sources were released, where that is said; never when they were built."""
    epoch = source_date()
    return {} if epoch is None else {"timestamp": datetime.fromtimestamp(epoch, UTC).isoformat()}
