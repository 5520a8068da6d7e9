"""Training: networks of boards, returns, the league, and resuming a stopped run."""

from __future__ import annotations

import copy
import errno
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import ziggurat
from ziggurat import BadOption, ZigguratError
from ziggurat.bots import forward, weights
from ziggurat.bots.network import NetworkBot
from ziggurat.bots.weights import BadNetwork
from ziggurat.core.bits import members
from ziggurat.core.game import NetworkSize
from ziggurat.learn import checkpoint, graphs
from ziggurat.learn import network as network_module
from ziggurat.learn import training as training_module
from ziggurat.learn.boards import NOWHERE, SEAT_COUNTS, board_of
from ziggurat.learn.export import take_over, whole_numbers
from ziggurat.learn.league import LAST_GATE
from ziggurat.learn.network import Heard, Network
from ziggurat.learn.ppo import Learner, loss_of
from ziggurat.learn.returns import Decisions
from ziggurat.learn.selfplay import Lanes, Rollout
from ziggurat.learn.settings import Ppo, Run
from ziggurat.learn.training import Training, tensorboard

each_game = pytest.mark.parametrize("name", ziggurat.game_names())
SMALL = NetworkSize(layers=2, channels=8, width=16)


def small_run(folder: Path, **changes: object) -> Run:
    settings: dict[str, object] = {"games": 64, "steps": 8, "gate_every": 2, "gate_games": 8, "size": SMALL}
    settings |= {"game": ziggurat.game("babel"), "seat_counts": (2,), "device": "cpu", "minutes": 1.0}
    return Run(folder=folder, **{**settings, **changes})  # type: ignore[arg-type]


def opinionated(name: str, size: NetworkSize | None = None) -> Network:
    """A network that has learned nothing, but prefers something."""
    torch.manual_seed(7)
    network = Network(board_of(ziggurat.game(name)), size or ziggurat.game(name).network_size)
    with torch.no_grad():
        for part in network.parameters():
            part.copy_(torch.randn_like(part) * (0.1 if part.dim() < 2 else part.shape[1] ** -0.5))
    return network


@each_game
def test_a_board_has_room_for_every_input_and_action(name: str) -> None:
    game = ziggurat.game(name)
    board = board_of(game)
    inputs = set(zip(board.input_place.tolist(), board.input_row.tolist(), strict=True))
    actions = set(zip(board.action_place.tolist(), board.action_slot.tolist(), strict=True))
    assert len(inputs) == game.observation_size
    assert len(actions) == game.actions
    assert board.planes * board.places + board.loose - 3 == game.observation_size


def test_actions_of_babylonia_lie_where_their_tokens_go() -> None:
    game = ziggurat.game("babylonia")
    board = board_of(game)
    match = ziggurat.new("babylonia", seats=2, seed=1)
    for action in match.legal():
        place = board.action_place[action]
        assert (place == NOWHERE) == (" " not in game.notation.write(action))


@each_game
def test_quantised_network_agrees_with_pytorch(name: str, tmp_path: Path) -> None:
    """The kernel's preferences and values are PyTorch's, but for the rounding."""
    game = ziggurat.game(name)
    network = opinionated(name)
    weights.write(tmp_path / "network.npz", game, whole_numbers(network), {})
    bot = NetworkBot(game, 0, weights.read(tmp_path / "network.npz", game))
    for seats in game.seat_counts:
        match = ziggurat.new(name, seats=seats, seed=seats)
        for _ in range(12):
            if match.over:
                break
            thought = bot.think(match.record(match.actor))
            seen = torch.from_numpy(bot._observation[: game.observation_size].copy())[None]
            with torch.no_grad():
                wanted, values = network.judge(seen, torch.tensor([seats]))
            legal = members(bot._mask)
            assert legal == match.legal()
            assert bot.network is not None
            scale = forward.ONE << int(bot.network.numbers[forward.ACTIONS_SHIFT])
            preferences = bot._preferences[legal] / scale
            spread = float(wanted.abs().max())
            assert np.abs(preferences - wanted[0, legal].numpy()).max() < 0.06 * max(1.0, spread)
            expected = 0.5 + 0.5 * (values[0] / (1 + values[0].abs())).numpy()
            assert abs(thought.expected[match.actor] - expected[0]) < 0.02
            match.play(thought.action)


