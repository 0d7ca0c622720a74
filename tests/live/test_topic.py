"""What is told to whom, without a store: order, gaps, and subscribers that read ahead or fall behind."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest

from lineage.domain.models import LineageEvent
from lineage.errors import TooSlow, Unavailable
from lineage.live.subscriber import Subscriber
from lineage.live.topic import Subject, Topic

TREE = Subject("w", "T", True)


def event(version: int, thread_id: str = "T") -> LineageEvent:
    return LineageEvent(thread_id=thread_id, version=version, type="run.started", at=datetime.now(UTC))


def topic(subject: Subject = TREE, **told: int) -> Topic:
    return Topic(subject, told)


async def taken(subscriber: Subscriber, count: int) -> list[tuple[str, int]]:
    found = [await subscriber.next() for _ in range(count)]
    return [(change.thread_id, change.version) for change in found]


def tell(topic: Topic, *versions: int, thread_id: str = "T") -> None:
    for version in versions:
        topic.tell(event(version, thread_id))


async def test_a_change_waits_for_the_one_before_it() -> None:
    subscriber, about = Subscriber(10), topic(T=1)
    about.joined_by(subscriber, {"T": 1})
    tell(about, 3, 4)
    tell(about, 2, 3)
    assert await taken(subscriber, 2) == [("T", 2), ("T", 3)]
    assert about.told == {"T": 3}


async def test_a_change_that_comes_again_is_told_once() -> None:
    subscriber, about = Subscriber(10), topic(T=1)
    about.joined_by(subscriber, {"T": 1})
    tell(about, 2, 2, 1, 3)
    assert await taken(subscriber, 2) == [("T", 2), ("T", 3)]


async def test_one_that_read_ahead_is_not_told_that_again() -> None:
    ahead, level, about = Subscriber(10), Subscriber(10), topic(T=1)
    about.joined_by(level, {"T": 1})
    about.joined_by(ahead, {"T": 3, "F": 1})
    tell(about, 2, 3, 4)
    tell(about, 1, 2, thread_id="F")
    assert await taken(ahead, 2) == [("T", 4), ("F", 2)]
    assert await taken(level, 5) == [("T", 2), ("T", 3), ("T", 4), ("F", 1), ("F", 2)]


@pytest.mark.parametrize(
    ("seen", "within"),
    [({"T": 5, "F": 2}, True), ({"T": 6, "F": 2, "G": 1}, True), ({"T": 4, "F": 2}, False), ({"T": 5}, False)],
)
def test_one_may_join_that_saw_all_that_was_told(seen: dict[str, int], within: bool) -> None:
    assert topic(T=5, F=2).is_within(seen) is within


async def test_one_that_falls_behind_is_dropped_and_others_are_not() -> None:
    slow, quick, about = Subscriber(2), Subscriber(3), topic(T=0)
    for subscriber in (slow, quick):
        about.joined_by(subscriber, {"T": 0})
    tell(about, 1, 2, 3)
    assert await taken(quick, 3) == [("T", 1), ("T", 2), ("T", 3)]
    with pytest.raises(TooSlow):
        await slow.next()
    assert list(about.subscribers) == [quick]


async def test_ending_a_topic_ends_its_subscriptions() -> None:
    subscriber, about = Subscriber(2), topic(T=0)
    about.joined_by(subscriber, {"T": 0})
    tell(about, 1)
    about.end(Unavailable("the service stops"))
    with pytest.raises(Unavailable):
        await subscriber.next()
    tell(about, 2)
    with pytest.raises(Unavailable):
        await subscriber.next()


def behind(about: Topic) -> Iterable[tuple[str, int]]:
    return sorted(about.behind())


def test_of_a_tree_only_threads_with_news_are_asked_for() -> None:
    about = topic(T=1, F=2)
    assert behind(about) == []
    about.look("lock", [("T", 1), ("F", 3), ("G", 1)])
    assert behind(about) == [("F", 2), ("G", 0)]
    tell(about, 3, thread_id="F")
    assert behind(about) == [("G", 0)]


def test_a_thread_alone_is_always_asked_for() -> None:
    assert behind(topic(Subject("w", "T", False), T=7)) == [("T", 7)]


def test_a_lock_counts_when_it_was_found_twice() -> None:
    about = topic(T=1)
    about.look("first", [("T", 1)])
    assert about.lock is None
    about.look("first", [("T", 1)])
    assert about.lock == "first"
    about.look("second", [("T", 1)])
    assert about.lock is None
