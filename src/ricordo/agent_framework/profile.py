"""A provider of a typed profile of the person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, cast

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ricordo.agent_framework._base import BUDGET, DEADLINE, Found, MemoryProvider
from ricordo.agent_framework._memory import SupportsProfiles, check_memory
from ricordo.agent_framework._placement import Placement, Refresh
from ricordo.agent_framework._run import MAX_QUERY, Run
from ricordo.agent_framework._session_profile import APPLICATION, SessionProfile, SupportsLearning
from ricordo.agent_framework._turns import NewTurns, text_of
from ricordo.agent_framework.scope import ScopeSource, SearchScopeSource
from ricordo.learn.profiles import Profile
from ricordo.prompt.escaping import escape_line
from ricordo.prompt.render import CountTokens, Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Hit, Scope, Turn
from ricordo.values.validation import check_choice

AskForMissing = Literal["never", "ask", "insist"]
Keep = Literal["memory", "session"]
KEEPS: tuple[Keep, ...] = ("memory", "session")
ASK_FOR_MISSING: tuple[AskForMissing, ...] = ("never", "ask", "insist")

PROFILE_PROMPT = "=== USER PROFILE ==="


class ProfileMemoryProvider(MemoryProvider):
    """A provider that gives the agent the known fields of a profile, and can make it ask for the others.

    Args:
        memory: An open memory.
        model: A Pydantic model. Learning fills its fields.
        scope: The scope, or a function of the session and the context that returns one. With `keep="session"` there is
            none.
        search_scope: The scope to read from; that of the person if left out. Of a list, it is the one that covers
            `scope`, or else the first.
        context_prompt: The heading of the block.
        ask_for_missing: With `ask` the agent asks for missing fields when it fits, two at a time. With `insist` it
            declines other questions until it knows them.
        keep: Keep the profile in `memory`, for all conversations of the person, or in the `session`, which it travels
            with when that is serialised. Then `memory` only learns, and nothing stays in it.
        placement: Put the block next to the newest message, or at the end of the instructions.
        refresh: Recall for each run, or once a session and then add only what is new.
        budget: Tokens that the block may take.
        count_tokens: Counts the tokens of a text, in place of the built-in estimate.
        deadline: Seconds that a hook may take.
        fail_open: Log errors and go on without memory. If False, raise them.
        source_id: The id of this provider in the agent.
    """

    DEFAULT_SOURCE_ID = "ricordo_profile"

    def __init__(
        self,
        memory: SupportsProfiles,
        model: type[BaseModel],
        *,
        scope: ScopeSource | None = None,
        search_scope: SearchScopeSource | None = None,
        context_prompt: str = PROFILE_PROMPT,
        ask_for_missing: AskForMissing = "never",
        keep: Keep = "memory",
        placement: Placement = "message",
        refresh: Refresh = "turn",
        budget: int = BUDGET,
        count_tokens: CountTokens = estimate_tokens,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        is_in_session = check_choice(keep, "keep", KEEPS) == "session"
        if is_in_session and (scope or search_scope):
            raise ValueError('keep="session" takes no scope: the profile belongs to whoever holds the session')
        super().__init__(
            memory,
            source_id,
            scope=Scope(application=APPLICATION) if is_in_session else cast("ScopeSource", scope),
            search_scope=search_scope,
            placement=placement,
            refresh=refresh,
            budget=budget,
            count_tokens=count_tokens,
            deadline=deadline,
            fail_open=fail_open,
        )
        check_memory(memory, "track", "profile")
        check_choice(ask_for_missing, "ask_for_missing", ASK_FOR_MISSING)
        self._profiles = memory
        self._model = check_model(model)
        self._prompt = context_prompt
        self._ask_for_missing: AskForMissing = ask_for_missing
        self._session_profile = None
        if is_in_session:
            check_memory(memory, "set_profile", "settle", "forget", "consent")
            self._session_profile = SessionProfile(cast("SupportsLearning", memory), model)
        memory.track(model)

    async def _keep_inputs(self, run: Run) -> None:
        if self._session_profile:
            run.inputs_done.set()  # learned from after the run, together with the reply
        else:
            await super()._keep_inputs(run)

    async def _keep(self, run: Run, turns: NewTurns) -> None:
        if not self._session_profile:
            await super()._keep(run, turns)
        elif turns.turns:
            asked = [message for message in run.context.get_messages() if message.role == "assistant"][-1:]
            before = [Turn("assistant", text) for message in asked if (text := text_of(message)[-MAX_QUERY:])]
            caller = run.resolved.storage if run.resolved.origin == "context" else None
            learning = self._session_profile.learn(
                run.state, run.resolved.conversation, [*before, *turns.turns], caller=caller
            )
            if await self._fail_open.attempt_in_background("learn", learning):
                run.mark_stored(turns)

    async def _find(self, run: Run) -> Found:
        if self._session_profile:
            known = self._session_profile.load(run.state)
            missing = [name for name in self._model.model_fields if name not in known]
            lines = [
                line
                for name, value in known.items()
                for line in _field_lines(_label(name, self._model.model_fields[name]), value)
            ]
            return Found(lines, request=format_missing_fields(self._model, missing, self._ask_for_missing))
        profile = await read_profile(self._profiles, self._model, run)
        request = format_missing_fields(self._model, profile.missing, self._ask_for_missing)
        return Found(profile_lines(self._model, profile), request=request)

    def _arrange(self, lines: Sequence[str], hits: Sequence[Hit]) -> list[Section]:
        return [Section(self._prompt, hits, lines)]


async def read_profile(memory: SupportsProfiles, model: type[BaseModel], run: Run) -> Profile[Any]:
    """Return the profile after the run's inputs are stored, and learned from if learning is inline."""
    await run.inputs_done.wait()
    return await memory.profile(model, scope=run.resolved.own.owner())