@pytest.mark.parametrize("name", ["babylonia", "ur"])  # only games whose network has a board
def test_places_hear_from_their_neighbours(name: str) -> None:
    """What is looked up is what the board's relations say, and so are the gradients."""
    network = Network(board_of(ziggurat.game(name)), SMALL)
    channels, places = network.size.channels, network.places
    said = torch.randn(3, network.padded, network.relations * channels, dtype=torch.float64)
    said[:, places:] = 0
    said.requires_grad_()
    heard = Heard.apply(said, channels, *network.neighbours())[:, :places]
    wanted = sum(
        torch.einsum("pq,nqc->npc", torch.from_numpy(relation), part[:, :places])
        for relation, part in zip(network.board.relations, said.split(channels, dim=2), strict=True)
    )
    assert torch.allclose(heard, wanted)
    weight = torch.randn_like(heard)
    ours, theirs = (torch.autograd.grad((sums * weight).sum(), said)[0] for sums in (heard, wanted))
    assert torch.allclose(ours, theirs)
    assert ours.abs().sum() > 0


def test_zeros_are_left_out_on_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first layer of a large observation looks at what is not zero, and comes to the same sums and gradients."""
    network = opinionated("babel", SMALL)
    observations = torch.randint(0, 40, (9, network.board.loose - len(SEAT_COUNTS))).sub(36).clamp(min=0).byte()
    observations[4] = 0
    results = []
    for least in (0, 10**9):
        monkeypatch.setattr(network_module, "SPARSE_FROM", least)
        preferences, _ = network.judge(observations, torch.full((9,), 2))
        results.append((preferences, torch.autograd.grad(preferences.square().sum(), network.enter.weight)[0]))
    for one, other in zip(*results, strict=True):
        assert torch.allclose(one, other, atol=1e-4)
        assert one.abs().sum() > 0


@pytest.mark.long
@pytest.mark.parametrize("name", ["babel", "ur"])  # only one without a board and one with it
def test_the_loss_can_be_compiled_in_one_piece(name: str) -> None:
    """Otherwise every helper is compiled for itself, and the GPU writes down everything in between."""
    game, network = ziggurat.game(name), opinionated(name, SMALL)
    memory = Rollout.empty(game, 4, 16, "cpu")
    memory.masks[:] = True
    memory.observations.random_(0, 5)
    decisions = Decisions(memory, torch.full((16,), game.seat_counts[0]), 2)
    decisions.known[:] = True
    rows = torch.arange(32)
    arguments = (network, decisions, rows, rows < 30, torch.tensor(0.01), Ppo())
    compiled = torch.compile(loss_of, backend="aot_eager", fullgraph=True, dynamic=False)
    gradients = [
        torch.autograd.grad(loss(*arguments)[0], list(network.parameters()), allow_unused=True)
        for loss in (loss_of, compiled)
    ]
    for one, other in zip(*gradients, strict=True):
        assert torch.allclose(one, other, atol=1e-6)


@each_game
def test_quantised_weights_can_be_loaded_again(name: str) -> None:
    network = opinionated(name)
    again = Network(network.board, network.size)
    arrays = whole_numbers(network)
    take_over(again, arrays)
    for key, array in whole_numbers(again).items():
        assert np.abs(array.astype(np.int64) - arrays[key].astype(np.int64)).max() <= 1, key


def test_an_exploiter_leaves_the_champion_as_it_is(tmp_path: Path) -> None:
    run = small_run(tmp_path / "champion", updates=2)
    Training(run, tell=lambda _: None).train()
    path = tmp_path / "champion" / "network.npz"
    exploiter = Training(small_run(tmp_path / "exploiter", updates=2, against=path), tell=lambda _: None)
    before = {name: part.clone() for name, part in exploiter.league.champion.state_dict().items()}
    exploiter.train()
    assert all(torch.equal(before[name], part) for name, part in exploiter.league.champion.state_dict().items())
    assert exploiter.lanes.league.numel() == exploiter.lanes.games
    with pytest.raises(BadOption, match="another size"):
        Training(small_run(tmp_path / "other", size=NetworkSize(2, 8, 32), against=path))


def test_a_run_begins_as_a_copy_and_meets_its_rivals(tmp_path: Path) -> None:
    Training(small_run(tmp_path / "champion", updates=2), tell=lambda _: None).train()
    path = tmp_path / "champion" / "network.npz"
    arrays = weights.arrays_of(path)
    copy = Training(small_run(tmp_path / "copy", updates=2, begin=path, rivals=(path, path)), tell=lambda _: None)
    for network in (copy.network, copy.league.champion):
        for key, array in whole_numbers(network).items():
            assert np.abs(array.astype(np.int64) - arrays[key].astype(np.int64)).max() <= 1, key
    assert len(copy.league.earlier) == 2
    assert copy.league.opponent(copy._draws) is not None
    assert copy.how.rate < Ppo().rate
    copy.train()
    story = weights.read(tmp_path / "copy" / "network.npz", ziggurat.game("babel")).story
    assert story["from"] == weights.fingerprint(arrays)
    going_on = Training(small_run(tmp_path / "copy", begin=path, rivals=(path,)), resume=True, tell=lambda _: None)
    assert going_on.update == 2
    assert len(going_on.league.earlier) >= 2
    with pytest.raises(BadNetwork, match="is not there"):
        Training(small_run(tmp_path / "nothing", begin=tmp_path / "nothing.npz"))
    with pytest.raises(BadOption, match="another size"):
        Training(small_run(tmp_path / "other", size=NetworkSize(2, 8, 32), rivals=(path,)))


def test_averaged_weights_challenge_the_champion(tmp_path: Path) -> None:
    usual = Training(small_run(tmp_path / "usual", updates=3), tell=lambda _: None)
    usual.train()
    for now, kept in zip(usual.network.parameters(), usual.average.parameters(), strict=True):
        assert torch.equal(now, kept)
    seen: list[dict[str, torch.Tensor]] = []
    steady = Training(small_run(tmp_path / "steady", updates=3, average=20, gate_every=1), tell=lambda _: None)
    follow = steady._move_average

    def watch() -> None:
        follow()
        seen.append({name: part.detach().clone() for name, part in steady.network.named_parameters()})

    steady._move_average = watch
    steady.train()
    for name, kept in steady.average.named_parameters():  # of as many updates as there were
        assert torch.allclose(kept, torch.stack([one[name] for one in seen]).mean(0), atol=1e-6), name
    again = Training(small_run(tmp_path / "steady", updates=3, average=20), resume=True, tell=lambda _: None)
    for before, now in zip(steady.average.parameters(), again.average.parameters(), strict=True):
        assert torch.equal(before, now)


def test_last_gate_asks_for_more_than_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(small_run(tmp_path, updates=5, gate_every=2), tell=lambda _: None)
    crowned: list[int] = []
    challenge = training.league.challenge

    def watch(network: Network, ahead: float, enough: float) -> bool:
        if won := challenge(network, ahead, enough):
            crowned.append(training.update)
        return won

    monkeypatch.setattr(training.gate, "ahead", lambda *_: [0.505])
    monkeypatch.setattr(training.league, "challenge", watch)
    training.train()
    assert crowned == [5]
    assert training.league.challenge(training.network, 0.5, LAST_GATE) is False


def test_a_seat_count_can_be_played_twice_as_often(tmp_path: Path) -> None:
    run = small_run(tmp_path, game=ziggurat.game("ur"), seat_counts=(2, 3, 4), twice=(2,), updates=1, size=SMALL)
    training = Training(run, tell=lambda _: None)
    counts = torch.bincount(training.lanes.seats).tolist()
    assert counts[2:] == [32, 16, 16]
    assert [match.seats for match in training.gate._matches] == [2, 3, 4]
    training.lanes.close()


def test_named_rivals_are_met_more_often(tmp_path: Path) -> None:
    Training(small_run(tmp_path / "champion", updates=1), tell=lambda _: None).train()
    path = tmp_path / "champion" / "network.npz"
    met = Training(small_run(tmp_path / "next", updates=1, rivals=(path,)), tell=lambda _: None)
    assert met.lanes.league.numel() * 4 == met.lanes.games
    met.lanes.close()


def test_forced_decisions_are_skipped() -> None:
    """In Amyitis they are a twentieth of all, and in Babylonia a quarter; nothing is learned from them."""
    lanes = Lanes(ziggurat.game("amyitis"), (2, 4), 32, 32, seed=1, device="cpu")
    memory = lanes.play(opinionated("amyitis", SMALL), None)
    assert memory.masks.sum(2).min() == 2


def test_each_seat_has_its_own_return() -> None:
    """Seat 0 decides, then seat 1, whose decision ends the game; seat 0's return is the end's reward, not a value.

    In the next game seat 0 decides twice, and the rollout ends: what follows its last decision is not known, and seat 1
    has not decided yet.
    """
    shape = (4, 1)
    memory = Rollout(
        observations=torch.zeros(*shape, 1),
        masks=torch.zeros(*shape, 1),
        actors=torch.tensor([[0], [1], [0], [0]]),
        actions=torch.zeros(shape, dtype=torch.int64),
        log_probabilities=torch.zeros(shape),
        values=torch.tensor([[[0.2, -0.2, 9, 9]], [[0.1, -0.1, 9, 9]], [[0.5, 0.5, 9, 9]], [[0.6, -0.7, 9, 9]]]),
        rewards=torch.tensor([[[0.0] * 4], [[1.0, -1.0, 0, 0]], [[0.0] * 4], [[0.0] * 4]]),
        over=torch.tensor([[False], [True], [False], [False]]),
        own=torch.ones(shape, dtype=torch.bool),
    )
    decisions = Decisions(with_early_rows(memory, 2), torch.tensor([2]), early=2)
    decisions.follow(smoothing=1.0, discount=1.0)
    targets, known = decisions.targets[2:, 0], decisions.known[2:, 0]
    assert known[:, 0].tolist() == [True, True, True, False]
    assert known[0].tolist() == [True, True, False, False]  # there are two seats
    assert decisions.gains[2:5, 0].tolist() == pytest.approx([0.8, -1.1, 0.1])
    assert targets[1, :2].tolist() == [-1.0, 1.0]  # from seat 1's chair: itself first
    assert known[2].tolist() == [True, False, False, False]  # seat 1 has not decided again
    assert not decisions.learnable(from_all_chairs=True)[:2].any()  # nothing waited for this rollout
    assert decisions.targets[:2, 0, 0].tolist() == pytest.approx([1.0, -1.0])  # what one that waits would be told
    assert decisions.known[:2, 0, 0].tolist() == [True, True]
    decisions.known[:2] = False
    decisions.follow(smoothing=0.0, discount=1.0)
    assert decisions.targets[:2, 0, 0].tolist() == pytest.approx([0.2, 0.1])
    decisions.keep_waiting()
    assert decisions.there[:2, 0].tolist() == [True, False]  # seat 0's last decision waits


def with_early_rows(memory: Rollout, early: int) -> Rollout:
    """A rollout with room for decisions that waited for it."""
    return Rollout(*(torch.cat([torch.zeros_like(whole[:1]).repeat_interleave(early, 0), whole]) for whole in memory))


def test_no_decision_is_left_out_where_a_rollout_ends() -> None:
    """Short rollouts teach what one long one does: each decision once, by what its own seat decides next."""
    game, seats = ziggurat.game("amyitis"), 4
    lanes = Lanes(game, (seats,), 16, 128, seed=3, device="cpu", threads=1)
    whole = lanes.play(opinionated("amyitis", SMALL), None)
    lanes.close()
    once = Decisions(with_early_rows(whole, seats), lanes.seats, seats)
    once.follow(smoothing=0.0, discount=1.0)
    wanted = taught(once)
    once.keep_waiting()
    short = Decisions(Rollout.empty(game, seats + 8, 16, "cpu"), lanes.seats, seats)
    learned: list[tuple[float, ...]] = []
    for begin in range(0, 128, 8):
        for here, there in zip(short.memory, whole, strict=True):
            here[seats:] = there[begin : begin + 8]
        short.follow(smoothing=0.0, discount=1.0)
        learned += taught(short)
        short.keep_waiting()
    assert sorted(learned) == sorted(wanted)
    assert len(wanted) > 0.95 * 128 * 16
    assert torch.equal(short.there[:seats], once.there[:seats])
    for here, there in zip(short.memory, once.memory, strict=True):
        assert torch.equal(here[:seats][short.there[:seats]], there[:seats][once.there[:seats]])


def test_waiting_decisions_keep_known_targets_of_other_seats() -> None:
    """They may decide several times before the seat that waits does: their next decision is what counts."""
    game = ziggurat.game("babel")
    lanes = Lanes(game, (2,), 16, 16, seed=3, device="cpu", threads=1)
    memory = lanes.play(opinionated("babel", SMALL), None)
    lanes.close()
    decisions = Decisions(with_early_rows(memory.rows(slice(0, 8)), 2), lanes.seats, 2)
    decisions.follow(smoothing=0.0, discount=1.0)
    decisions.keep_waiting()
    there = decisions.there[:2].clone()
    known, targets = decisions.known[:2, :, 1] & there, decisions.targets[:2, :, 1].clone()
    assert known.any()
    assert not decisions.known[:2, :, 0][there].any()
    for here, later in zip(decisions.memory, memory.rows(slice(8, 16)), strict=True):
        here[2:] = later
    decisions.follow(smoothing=0.0, discount=1.0)
    assert torch.equal(decisions.targets[:2, :, 1][known], targets[known])
    assert decisions.learnable(from_all_chairs=True)[:2].sum() > 8


def taught(decisions: Decisions) -> list[tuple[float, ...]]:
    """What is learned: in which game, from which chair, how good it was, and what was to be expected."""
    which = decisions.learnable(from_all_chairs=True)
    lanes = torch.arange(which.shape[1]).expand_as(which)
    columns = (lanes, decisions.memory.actors, decisions.memory.actions, decisions.gains, decisions.targets[..., 0])
    return list(zip(*(column[which].tolist() for column in columns), strict=True))


def test_values_are_learned_from_all_seats_and_policy_from_own_decisions() -> None:
    """A rival's decisions teach what to expect, and never what to do."""
    game = ziggurat.game("babel")
    network, how = opinionated("babel", SMALL), Ppo(epochs=1, batches=1, entropy=0.0, rate=1e-3)
    lanes = Lanes(game, (2,), 16, 64, seed=3, device="cpu", threads=1, early=2)
    memory = lanes.play(network, None)
    lanes.close()
    memory.own.fill_(False)
    before = copy.deepcopy(network)
    decisions = Decisions(memory, lanes.seats, 2)
    Learner(network, decisions, how).learn(0.0)
    assert not torch.equal(network.values.weight, before.values.weight)
    assert all(
        torch.equal(now, then)
        for (name, now), then in zip(network.named_parameters(), before.parameters(), strict=True)
        if name.startswith("loose_actions")
    )
    assert not decisions.learnable(from_all_chairs=False).any()


