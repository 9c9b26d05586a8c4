"""Checkpoints of workflows, kept with the person for whom the workflow runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from agent_framework import WorkflowCheckpoint, WorkflowCheckpointException
from ricordo.agent_framework._checkpoint_encoding import load_checkpoint_encoding
from ricordo.agent_framework._kept_values import KeptValues
from ricordo.agent_framework._memory import SupportsConsent, check_memory
from ricordo.agent_framework.scope import get_scoped
from ricordo.values import Scope, check_scope
from ricordo.values.validation import check_name

_CHECKPOINTS_AGENT = "ricordo.checkpoints"
"""The agent under which checkpoints are stored, apart from the turns."""


class RicordoCheckpointStorage:
    """A checkpoint storage of MAF that keeps the checkpoints of workflows in memory.

    A checkpoint belongs to a person: it is exported and erased with them, and nobody else can load it. It is never
    learned from, and no recall finds it. Inside `scoped`, that scope takes precedence.

    Args:
        memory: An open memory.
        scope: The scope of the person for whom the workflow runs.
        allowed_types: Types of yours that checkpoints may hold besides those of MAF, each as `"module:name"`.

    Examples:
        >>> storage = RicordoCheckpointStorage(memory, scope=Scope(user="alice"))
        >>> await workflow.run("plan my trip", checkpoint_storage=storage)
        >>> latest = await storage.get_latest(workflow_name=workflow.name)
        >>> await workflow.run(checkpoint_id=latest.checkpoint_id, checkpoint_storage=storage)
    """

    def __init__(self, memory: SupportsConsent, *, scope: Scope, allowed_types: Iterable[str] = ()) -> None:
        check_memory(memory, "forget", "export", "set_consent")
        self._scope = check_scope(scope)
        self._values = KeptValues(memory, "checkpoint")
        self._allowed_types = frozenset(allowed_types)
        self._encoding = load_checkpoint_encoding()

    async def save(self, checkpoint: WorkflowCheckpoint) -> str:
        """Store a checkpoint, and return its id.

        Raises:
            WorkflowCheckpointException: It holds a type that is not allowed, and could not be loaded again.
        """
        value = self._encoding.encode(checkpoint.to_dict())
        self._decode(value)
        await self._values.write(self._place(checkpoint.checkpoint_id), value)
        return checkpoint.checkpoint_id

    async def load(self, checkpoint_id: str) -> WorkflowCheckpoint:
        """Return a checkpoint.

        Raises:
            WorkflowCheckpointException: This person has no such checkpoint.
        """
        value = await self._values.read(self._place(checkpoint_id))
        if value is None:
            raise WorkflowCheckpointException(f"No checkpoint found with ID {checkpoint_id}")
        return self._decode(value)

    async def list_checkpoints(self, *, workflow_name: str) -> list[WorkflowCheckpoint]:
        """Return the person's checkpoints of a workflow, in the order of saving."""
        values = await self._values.read_all(self._person_scope())
        return [self._decode(value) for value in values if value.get("workflow_name") == workflow_name]

    async def list_checkpoint_ids(self, *, workflow_name: str) -> list[str]:
        """Return the ids of the person's checkpoints of a workflow, in the order of saving."""
        return [checkpoint.checkpoint_id for checkpoint in await self.list_checkpoints(workflow_name=workflow_name)]

    async def get_latest(self, *, workflow_name: str) -> WorkflowCheckpoint | None:
        """Return the person's newest checkpoint of a workflow, or None."""
        found = await self.list_checkpoints(workflow_name=workflow_name)
        return max(found, key=lambda checkpoint: datetime.fromisoformat(checkpoint.timestamp), default=None)

    async def delete(self, checkpoint_id: str) -> bool:
        """Erase a checkpoint. Return whether there was one."""
        return await self._values.erase(self._place(checkpoint_id))

    def _place(self, checkpoint_id: str) -> Scope:
        check_name(checkpoint_id, "checkpoint_id")
        return replace(self._person_scope(), session=f"kept {checkpoint_id}")

    def _person_scope(self) -> Scope:
        return replace(get_scoped() or self._scope, agent=_CHECKPOINTS_AGENT, session=None)

    def _decode(self, value: object) -> WorkflowCheckpoint:
        # What is stored may have been imported: never unpickle it without a list of types.
        return WorkflowCheckpoint.from_dict(self._encoding.decode(value, allowed_types=self._allowed_types))
