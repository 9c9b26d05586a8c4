"""The model that reader and judge share: loaded once a process."""

from __future__ import annotations

from functools import cache
from threading import Thread

from ricordo.extractors.reader.model import ReaderModel


@cache
def load_model() -> ReaderModel:
    """Return the model of the whole process. It loads its weights with the first text."""
    return ReaderModel()


def warm_model() -> None:
    """Load the weights now, in the background. The process waits for it at its end: ONNX must not be cut off."""
    Thread(target=load_model().read, args=("warm",), name="ricordo-reader").start()