def test_a_rollout_of_fewer_decisions_than_batches_is_learned_from(tmp_path: Path) -> None:
    training = Training(small_run(tmp_path, updates=2, games=4, steps=4), tell=lambda _: None)
    training.train()
    assert "nan" not in (tmp_path / "curve.csv").read_text().splitlines()[1].split(",")[5]


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    curves = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        Training(small_run(folder, updates=4), tell=lambda _: None).train()
        lines = (folder / "curve.csv").read_text().splitlines()
        curves.append([",".join(part for at, part in enumerate(line.split(",")) if at != 1) for line in lines])
    assert len(curves[0]) == 3  # a heading and two looks
    assert curves[0] == curves[1]


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    Training(small_run(tmp_path, updates=2), tell=lambda _: None).train()
    with pytest.raises(BadOption, match="--resume"):
        Training(small_run(tmp_path, updates=4))
    (tmp_path / "checkpoint.pt.new").write_bytes(b"half a checkp")  # killed while writing the next one
    going_on = Training(small_run(tmp_path, updates=4), resume=True, tell=lambda _: None)
    assert going_on.update == 2
    going_on.train()
    assert checkpoint.load(tmp_path, "cpu")["update"] == 4
    assert len((tmp_path / "curve.csv").read_text().splitlines()) == 3
    assert weights.read(tmp_path / "network.npz", ziggurat.game("babel")).story["decisions"] == 4 * 64 * 8


