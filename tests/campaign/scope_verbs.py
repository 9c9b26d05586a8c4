"""The verbs of the scope trials: each is called as one scope, and its answer is checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from ricordo.values import (
    KINDS,
    MAX_SCOPES,
    MEMORY_KINDS,
    ConcurrentUpdate,
    Consent,
    ConsentError,
    Kind,
    MissingEvidence,
    NotFound,
    Retention,
    Scope,
    State,
    Turn,
    TurnConflict,
)
from tests.campaign.scope_world import IDS, START, TAGS, THEMES, Leak, Person, World

Trial = Callable[[World, Scope], Awaitable[None]]

REFUSALS = (NotFound, ConsentError, ConcurrentUpdate, TurnConflict, MissingEvidence, ValueError)
"""The errors by which a verb refuses what is not in its scope."""


async def _recall(world: World, scope: Scope) -> None:
    rng = world.rng
    filters: dict[str, Any] = {}
    if rng.random() < 0.3:
        filters["kinds"] = rng.sample(KINDS, 2)
    if rng.random() < 0.2:
        filters["tags"] = [rng.choice(TAGS)]
    if rng.random() < 0.2:
        filters[rng.choice(["since", "until", "as_of"])] = START + (world.now - START) * rng.random()
    found = await world.memory.recall(rng.choice(THEMES), scope=scope, limit=rng.choice([3, 10, 100]), **filters)
    world.check_records(found, scope, shared=True)


async def _recall_canary(world: World, scope: Scope) -> None:
    number = world.rng.randrange(len(world.homes) + 1)
    found = await world.memory.recall(f"canary{number}x", scope=scope, limit=20)
    world.check_records(found, scope, shared=True)


async def _recall_several(world: World, scope: Scope) -> None:
    scopes = [scope, *world.rng.sample(world.scopes, world.rng.randint(1, MAX_SCOPES - 1))]
    found = await world.memory.recall(world.rng.choice(THEMES), scope=scopes, limit=world.rng.choice([3, 100]))
    world.check_records(found, *scopes, shared=True)


async def _hits(world: World, scope: Scope) -> None:
    scopes = [scope, *world.rng.sample(world.scopes, world.rng.randint(0, 2))]
    found = await world.memory.hits(world.rng.sample(world.memory_ids, 6), scope=scopes)
    world.check_records(found, *scopes, shared=True)


async def _memories(world: World, scope: Scope) -> None:
    filters: dict[str, Any] = {}
    if world.rng.random() < 0.3:
        filters["kinds"] = [world.rng.choice(MEMORY_KINDS)]
    if world.rng.random() < 0.2:
        filters["tags"] = [world.rng.choice(TAGS)]
    if world.rng.random() < 0.2:
        filters["field"] = "city"
    states: list[State | None] = [None, "current", "superseded", "disputed", "unsupported"]
    found = [item async for item in world.memory.memories(scope=scope, state=world.rng.choice(states), **filters)]
    world.check_records(found, scope)


async def _memories_page(world: World, scope: Scope) -> None:
    page = await world.memory.memories_page(scope=scope, state=None, after=_pick_cursor(world), limit=5)
    world.check_records(page.items, scope)
    _keep_cursors(world, page.next)


async def _get(world: World, scope: Scope) -> None:
    world.check_records([await world.memory.get(world.rng.choice(world.memory_ids), scope=scope)], scope)


async def _history(world: World, scope: Scope) -> None:
    history = await world.memory.history(world.rng.choice(world.memory_ids), scope=scope)
    world.check_records([*history.before, history.memory, *history.after], scope)


async def _turns(world: World, scope: Scope) -> None:
    world.check_records(await world.memory.turns(scope=scope, limit=world.rng.choice([1, 20, 1_000])), scope)


async def _turns_by_id(world: World, scope: Scope) -> None:
    world.check_records(await world.memory.turns(scope=scope, ids=world.rng.sample(IDS, 3)), scope)


async def _turns_page(world: World, scope: Scope) -> None:
    ways: list[dict[str, Any]] = [
        {"around": world.rng.choice(IDS)},
        {"before": _pick_cursor(world)},
        {"after": _pick_cursor(world)},
    ]
    page = await world.memory.turns_page(scope=scope, limit=5, **world.rng.choice(ways))
    world.check_records(page.items, scope)
    _keep_cursors(world, page.next, page.previous)


async def _conversations(world: World, scope: Scope) -> None:
    page = await world.memory.conversations(scope=scope, after=_pick_cursor(world))
    world.check_text(repr(page), [scope])
    covered = [home for home in world.places if scope.covers(home)]
    sessions, agents = {home.session for home in covered}, {home.agent for home in covered}
    if any(item.session not in sessions or not agents.issuperset(item.agents) for item in page.items):
        raise Leak(f"{scope} was shown a session or an agent of others")


async def _profile(world: World, scope: Scope) -> None:
    world.check_text(repr(await world.memory.profile(Person, scope=scope)), [scope, scope.owner()])


async def _export(world: World, scope: Scope) -> None:
    rows = [row async for row in world.memory.export(scope=scope)]
    world.check_scopes((Scope(**row["scope"]) for row in rows), [scope])
    world.check_text(repr(rows), [scope])


async def _export_since(world: World, scope: Scope) -> None:
    since = START + (world.now - START) * world.rng.random()
    rows = [row async for row in world.memory.export(scope=scope, since=since)]
    world.check_scopes((Scope(**row["scope"]) for row in rows), [scope])
    world.check_text(repr(rows), [scope])


async def _consent(world: World, scope: Scope) -> None:
    found, expected = await world.memory.consent(scope=scope), world.expect_consent(scope)
    if found != expected:
        raise Leak(f"the consent of {scope} is {found}, and {expected} was set")


async def _consents(world: World, scope: Scope) -> None:
    world.check_scopes(await world.memory.consents(scope=scope), [scope])


async def _retention(world: World, scope: Scope) -> None:
    found, expected = await world.memory.retention(scope=scope), world.expect_retention(scope)
    if found != expected:
        raise Leak(f"the retention of {scope} is {found}, and {expected} was set")


async def _retentions(world: World, scope: Scope) -> None:
    world.check_scopes(await world.memory.retentions(scope=scope), [scope])


async def _receipts(world: World, scope: Scope) -> None:
    receipts = await world.memory.receipts(scope=scope)
    world.check_scopes((receipt.scope for receipt in receipts), [scope])
    if receipts and scope not in world.expired:
        raise Leak(f"{scope} was shown a receipt of others")


async def _usage(world: World, scope: Scope) -> None:
    usage = await world.memory.usage(scope=scope)
    allowed = sum(2**place for place, owner in enumerate(world.owners) if scope.owner().covers(owner))
    if usage.calls & ~allowed:
        raise Leak(f"{scope} was shown the cost of others")


async def _jobs(world: World, scope: Scope) -> None:
    reports = await world.memory.jobs(scope=scope)
    world.check_scopes((report.scope for report in reports), [scope])
    world.check_text(repr(reports), [scope])


async def _pending(world: World, scope: Scope) -> None:
    reports = [report for report in await world.memory.jobs(limit=10_000) if scope.covers(report.scope)]
    if await world.memory.pending(scope=scope) > len(reports):
        raise Leak(f"jobs of others are counted for {scope}")


async def _remember(world: World, scope: Scope) -> None:
    turns: list[Turn] = []
    for id in world.rng.sample(IDS, world.rng.choice([1, 1, 2])):
        author = world.make_canary(scope) if world.rng.random() < 0.1 else None
        tags = [world.rng.choice(TAGS), world.make_canary(scope)] if world.rng.random() < 0.3 else []
        turns.append(Turn("user", world.make_text(scope), id, author, tags=tags))
    known = {turn.id for turn in await world.memory.turns(scope=scope, ids=IDS) if turn.scope == scope}
    try:
        await world.memory.remember(turns, scope=scope)
    except TurnConflict:
        if known.isdisjoint(turn.id or "" for turn in turns):
            raise Leak(f"{scope} is told of an id that only others have") from None


async def _learn_fact(world: World, scope: Scope) -> None:
    owner = scope.owner()
    slot: dict[str, Any] = {"field": "city", "value": world.make_canary(owner)} if world.rng.random() < 0.5 else {}
    subject = "wife Anna" if world.rng.random() < 0.2 else None
    tags = [world.make_canary(owner)] if world.rng.random() < 0.2 else []
    replaces = [world.rng.choice(world.memory_ids)] if world.rng.random() < 0.2 else []
    fact = await world.memory.learn_fact(
        f"Lives near {world.rng.choice(THEMES)} and {world.make_canary(owner)}",
        scope=scope,
        subject=subject,
        replaces=replaces,
        tags=tags,
        **slot,
    )
    world.check_records([fact], owner)
    world.memory_ids.append(fact.id)


async def _set_profile(world: World, scope: Scope) -> None:
    name = world.rng.choice(["city", "food"])
    value = world.make_canary(scope.owner()) if world.rng.random() < 0.8 else None
    profile = await world.memory.set_profile(Person, {name: value}, scope=scope)
    world.check_text(repr(profile), [scope, scope.owner()])


async def _correct(world: World, scope: Scope) -> None:
    id = await _pick_memory(world, scope)
    home = (await world.memory.get(id, scope=scope)).scope
    review = await world.memory.correct(id, f"Lives near {world.make_canary(home)}", scope=scope)
    if review.memory.scope != home:
        raise Leak(f"get shows a memory of {home}, and correct changes one of {review.memory.scope}")
    world.check_records([review.memory], scope)
    _keep_undo(world, review.undo)


async def _confirm(world: World, scope: Scope) -> None:
    review = await world.memory.confirm(await _pick_memory(world, scope), scope=scope)
    world.check_records([review.memory], scope)
    _keep_undo(world, review.undo)


async def _reject(world: World, scope: Scope) -> None:
    review = await world.memory.reject(await _pick_memory(world, scope), scope=scope)
    world.check_records([review.memory], scope)
    _keep_undo(world, review.undo)


async def _undo(world: World, scope: Scope) -> None:
    if world.undos:
        world.check_records([await world.memory.undo(world.rng.choice(world.undos), scope=scope)], scope)


async def _summarise(world: World, scope: Scope) -> None:
    found = await world.memory.summarise(scope=replace(scope, session=scope.session or world.rng.choice("ab")))
    if found:
        world.check_records([found], scope)
        world.check_learned(await world.memory.get(found.id, scope=found.scope))  # with the tags of what it rests on


async def _forget(world: World, scope: Scope) -> None:
    await world.memory.forget(scope=scope)
    for where in [where for where in world.retentions if scope.covers(where)]:
        del world.retentions[where]


async def _forget_ids(world: World, scope: Scope) -> None:
    ids = [world.rng.choice(IDS), world.rng.choice(world.memory_ids)]
    await world.memory.forget(scope=scope, ids=ids, with_evidence=world.rng.random() < 0.3)


async def _forget_before(world: World, scope: Scope) -> None:
    before = START + (world.now - START) * world.rng.random()
    await world.memory.forget(scope=scope, before=before)


async def _import(world: World, scope: Scope) -> None:
    """Import rows that claim to be of another scope, and that name its turns and memories."""
    rows: list[dict[str, Any]] = []
    for _ in range(world.rng.choice([1, 2])):
        claim = world.rng.choice(world.scopes)
        home, time = claim.within(scope), world.now.isoformat()
        row: dict[str, Any] = {"id": world.rng.choice(IDS), "scope": claim.parts}
        if world.rng.random() < 0.4:
            row |= {"type": "turn", "role": "user", "text": world.make_text(home)}
            row |= {"occurred_at": time, "recorded_at": time}
        else:
            row |= {"type": "memory", "kind": "semantic", "content": world.make_text(home)}
            row |= {"created_at": time, "valid_from": time, "supersedes": world.rng.sample(IDS, 2)}
            if world.rng.random() < 0.5:
                row["evidence"] = [{"turn_id": world.rng.choice(IDS), "quote": "I love"}]
        rows.append(row)
    try:
        await world.memory.import_(rows, scope=scope)
    finally:
        found = [each async for each in world.memory.memories(scope=scope, state=None)]
        world.check_records(found, scope)
        new = {row.get("content") for row in rows}
        for memory in found:
            if memory.evidence and memory.content in new:
                # Whoever imports may cite what they see, as they may repeat it: an export can be brought back. The
                # quotes and tags of what it cites are seen by all who see the memory (decision 6).
                world.add_home(repr(memory), memory.scope)


async def _import_consent(world: World, scope: Scope) -> None:
    claim = world.rng.choice(world.scopes)
    given = Consent(sharing=world.rng.random() < 0.5)
    row = {"type": "consent", "scope": claim.parts, "capture": True, "learning": True, "sharing": given.sharing}
    await world.memory.import_([row], scope=scope)
    where = claim.within(scope)
    world.consents[where] = world.consents.get(where, Consent()) & given


async def _set_consent(world: World, scope: Scope) -> None:
    name, is_allowed = world.rng.choice(["capture", "learning", "sharing", "sharing"]), world.rng.random() < 0.6
    await world.memory.set_consent(scope=scope, **{name: is_allowed})
    world.consents[scope] = replace(world.consents.get(scope, Consent()), **{name: is_allowed})


async def _set_retention(world: World, scope: Scope) -> None:
    days = world.rng.choice([None, 3_000, 9_000])
    kinds: list[Kind] = world.rng.sample(KINDS, 2)
    await world.memory.set_retention(scope=scope, days=days, kinds=kinds)
    rule = world.retentions.get(scope, Retention()).change(kinds, days)
    world.retentions[scope] = rule


async def _expire(world: World, scope: Scope) -> None:
    before = world.retentions.get(scope, Retention())
    await world.memory.set_retention(scope=scope, days=1)
    world.tick(world.rng.choice([60, 1_500]))
    receipts = await world.memory.maintenance.apply_retention()
    if receipts:
        world.expired.add(scope)
    world.check_scopes((receipt.scope for receipt in receipts), [scope])
    for kind in KINDS:
        await world.memory.set_retention(scope=scope, days=getattr(before, kind), kinds=[kind])


async def _retry(world: World, scope: Scope) -> None:
    await world.memory.retry(scope=scope)


def _pick_cursor(world: World) -> str | None:
    return world.rng.choice(world.cursors) if world.cursors and world.rng.random() < 0.5 else None


def _keep_cursors(world: World, *cursors: str | None) -> None:
    world.cursors = [*world.cursors, *(cursor for cursor in cursors if cursor)][-20:]


def _keep_undo(world: World, undo: str | None) -> None:
    world.undos = [*world.undos, *([undo] if undo else [])][-20:]


async def _pick_memory(world: World, scope: Scope) -> str:
    """Return the id of a memory of anybody's, or of one that is in the scope."""
    if world.rng.random() < 0.5:
        return world.rng.choice(world.memory_ids)
    found = [item.id async for item in world.memory.memories(scope=scope, state=None)]
    return world.rng.choice(found or world.memory_ids)


