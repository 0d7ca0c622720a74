"""What a person sees while something takes its time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


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
        # A bar that never began would end with an empty line all the same.
        if task is not None:
            bar.stop()


@contextmanager
def working(title: str) -> Iterator[None]:
    """Shows that something goes on, from a second on, where a person watches."""
    with Console(stderr=True).status(title):
        yield


@contextmanager
def amount_bar(title: str, total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar of bytes or of things, told how many more are done; only where a person watches."""
    amount = DownloadColumn() if what == "bytes" else TextColumn(f"{{task.completed:,.0f}}/{{task.total:,.0f}} {what}")
    with _bar(title, total, amount, TimeRemainingColumn()) as more:
        yield more


@contextmanager
def counting(title: str, steps: int) -> Iterator[Callable[[], None]]:
    """A bar of steps, each of which is told when it is done; only where a person watches."""
    with _bar(title, steps, TextColumn("{task.completed}/{task.total}")) as more:
        yield lambda: more(1)


@contextmanager
def _bar(title: str, total: int, *columns: ProgressColumn) -> Iterator[Callable[[int], None]]:
    console = Console(stderr=True)
    if not console.is_terminal:
        # Even a bar that is not shown ends with an empty line.
        yield lambda _: None
        return
    with Progress(TextColumn(title), BarColumn(), *columns, console=console) as bar:
        task = bar.add_task(title, total=total)
        yield lambda more: bar.advance(task, more)