def profile_lines(model: type[BaseModel], profile: Profile[Any]) -> tuple[str, ...]:
    """Return the known fields as lines, one a field, and one for each object in a list."""
    lines: list[str] = []
    for name, value in profile.known.items():
        field = profile.fields[name]
        doubt = " (contradicted; ask which is right)" if field.state == "disputed" else ""
        lines += _field_lines(_label(name, model.model_fields[name]) + doubt, value, field.others)
    return tuple(lines)


def format_missing_fields(model: type[BaseModel], missing: Iterable[str], asking: AskForMissing) -> str:
    """Return the instruction to ask for missing fields; empty if there is nothing to ask."""
    wanted = [(model.model_fields[name].description or name.replace("_", " ")).rstrip(".") for name in missing]
    if not wanted or asking == "never":
        return ""
    if asking == "ask":
        return (
            f"You do not know these things about the user yet: {'; '.join(wanted)}. Where it fits the conversation, "
            "ask for them, no more than two at a time, and do not ask for what they have told you already."
        )
    return " ".join(
        f"Ask the user for their {what}, unless they have just given it, and politely decline to answer any questions "
        "until they provide it."
        for what in wanted
    )


def check_model(model: object) -> type[BaseModel]:
    """Return `model` if it is a Pydantic model. Raise `TypeError` otherwise."""
    if isinstance(model, type) and issubclass(model, BaseModel):
        return model
    raise TypeError(f"the profile must be a Pydantic model, a subclass of pydantic.BaseModel, not {model!r}")


def _label(name: str, field: FieldInfo) -> str:
    return field.title or name.replace("_", " ").capitalize()


def _field_lines(label: str, value: Any, others: Iterable[Any] = ()) -> list[str]:
    """Return the lines of a field: "Home (contradicted; ask which is right): Leeds or Harrogate"."""
    doubtful = [_inline(other) for other in others]
    if isinstance(value, list | tuple | set | frozenset):
        items = list(cast("Iterable[Any]", value))
        perhaps = [f"perhaps {other}" for other in doubtful]
        if any(isinstance(item, BaseModel | Mapping) for item in items):
            return [f"{label}:", *(f"  • {text}" for text in (*map(_inline, items), *perhaps))]
        return [f"{label}: {', '.join([*map(_inline, items), *perhaps])}"] if items or perhaps else []
    return [f"{label}: {' or '.join([_inline(value), *doubtful])}"]


def _inline(value: Any) -> str:
    """Return a value on one line. Of an object, the first field, and the others in brackets."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    if isinstance(value, Mapping):
        parts = [escape_line(str(part)) for part in cast("Mapping[str, Any]", value).values() if part is not None]
        first, *others = parts or ["unknown"]
        return f"{first} ({', '.join(others)})" if others else first
    return escape_line(str(value))
