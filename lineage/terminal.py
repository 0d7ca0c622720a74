"""What a person sees while something takes its time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def download_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that shows a download once it is told of one: bytes there, bytes in all."""
    bar = Progress(TextColumn(title), BarColumn(), DownloadColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    task = None

    def progress(there: int, in_all: int) -> None:
        nonlocal task
        if task is None:
            if there >= in_all:
                return
            bar.start()
            task = bar.add_task(title, total=in_all)
        bar.update(task, completed=there, total=in_all)

    try:
        yield progress
    finally:
        bar.stop()


@contextmanager
def working(title: str) -> Iterator[None]:
    """Shows that something goes on, from a second on, where a person watches."""
    with Console(stderr=True).status(title):
        yield


@contextmanager
def counting(title: str, steps: int) -> Iterator[Callable[[], None]]:
    """A bar of steps, each of which is told when it is done; only where a person watches."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn(title), BarColumn(), TextColumn("{task.completed}/{task.total}"), console=console, disable=not console.is_terminal
    )
    with bar:
        task = bar.add_task(title, total=steps)
        yield lambda: bar.advance(task)