READS: dict[str, tuple[int, Trial]] = {
    "recall": (50, _recall),
    "recall_canary": (50, _recall_canary),
    "recall_several": (25, _recall_several),
    "hits": (40, _hits),
    "memories": (60, _memories),
    "memories_page": (60, _memories_page),
    "get": (80, _get),
    "history": (40, _history),
    "turns": (60, _turns),
    "turns_by_id": (80, _turns_by_id),
    "turns_page": (50, _turns_page),
    "conversations": (40, _conversations),
    "profile": (40, _profile),
    "export": (30, _export),
    "export_since": (20, _export_since),
    "consent": (30, _consent),
    "consents": (30, _consents),
    "retention": (30, _retention),
    "retentions": (30, _retentions),
    "receipts": (30, _receipts),
    "usage": (30, _usage),
    "jobs": (30, _jobs),
    "pending": (20, _pending),
}
"""The verbs that read, with their weights."""

WRITES: dict[str, tuple[int, Trial]] = {
    "remember": (100, _remember),
    "learn_fact": (12, _learn_fact),
    "set_profile": (10, _set_profile),
    "correct": (8, _correct),
    "confirm": (12, _confirm),
    "reject": (10, _reject),
    "undo": (12, _undo),
    "summarise": (10, _summarise),
    "forget": (5, _forget),
    "forget_ids": (30, _forget_ids),
    "forget_before": (5, _forget_before),
    "import": (30, _import),
    "import_consent": (5, _import_consent),
    "set_consent": (15, _set_consent),
    "set_retention": (15, _set_retention),
    "expire": (2, _expire),
    "retry": (10, _retry),
}
"""The verbs that write, with their weights."""