def test_the_curve_of_a_resumed_run_has_each_update_once(tmp_path: Path) -> None:
    """Lines that were written after the last checkpoint, as on a full disk, are written again when they come."""
    Training(small_run(tmp_path, updates=2, gate_every=1), tell=lambda _: None).train()
    curve = tmp_path / "curve.csv"
    whole = curve.read_text()
    curve.write_text(f"{whole}3,1.5,1536,0.5,0,1,1,1,0.5\n4,2.0,20")
    Training(small_run(tmp_path, updates=4, gate_every=1), resume=True, tell=lambda _: None).train()
    assert curve.read_text().startswith(whole)
    assert [line.split(",")[0] for line in curve.read_text().splitlines()] == ["update", "1", "2", "3", "4"]
    assert not list(tmp_path.glob("*.new"))


def test_a_checkpoint_of_a_gpu_goes_on_on_a_processor(tmp_path: Path) -> None:
    """There Adam is fused and can be captured, and its rate is a tensor; and another number of games is no matter."""
    Training(small_run(tmp_path, updates=2), tell=lambda _: None).train()
    saved = checkpoint.load(tmp_path, "cpu")
    [group] = saved["optimiser"]["param_groups"]
    group.update(fused=True, capturable=True, lr=torch.tensor(group["lr"]))
    checkpoint.save(tmp_path, saved)
    going_on = Training(small_run(tmp_path, updates=4, games=128), resume=True, tell=lambda _: None)
    [own] = going_on.learner.optimiser.param_groups
    assert (own["fused"], own["capturable"], type(own["lr"])) == (True, False, float)
    moments = going_on.learner.optimiser.state_dict()["state"][0]["exp_avg"]
    assert torch.equal(moments, saved["optimiser"]["state"][0]["exp_avg"])
    going_on.train()
    assert going_on.decisions == 2 * 64 * 8 + 2 * 128 * 8


