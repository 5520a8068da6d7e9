"""Benchmark tasks that never change, each with a ladder of bots to play: `ziggurat evaluate AGENT --task babel-2-v0`.

>>> from ziggurat import ladder
>>> ladder.task("babel-2-v0").rungs[0]
Rung(bot='random', rating=0)
"""

from ziggurat.ladder.confirmation import confirm
from ziggurat.ladder.drawn import FINDINGS
from ziggurat.ladder.evaluation import Progress, evaluate
from ziggurat.ladder.tasks import Rung, Task, task, task_names
from ziggurat.ladder.verification import BadResult, verify

__all__ = ["FINDINGS", "BadResult", "Progress", "Rung", "Task", "confirm", "evaluate", "task", "task_names", "verify"]
