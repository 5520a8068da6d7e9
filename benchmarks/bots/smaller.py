"""A network small enough for a phone, without training: `python benchmarks/bots/smaller.py babel big.npz small.npz`.

The network plays itself, with drawn actions and all the game's options. What never mattered is dropped: inputs that
were never set, and hidden units that never fired. Then its weights are rounded to steps that are powers of two: finer
where rounding changes preferences and values more, as measured by the squares of what enters a layer and of the
gradient at its outputs. The steps are as coarse as it takes to pack the network into `--bytes`, as it is sent to
browsers. Biases take up the mean of what rounding changed. It prints how often both prefer the same action in positions
that were not measured with; `benchmarks/bots/networks.py` plays both against each other.

Only for networks without a board, since places share their weights.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

import ziggurat
import ziggurat.envs
from ziggurat.bots import weights
from ziggurat.bots.forward import INPUT_ONE, LIMIT, ONE, pack
from ziggurat.core.game import Game
from ziggurat.learn.boards import SEAT_COUNTS, board_of, other_options
from ziggurat.learn.export import take_over
from ziggurat.learn.network import Network, inputs
from ziggurat.learn.selfplay import on_this_stream, tensor
from ziggurat.server.transport import device_networks

Arrays = dict[str, Any]

TEMPERATURES = {1.0: 0.4, 3.0: 0.2, 0.02: 0.2}  # how actions are drawn, and in which part of the games
OPTIONS_TEMPERATURE = 1.5  # the other games have other options
AT_ONCE = 4096  # positions
VALUES = 5.0  # a value that is 0.2 wrong matters as much as a preference that is e times too large
LARGEST_STEP = 13  # as a power of two
UNUSED_SQUARE = 2e-5  # inputs that were hardly ever set are rounded as if they had been set sometimes


class Seen(NamedTuple):
    """What was seen while a network played itself."""

    set_inputs: Any  # by input: how often it was set
    fired: Any  # by hidden layer but the last, and unit: how often it fired
    observations: Tensor  # of some of the positions
    masks: Tensor
    seats: Tensor


class Measures(NamedTuple):
    """By layer, the last being the actions: what rounding its weights would change."""

    squares: list[Any]  # by input: the mean of its square
    means: list[Any]
    gradients: list[Any]  # by output: the mean square of the gradient


def layers(network: Network, observations: Tensor, seats: Tensor) -> tuple[list[Tensor], list[Tensor]]:
    """What enters each layer, and what leaves it before it is cut off: the last is the preferences."""
    entering = [
        torch.cat([inputs(observations).float(), (seats[:, None] == torch.tensor(SEAT_COUNTS).to(seats)).float()], 1)
    ]
    leaving = []
    for layer in (network.enter, *network.deepen):
        leaving.append(layer(entering[-1]))
        entering.append(leaving[-1].clamp(0, LIMIT))
    return entering, [*leaving, network.loose_actions(entering[-1])]


def values(network: Network, hidden: Tensor) -> Tensor:
    """What each seat can expect."""
    raw = network.values(hidden)
    expected: Tensor = raw / (1 + raw.abs())
    return expected


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(game: Game, network: Network, games: int, steps: int, keep: int, device: str) -> Seen:
    """Let a network play itself with drawn actions; about so many positions with a choice are kept."""
    others = other_options(game)
    plans: list[tuple[dict[str, Any], float, float]] = [({}, drawn, part) for drawn, part in TEMPERATURES.items()]
    plans += [(options, OPTIONS_TEMPERATURE, 0.2 / len(others)) for options in others]
    envs: list[tuple[Any, float, Tensor]] = []
    for number, ((options, drawn, part), seats) in enumerate(
        (plan, seats) for plan in plans for seats in game.seat_counts
    ):
        count = max(16, int(games * part / len(game.seat_counts)))
        env = ziggurat.envs.vector(
            game.name, games=count, seats=seats, seed=10 + number, device=device, reward="rank", **options
        )
        envs.append((env, drawn, torch.full((count,), seats, device=device)))
    part = 2 * keep / (steps * sum(env.games for env, _, _ in envs))  # half of all decisions are forced
    generator = torch.Generator(device).manual_seed(1)
    set_inputs = torch.zeros(game.observation_size, dtype=torch.int64, device=device)
    fired = torch.zeros(len(network.deepen), game.network_size.width, dtype=torch.int64, device=device)
    kept = []
    for _ in range(steps):
        for env, drawn, seats in envs:
            observations, masks = tensor(env.observations), tensor(env.masks).bool()
            entering, leaving = layers(network, observations, seats)
            set_inputs += (observations > 0).sum(0)
            for layer in range(len(fired)):
                fired[layer] += (entering[layer + 1] > 0).sum(0)
            some = (masks.sum(1) > 1) & (torch.rand(env.games, generator=generator, device=device) < part)
            kept.append((observations[some].clone(), masks[some].clone(), seats[some]))
            odds = torch.softmax((leaving[-1] / drawn).masked_fill(~masks, -1e9), 1)
            tensor(env.actions).copy_(torch.multinomial(odds, 1, generator=generator).squeeze(1))
            with on_this_stream(env):
                env.step(env.actions)
    observations, masks, seats = (torch.cat(parts) for parts in zip(*kept, strict=True))
    shuffled = torch.randperm(len(seats), generator=torch.Generator(device).manual_seed(3), device=device)
    return Seen(set_inputs.cpu().numpy(), fired.cpu().numpy(), observations[shuffled], masks[shuffled], seats[shuffled])


def measure(network: Network, seen: Seen) -> Measures:
    """Measure what rounding changes, from log odds of drawn actions and values with random signs."""
    count = len(network.deepen) + 2
    sums: tuple[list[Any], ...] = ([0] * count, [0] * count, [0] * count)
    squares, means, gradients = sums
    generator = torch.Generator(seen.seats.device).manual_seed(2)
    for begin in range(0, len(seen.seats), AT_ONCE):
        observations, masks, seats = (part[begin : begin + AT_ONCE] for part in seen[2:])
        entering, leaving = layers(network, observations, seats)
        for output in leaving:
            output.retain_grad()
        expected = values(network, entering[-1])
        seated = torch.arange(expected.shape[1], device=seats.device) < seats[:, None]
        odds = torch.log_softmax(leaving[-1].masked_fill(~masks, -1e9), 1)
        drawn = torch.multinomial(odds.detach().exp(), 1, generator=generator)
        noise = torch.randn(expected.shape, generator=generator, device=expected.device)
        (odds.gather(1, drawn).sum() + VALUES * (expected * noise * seated).sum()).backward()
        for layer in range(count):
            squares[layer] += entering[layer].detach().double().square().sum(0)
            means[layer] += entering[layer].detach().double().sum(0)
            gradients[layer] += leaving[layer].grad.double().square().sum(0)
        network.zero_grad()
    return Measures(*([(part / len(seen.seats)).cpu().numpy() for part in parts] for parts in sums))


def prune(arrays: Arrays, seen: Seen, measures: Measures, counts: tuple[int, ...]) -> tuple[Arrays, Measures]:
    """Drop what never mattered; hidden units are sorted by how much they say, since blocks of zeros cost nothing."""
    made = {name: array.copy() for name, array in arrays.items()}
    made["enter.weight"][: -len(SEAT_COUNTS)][seen.set_inputs == 0] = 0
    for row, count in enumerate(SEAT_COUNTS, len(seen.set_inputs)):
        if count not in counts:
            made["enter.weight"][row] = 0
    squares, means, gradients = (list(parts) for parts in measures)
    names = ["enter", *(f"deepen.{layer}" for layer in range(len(seen.fired)))]
    for layer, fired in enumerate(seen.fired):
        ranked = np.argsort(-np.where(fired, squares[layer + 1], -1.0), kind="stable")
        order = np.concatenate([ranked[0::2], ranked[1::2]])  # weights lie in pairs: these of one rank
        before, after = names[layer], names[layer + 1]
        for name in (f"{before}.weight", f"{before}.bias"):
            made[name] = np.ascontiguousarray(np.where(fired, made[name], 0)[..., order].astype(made[name].dtype))
        made[f"{after}.weight"] = np.ascontiguousarray(
            np.where(fired[:, None], made[f"{after}.weight"], 0)[order].astype(np.int16)
        )
        squares[layer + 1], means[layer + 1] = squares[layer + 1][order], means[layer + 1][order]
        gradients[layer] = gradients[layer][order]
    return made, Measures(squares, means, gradients)


def rounded(arrays: Arrays, measures: Measures, coarse: float) -> Arrays:
    """Round to steps that are powers of two: by input, and by action in the last layer."""
    made = {name: array.copy() for name, array in arrays.items()}
    shifts, last = arrays["shifts"], len(measures.squares) - 1
    for layer in range(last + 1):
        name = "enter" if layer == 0 else "actions" if layer == last else f"deepen.{layer - 1}"
        shift = int(shifts[0] if layer == 0 else shifts[2] if layer == last else shifts[1 + 2 * layer])
        scale = 2.0**shift * (ONE / INPUT_ONE if layer == 0 else 1.0)
        old = arrays[f"{name}.weight"].astype(np.float64)
        square, mean, gradient = (part[layer] for part in measures)
        used = np.abs(old).max(0) > 0  # outputs, but for the actions
        if layer == last:
            steps = coarse * scale / np.sqrt(square[square > 0].mean() * (gradient + 1e-9))
        else:
            steps = coarse * scale / np.sqrt((square + UNUSED_SQUARE) * gradient[used].mean())
        if 0 < layer < last:  # both of a pair have one step
            steps = np.minimum(steps, np.roll(steps, len(steps) // 2))
        steps = (2.0 ** np.clip(np.round(np.log2(steps)), 0, LARGEST_STEP))[:, None]
        new = np.clip(np.round(old / steps) * steps, -32768 + steps, 32767 // steps * steps)
        made[f"{name}.weight"] = new.astype(np.int16)
        off = (new - old) / scale * ONE * 2.0**shift
        moved = np.round(off @ mean if layer == last else used * (mean @ off))
        made[f"{name}.bias"] = (arrays[f"{name}.bias"] - moved).astype(np.int32)
    return made


def size(arrays: Arrays) -> int:
    """How many bytes it has when packed for browsers."""
    packed, numbers, room = pack(arrays)
    return len(device_networks.pack(weights.Weights(packed, numbers, len(room), {})))


def fitting(arrays: Arrays, measures: Measures, largest: int) -> Arrays:
    """Round no more than it takes."""
    fine, coarse = 1e-5, 30.0
    for _ in range(14):
        middle = (fine * coarse) ** 0.5
        if size(rounded(arrays, measures, middle)) <= largest:
            coarse = middle
        else:
            fine = middle
    return rounded(arrays, measures, coarse)


@torch.no_grad()  # type: ignore[untyped-decorator]
def agreement(one: Network, two: Network, seen: Seen) -> tuple[float, float]:
    """How often both prefer the same action, and the root mean square by which their values for the observer differ."""
    same, squares = 0, 0.0
    for begin in range(0, len(seen.seats), AT_ONCE):
        observations, masks, seats = (part[begin : begin + AT_ONCE] for part in seen[2:])
        both = [layers(network, observations, seats) for network in (one, two)]
        first, second = (leaving[-1].masked_fill(~masks, -1e9).argmax(1) for _, leaving in both)
        expected = [values(network, hidden[-1])[:, 0] for network, (hidden, _) in zip((one, two), both, strict=True)]
        same += int((first == second).sum())
        squares += float((expected[0] - expected[1]).square().sum())
    return same / len(seen.seats), float((squares / len(seen.seats)) ** 0.5)


def main() -> None:
    """Write the smaller network, and print what it has in common with the larger one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=ziggurat.game_names())
    parser.add_argument("files", type=Path, nargs=2, metavar="network.npz")
    parser.add_argument("--bytes", type=int, default=595_000, help="when packed for browsers")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", type=int, default=20480, help="at once")
    parser.add_argument("--steps", type=int, default=1500, help="decisions of each game")
    parser.add_argument(
        "--keep", type=int, default=320_000, help="positions to measure with: one half; to compare with"
    )
    asked = parser.parse_args()
    game, (large, small) = ziggurat.game(asked.game), asked.files
    story = weights.read(large, game).story
    arrays = weights.arrays_of(large)
    if arrays["shape"][0]:
        parser.error(f"{game.title}'s network has a board.")
    one, two = (Network(board_of(game), game.network_size).to(asked.device) for _ in range(2))
    take_over(one, arrays)
    seen = play(game, one, asked.games, asked.steps, asked.keep, asked.device)
    half = len(seen.seats) // 2
    measures = measure(one, Seen(*seen[:2], *(part[:half] for part in seen[2:])))
    pruned, measures = prune(arrays, seen, measures, game.seat_counts)
    print(f"{(seen.set_inputs > 0).sum()} of {len(seen.set_inputs)} inputs were ever set,")
    print(f"{(seen.fired == 0).sum(1).tolist()} hidden units never fired; without them {size(pruned):,} bytes.")
    made = fitting(pruned, measures, asked.bytes)
    command = f"{story['command']}; then benchmarks/bots/smaller.py {game.name}"
    weights.write(small, game, made, {**story, "command": command, "rounded": story["fingerprint"]})
    take_over(two, made)
    same, apart = agreement(one, two, Seen(*seen[:2], *(part[half:] for part in seen[2:])))
    print(f"{size(made):,} bytes; the same preferred action in {same:.2%} of {len(seen.seats) - half:,} positions;")
    print(f"values differ by {apart:.4f} (root mean square, from -1 to 1).")


if __name__ == "__main__":
    main()