def test_a_gpu_with_too_little_memory_plays_half_as_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    training = Training(small_run(tmp_path, updates=3, games=256), tell=lines.append)
    moments = training.learner.optimiser
    play = Lanes.play

    def only_so_many(lanes: Lanes, network: Network, earlier: Network | None) -> Rollout:
        if lanes.games > 128:
            raise torch.cuda.OutOfMemoryError
        memory: Rollout = play(lanes, network, earlier)
        return memory

    training._play_and_learn(0.0)
    learned = moments.state_dict()["state"][0]["exp_avg"].clone()
    monkeypatch.setattr(Lanes, "play", only_so_many)
    learner: list[Learner] = []
    make = training._make

    def watch(optimiser: dict[str, Any] | None) -> None:
        make(optimiser)
        learner.append(training.learner)
        assert torch.equal(training.learner.optimiser.state_dict()["state"][0]["exp_avg"], learned)

    monkeypatch.setattr(training, "_make", watch)
    training.train()
    assert learner == [training.learner]
    assert training.lanes.games == 128
    assert [line for line in lines if "memory" in line] == [
        "The GPU's memory is too small for 256 games at once: from here on, 128."
    ]
    assert checkpoint.load(tmp_path, "cpu")["update"] == 3
    monkeypatch.setattr(Lanes, "play", lambda *_: (_ for _ in ()).throw(torch.cuda.OutOfMemoryError()))
    with pytest.raises(ZigguratError, match="too small for 32 games at once; --games takes fewer"):
        Training(small_run(tmp_path / "never", games=64), tell=lambda _: None).train()


