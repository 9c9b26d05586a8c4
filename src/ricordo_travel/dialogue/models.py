"""The small models that come with the assistant, and the tokenizer that they share."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any, Literal

ModelName = Literal["acts", "answers", "things"]
"""A model by the name of its file."""

_loading = Lock()


def load_tokenizer() -> Any:
    """Return the tokenizer. It is loaded once."""
    with _loading:
        return _load_tokenizer()


def load_model(name: ModelName) -> Any:
    """Return a session of a model. It is loaded once."""
    with _loading:
        return _load_model(name)


@cache
def _load_tokenizer() -> Any:
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(files("ricordo_travel.dialogue").joinpath("weights", "tokenizer.json")))


@cache
def _load_model(name: ModelName) -> Any:
    import onnxruntime

    options: Any = onnxruntime.SessionOptions()  # type: ignore[attr-defined]  # it has no types
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    path = files("ricordo_travel.dialogue").joinpath("weights", f"{name}.onnx")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
