"""The queries, each a method named as in the schema (in snake_case), in classes by what they ask about.

What a thread, run or provider thread has that takes arguments or may be long is asked by methods of its own, such as thread_runs.
"""

from lineage.client.questions.dashboards import DashboardQuestions
from lineage.client.questions.lineage import LineageQuestions
from lineage.client.questions.records import RecordQuestions
from lineage.client.questions.threads import ThreadQuestions


class Questions(RecordQuestions, ThreadQuestions, LineageQuestions, DashboardQuestions):
    """Every query."""


__all__ = ["Questions"]
