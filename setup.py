"""Build of the one extension: the Cython border and every C source of csrc."""

import os
import sys
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

SANITIZE = os.environ.get("MEDIANSWISS_SANITIZE", "0") not in ("", "0")

if sys.platform == "win32":
    compile_args = ["/std:c11", "/O2"]
    link_args: list[str] = []
else:
    compile_args = ["-std=c11", "-O3", "-fvisibility=hidden"]
    link_args = []
    if SANITIZE:
        sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        compile_args = [
            "-std=c11",
            "-O1",
            "-g",
            "-UNDEBUG",
            "-fno-wrapv",
            "-fno-omit-frame-pointer",
            "-DMS_GUARD_ARRAYS",
            *sanitizers,
        ]
        link_args = sanitizers

directives = {
    "language_level": 3,
    "freethreading_compatible": True,
    "wraparound": False,
    "cdivision": False,
    "boundscheck": SANITIZE,
    "initializedcheck": SANITIZE,
}

core = Extension(
    "medianswiss._core",
    sources=["src/medianswiss/_core.pyx", *sorted(str(path) for path in Path("csrc").glob("*.c"))],
    include_dirs=["csrc", numpy.get_include()],
    depends=[
        "src/medianswiss/_core.pxd",
        *sorted(str(path) for path in Path("src/medianswiss").glob("*.pxi")),
        *sorted(str(path) for path in Path("csrc").glob("*.h")),
    ],
    define_macros=[
        ("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"),
        ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION"),
    ],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
)

setup(
    ext_modules=cythonize(
        [core], build_dir="build/cython", compiler_directives=directives, show_all_warnings=True
    )
)
