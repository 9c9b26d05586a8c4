"""MAF's own encoding of checkpoints, which is not public.

The only public way would be `FileCheckpointStorage` in a folder. It would write what the agents were told into files
that no erasure reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ricordo.agent_framework._version import PACKAGE, read_version


class CheckpointEncoding(NamedTuple):
    """The functions that make JSON of a checkpoint, and back. `decode(value, allowed_types=…)` loads no other types."""

    encode: Callable[[Any], Any]
    decode: Callable[..., Any]


def load_checkpoint_encoding() -> CheckpointEncoding:
    """Return MAF's encoding. Raise `ImportError` if the installed version has it elsewhere."""
    try:
        from agent_framework._workflows._checkpoint_encoding import decode_checkpoint_value, encode_checkpoint_value
    except ImportError:
        raise ImportError(
            f"{PACKAGE} {read_version()} keeps its encoding of checkpoints elsewhere than RicordoCheckpointStorage "
            "expects: use another version of one of them, or a checkpoint storage of MAF's"
        ) from None
    return CheckpointEncoding(encode_checkpoint_value, decode_checkpoint_value)
