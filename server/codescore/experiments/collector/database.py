"""What a collector keeps: participants, batches and events, in SQLite for a class or PostgreSQL for a large study.

An answer is given only once the database has committed.  An event counts once by (participant, id), a batch once by
(participant, id): what is sent again after a lost answer changes nothing.  Knows SQL, nothing of HTTP.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine, make_url

from codescore.experiments.collector import tokens
from codescore.experiments.collector.batches import Batch
from codescore.foundation.errors import EnvironmentProblem, InputError

VERSION = 1
_BUSY_SECONDS = 30
_PAGE = 5_000

_meta = sa.MetaData()
_version = sa.Table("collector", _meta, sa.Column("version", sa.Integer, primary_key=True))
_participants = sa.Table(
    "participants",
    _meta,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("token", sa.String(64), nullable=False, unique=True),  # its digest
    sa.Column("label", sa.Text),  # what the lab calls a participant; gone after withdrawal, like the pseudonym
    sa.Column("pseudonym", sa.Text),  # what the participant's events carry, from the first batch on
    sa.Column("invited", sa.Text, nullable=False),
    sa.Column("withdrawn", sa.Text),
)
_batches = sa.Table(
    "batches",
    _meta,
    sa.Column("participant", sa.ForeignKey("participants.number"), primary_key=True),
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("received", sa.Text, nullable=False),
)
_events = sa.Table(
    "events",
    _meta,
    sa.Column("participant", sa.ForeignKey("participants.number"), primary_key=True),
    sa.Column("id", sa.String(128), primary_key=True),
    sa.Column("received", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # one JSON document
)


@dataclass(frozen=True, slots=True)
class Participant:
    """One whom a token belongs to."""

    number: int
    pseudonym: str | None
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """How many of a batch's events are new, and how many were there already."""

    new: int
    known: int


@dataclass(frozen=True, slots=True)
class Erased:
    """What a withdrawal removed, and how many events of the participant are left: 0, counted afterwards."""

    events: int
    batches: int
    left: int


class Conflict(Exception):
    """A batch contradicts what is known: one line that says how."""


