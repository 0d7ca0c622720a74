"""Several commands in one document are carried out one after the other, and each answer tells what those before it changed."""

from tests.running import RunningService, fresh


def test_a_later_answer_shows_what_an_earlier_command_of_the_document_changed(service: RunningService) -> None:
    thread, run = fresh("thread"), fresh("run")
    answers = service.query(
        """
        mutation ($thread: ID!, $run: ID!) {
          createThread(input: { id: $thread }) { thread { headOrdinal providerThreads { provider } } }
          startRun(input: { id: $run, threadId: $thread, provider: "codex" }) { run { providerThread { nativeThreadRef } } }
          beginRun(input: { runId: $run, nativeThreadRef: "session" }) { run { providerThread { nativeThreadRef } } }
          finishRun(input: { runId: $run }) { run { status } }
          rollbackThread(input: { threadId: $thread, toOrdinal: 1 }) { thread { headOrdinal providerThreads { provider } } }
        }
        """,
        thread=thread,
        run=run,
    )
    assert answers["createThread"]["thread"] == {"headOrdinal": 0, "providerThreads": []}
    assert answers["startRun"]["run"]["providerThread"] == {"nativeThreadRef": None}
    assert answers["beginRun"]["run"]["providerThread"] == {"nativeThreadRef": "session"}
    assert answers["rollbackThread"]["thread"] == {"headOrdinal": 1, "providerThreads": [{"provider": "codex"}]}