def test_a_full_disk_costs_no_more_than_the_last_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was saved stays whole, the run goes on, and saves again when there is room."""
    lines: list[str] = []
    training = Training(small_run(tmp_path, updates=4, gate_every=1), tell=lines.append)
    saved: list[int] = []
    flush = os.fsync

    def full(number: int) -> None:
        saved.append(training.update)
        if training.update in (2, 3):
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(number)

    look = training._look

    def watch(*arguments: object, **named: object) -> None:
        look(*arguments, **named)  # type: ignore[arg-type]
        assert checkpoint.load(tmp_path, "cpu")["update"] == {1: 1, 2: 1, 3: 1, 4: 4}[training.update]
        assert not list(tmp_path.glob("*.new"))

    monkeypatch.setattr(training, "_look", watch)
    monkeypatch.setattr(os, "fsync", full)
    training.train()
    assert set(saved) == {1, 2, 3, 4}
    assert [line for line in lines if "could not be saved" in line] == [
        "The run could not be saved: No space left on device. It goes on, and is saved again later."
    ] * 2
    again = Training(small_run(tmp_path / "end", updates=1), tell=lambda _: None)
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(ZigguratError, match=r"could not be saved in .*: No space left"):
        again.train()


def test_a_run_is_saved_every_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However rarely the champion is challenged, and whether or not the disk was full a minute before."""
    monkeypatch.setattr(training_module, "UNSAVED", 0.0)
    lines: list[str] = []
    training = Training(small_run(tmp_path, updates=3, gate_every=100), tell=lines.append)
    flush, saved = os.fsync, []

    def full_at_first(number: int) -> None:
        saved.append(training.update)
        if training.update == 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(number)

    monkeypatch.setattr(os, "fsync", full_at_first)
    monkeypatch.setattr(training, "_look", lambda *_, **__: None)  # the challenge at the end, which saves by itself
    training.train()
    assert saved == [1, 2]
    assert checkpoint.load(tmp_path, "cpu")["update"] == 2
    assert len([line for line in lines if "could not be saved: No space left on device" in line]) == 1