class Database:
    """One collector's database, opened and of the right version."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._insert: Any = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        try:
            self._prepare()
        except sa.exc.SQLAlchemyError as error:
            raise EnvironmentProblem(
                f"the collector's database {self.name} cannot be used: {_reason(error)}; check the address and that "
                "it runs"
            ) from None

    @property
    def name(self) -> str:
        """Its address without the password."""
        return self._engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def invite(self, label: str) -> str:
        """A new participant; the token, which nobody can ask for again."""
        token = tokens.new_token()
        row = {"token": tokens.digest(token), "label": label, "invited": _now()}
        with self._engine.begin() as connection:
            if connection.execute(sa.select(_participants.c.number).where(_participants.c.label == label)).first():
                raise InputError(f"participant {label!r} is invited already; withdraw them first, or use another label")
            connection.execute(sa.insert(_participants).values(row))
        return token

    def participant(self, token: str) -> Participant | None:
        """Whom a token belongs to; None where nobody was given it."""
        columns = (_participants.c.number, _participants.c.pseudonym, _participants.c.withdrawn)
        query = sa.select(*columns).where(_participants.c.token == tokens.digest(token))
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return Participant(row[0], row[1], row[2] is not None) if row is not None else None

    def take(self, who: Participant, batch: Batch) -> Taken:
        """Keep a batch, all of it or nothing.  Raises Conflict where it contradicts what came before."""
        with self._engine.begin() as connection:
            if not self._first_time(connection, who, batch):
                return Taken(0, len(batch.rows))
            self._claim(connection, who, batch.pseudonym)
            now = _now()
            rows = [{"participant": who.number, "id": id_, "received": now, "body": body} for id_, body in batch.rows]
            statement = self._insert(_events).on_conflict_do_nothing().returning(_events.c.id)
            new = len(connection.execute(statement, rows).all()) if rows else 0
        return Taken(new, len(rows) - new)

    def erase(self, number: int) -> Erased:
        """Remove everything of a participant; their token stays known as withdrawn, so that nothing comes back."""
        with self._engine.begin() as connection:
            gone = {"withdrawn": _now(), "label": None, "pseudonym": None}
            connection.execute(sa.update(_participants).where(_participants.c.number == number).values(gone))
            events = connection.execute(sa.delete(_events).where(_events.c.participant == number)).rowcount
            batches = connection.execute(sa.delete(_batches).where(_batches.c.participant == number)).rowcount
        self._scrub()
        with self._engine.connect() as connection:
            count = sa.select(sa.func.count()).select_from(_events).where(_events.c.participant == number)
            left = int(connection.execute(count).scalar_one())
        return Erased(events, batches, left)

    def labelled(self, label: str) -> int | None:
        """The number of the participant with a label or a pseudonym."""
        which = sa.or_(_participants.c.label == label, _participants.c.pseudonym == label)
        with self._engine.connect() as connection:
            return connection.execute(sa.select(_participants.c.number).where(which)).scalar()

    def status(self) -> list[dict[str, Any]]:
        """Each participant with the number of their events and when the last came; never a token."""
        count, last = sa.func.count(_events.c.id), sa.func.max(_events.c.received)
        columns = [c for c in _participants.c if c.name not in ("token", "number")]
        query = (
            sa.select(*columns, count.label("events"), last.label("last"))
            .select_from(_participants.outerjoin(_events))
            .group_by(_participants.c.number)
            .order_by(_participants.c.number)
        )
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def documents(self) -> Iterator[str]:
        """Every event as it was sent, by participant, then by id; one JSON document each."""
        after: tuple[int, str] = (0, "")
        order = (_events.c.participant, _events.c.id)
        while True:
            later = sa.tuple_(*order) > sa.tuple_(*after)
            query = sa.select(*order, _events.c.body).where(later).order_by(*order).limit(_PAGE)
            with self._engine.connect() as connection:
                rows = connection.execute(query).all()
            if not rows:
                return
            yield from (row[2] for row in rows)
            after = (rows[-1][0], rows[-1][1])

    def _first_time(self, connection: Connection, who: Participant, batch: Batch) -> bool:
        row = {"participant": who.number, "id": batch.id, "digest": batch.digest, "received": _now()}
        statement = self._insert(_batches).values(row).on_conflict_do_nothing().returning(_batches.c.id)
        if connection.execute(statement).first() is not None:
            return True
        same = sa.and_(_batches.c.participant == who.number, _batches.c.id == batch.id)
        if connection.execute(sa.select(_batches.c.digest).where(same)).scalar() != batch.digest:
            raise Conflict(f"batch {batch.id} was sent before with other events; give it an id of its own")
        return False

    def _claim(self, connection: Connection, who: Participant, pseudonym: str) -> None:
        """The participant as they are now, locked: not withdrawn meanwhile, and of one pseudonym."""
        query = sa.select(_participants.c.pseudonym, _participants.c.withdrawn).where(
            _participants.c.number == who.number
        )
        held, withdrawn = connection.execute(query.with_for_update(read=who.pseudonym is not None)).one()
        if withdrawn is not None:
            raise Conflict("this participant has withdrawn")
        if held is None:
            named = sa.update(_participants).where(_participants.c.number == who.number)
            connection.execute(named.values(pseudonym=pseudonym))
        elif held != pseudonym:
            raise Conflict("the events are of another participant than those sent before with this token")

    def _prepare(self) -> None:
        """Make the tables, or refuse those of another version; refuse a server that loses what it confirmed."""
        with self._engine.begin() as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7263521)"))  # two collectors at once
                if connection.execute(sa.text("SHOW fsync")).scalar() != "on":
                    raise EnvironmentProblem(
                        f"{self.name} runs with fsync off and loses confirmed events in a crash; turn it on"
                    )
            _meta.create_all(connection)
            connection.execute(self._insert(_version).values(version=VERSION).on_conflict_do_nothing())
            found = [int(v) for v in connection.execute(sa.select(_version.c.version)).scalars()]
        if found != [VERSION]:
            raise EnvironmentProblem(
                f"{self.name} is of version {max(found)}, this program's is {VERSION}; use the codescore that made it"
            )

    def _scrub(self) -> None:
        """Let go of the space of what was deleted, so that it is in the database's files no more."""
        vacuum = "VACUUM events" if self._engine.dialect.name == "postgresql" else "PRAGMA wal_checkpoint(TRUNCATE)"
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.text(vacuum))


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError:
        raise InputError(
            f"{url!r} is no database address; write sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if parsed.get_backend_name() == "sqlite":
        # One connection: writers wait for each other here, not in SQLite.
        engine = sa.create_engine(parsed, pool_size=1, max_overflow=0, connect_args={"timeout": _BUSY_SECONDS})
        sa.event.listen(engine, "connect", _careful_sqlite)
        return engine
    if parsed.get_backend_name() != "postgresql":
        raise InputError(f"the collector keeps events in sqlite or postgresql, not in {parsed.get_backend_name()}")
    arguments = {"connect_timeout": 10, "options": "-c synchronous_commit=on -c timezone=UTC"}
    parsed = parsed.set(drivername="postgresql+psycopg")
    return sa.create_engine(parsed, pool_size=8, max_overflow=8, pool_pre_ping=True, connect_args=arguments)


def _careful_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401  the driver's
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _reason(error: sa.exc.SQLAlchemyError) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
