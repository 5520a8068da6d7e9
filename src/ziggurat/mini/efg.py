"""Writes a tree as Gambit's extensive-form file, which OpenSpiel reads too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ziggurat.mini.tree import Tree, TreeNode
from ziggurat.mini.variant import SEATS

if TYPE_CHECKING:
    from ziggurat.mini.solver import Solution


def write_efg(tree: Tree) -> str:
    """The tree as text; actions are named as in logs, information sets by their number."""
    lines = [f'EFG 2 R "{tree.game.title}" {{ "seat 0" "seat 1" }}', '""']
    outcomes: dict[int, int] = {}
    lines += [_line(tree, node, number, outcomes) for number, node in enumerate(tree.root.walk(), 1)]
    return "\n".join(lines) + "\n"


def _line(tree: Tree, node: TreeNode, number: int, outcomes: dict[int, int]) -> str:
    if not node.children:
        outcome = outcomes.setdefault(node.value, len(outcomes) + 1)
        return f't "" {outcome} "" {{ {node.value} {-node.value} }}'
    if node.player < 0:
        drawn = " ".join(f'"{index}" {odds}' for index, odds in enumerate(node.odds))
        return f'c "" {number} "" {{ {drawn} }} 0'
    choices = " ".join(f'"{tree.game.notation.write(action)}"' for action in node.actions)
    name = set_name(node.player, node.information)
    return f'p "" {node.player + 1} {node.information + 1} "{name}" {{ {choices} }} 0'


def set_name(player: int, number: int) -> str:
    """The name of an information set in the file."""
    return f"{player}-{number}"


def to_openspiel(tree: Tree) -> Any:
    """The tree as a game of OpenSpiel."""
    import pyspiel

    return pyspiel.load_efg_game(write_efg(tree))


def to_policy(spiel: Any, tree: Tree, solution: Solution) -> Any:
    """A solution as a policy for that game."""
    import pyspiel
    from open_spiel.python.policy import TabularPolicy

    weights = {
        set_name(player, number): dict(zip(map(tree.game.notation.write, actions), plan, strict=True))
        for player in range(SEATS)
        for number, (actions, plan) in enumerate(zip(tree.sets[player], solution.policies[player], strict=True))
    }
    table = TabularPolicy(spiel)
    chosen = {}
    for name, row in table.state_lookup.items():
        state = table.states[row]
        ours = weights["-".join(name.split("-")[-2:])]  # OpenSpiel puts player and number before our name
        chosen[name] = [(action, ours[state.action_to_string(action)]) for action in state.legal_actions()]
    return pyspiel.TabularPolicy(chosen)