def test_a_run_says_soon_how_fast_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first challenge, which may be minutes away."""
    lines: list[str] = []
    monkeypatch.setattr(training_module, "QUIET", 0.0)
    Training(small_run(tmp_path, updates=3, gate_every=3), tell=lines.append).train()
    lines = [line for line in lines if "TensorBoard" not in line]
    assert lines[0] == "Babel: 64 games at once on cpu, 54,455 weights."
    assert re.fullmatch(r" +\d+ s, update 1, 512 decisions \([\d,]+/s\)\.", lines[1])
    assert "update 3, 1,536 decisions" in lines[3]
    assert "ahead of the champion" in lines[3]


def test_what_cannot_be_captured_or_compiled_runs_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one warning each."""
    warnings: list[str] = []
    done: list[int] = []
    graph = graphs.Graph(lambda: done.append(1), "cuda", warnings.append)

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("not permitted when stream is capturing\nand more")

    monkeypatch.setattr(torch.cuda, "CUDAGraph", lambda: None)
    monkeypatch.setattr(torch.cuda, "graph", refuse)
    for _ in range(5):
        graph()
    assert len(done) == 5
    assert warnings == [
        "This is slower than it could be: no CUDA graph could be made (not permitted when stream is capturing)."
    ]
    monkeypatch.setattr(torch, "compile", lambda *_, **__: refuse)
    compiled = graphs.Compiled(lambda number: number + 1, warnings.append)
    assert [compiled(1), compiled(2)] == [2, 3]
    assert len(warnings) == 2
    monkeypatch.setattr(torch.cuda, "graph", lambda *_, **__: (_ for _ in ()).throw(torch.cuda.OutOfMemoryError()))
    graph = graphs.Graph(lambda: None, "cuda", warnings.append)
    graph()
    graph()
    with pytest.raises(torch.cuda.OutOfMemoryError):  # half as many games may do
        graph()


