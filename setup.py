"""Build of the one extension: the Cython border and every C source of csrc."""

import os
import sys
from pathlib import Path

import setuptools
from setuptools import Extension, setup

if int(setuptools.__version__.partition(".")[0]) < 80:
    sys.exit(
        f"medianswiss is built with setuptools 80 or newer, and this is {setuptools.__version__}:"
        " pip install -U setuptools, or leave out --no-build-isolation"
    )
try:
    import numpy
    from Cython.Build import cythonize
except ImportError as error:
    missing = str(error.name).partition(".")[0]
    sys.exit(
        f"medianswiss is built with Cython and numpy, and {missing} is not installed:"
        " pip install 'Cython>=3.2,<3.4' 'numpy>=2.0', or leave out --no-build-isolation"
    )

ROOT = Path(__file__).resolve().parent
sys.path.append(str(ROOT / "tools"))  # a build has not even the project on its path

from distributions import ReproducibleSdist, WheelWithSbom  # noqa: E402

SANITIZE = os.environ.get("MEDIANSWISS_SANITIZE", "0") not in ("", "0")

if sys.platform == "win32":
    compile_args = ["/std:c11", "/O2"]
    link_args: list[str] = []
else:
    compile_args = ["-std=c11", "-O3", "-fvisibility=hidden"]
    link_args = []
    # Debug information names the sources, not the place of the build: the same bytes wherever it is made.
    same_names = [f"-ffile-prefix-map={ROOT}=.", f"-ffile-prefix-map={numpy.get_include()}=numpy"]
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
    compile_args += same_names

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
    ),
    cmdclass={"sdist": ReproducibleSdist, "bdist_wheel": WheelWithSbom},
)