def test_work_that_is_replayed_runs_twice_and_is_captured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Captured:
        def replay(self) -> None:
            done.append("replayed")

    monkeypatch.setattr(torch.cuda, "CUDAGraph", Captured)
    monkeypatch.setattr(torch.cuda, "graph", lambda *_, **__: nullcontext())
    graph = graphs.Graph(lambda: done.append("work"), "cuda", done.append)
    for _ in range(4):
        graph()
    assert done == ["work", "work", "work", "replayed", "replayed"]  # the third is captured: that runs nothing
    plain = graphs.Graph(lambda: done.append("plain"), "cpu", done.append)
    for _ in range(4):
        plain()
    assert done[5:] == ["plain"] * 4


KILLED = """
import sys
from pathlib import Path
import ziggurat
from ziggurat.core.game import NetworkSize
from ziggurat.learn.settings import Run
from ziggurat.learn.training import Training
run = Run(game=ziggurat.game("babel"), seat_counts=(2,), device="cpu", folder=Path(sys.argv[1]), minutes=1.0,
          updates=10**6, games=64, steps=8, gate_every=1, gate_games=8, size=NetworkSize(2, 8, 16))
Training(run, tell=lambda line: print(line, flush=True)).train()
"""


def test_a_run_survives_being_killed(tmp_path: Path) -> None:
    """With kill -9, right after a look at the champion: while it writes its checkpoint, or soon after."""
    running = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    looks = 0
    for line in running.stdout:
        looks += "update" in line
        if looks == 2:
            break
    running.kill()
    running.wait()
    running.stdout.close()
    going_on = Training(small_run(tmp_path, updates=10**6), resume=True, tell=lambda _: None)
    assert going_on.update >= 1
    weights.read(tmp_path / "network.npz", ziggurat.game("babel"))


def test_without_tensorboard_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    lines: list[str] = []
    assert tensorboard(tmp_path, lines.append) is None
    assert lines == ["TensorBoard is not installed; curve.csv has the same numbers."]


def test_resuming_another_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no run to resume"):
        Training(small_run(tmp_path), resume=True)
    Training(small_run(tmp_path, updates=1), tell=lambda _: None).train()
    with pytest.raises(BadOption, match="another network"):
        Training(small_run(tmp_path, size=NetworkSize(2, 8, 32)), resume=True)
    (tmp_path / "checkpoint.pt").write_bytes(b"PK\x03\x04 nothing of use")
    with pytest.raises(BadOption, match="damaged"):
        Training(small_run(tmp_path), resume=True)
