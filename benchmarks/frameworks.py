"""Does each framework take our environments? A few steps of learning or playing with each, and its version.

    python benchmarks/frameworks.py                      # all that are installed
    python benchmarks/frameworks.py supersuit torchrl    # some

They are no requirement of ours: install what you want to try, besides 'ziggurat[rl]' and torch, in an environment of
its own (docs/environments.md says with which versions this was last run).
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import importlib.util
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np

import ziggurat.envs


def supersuit() -> str:
    """Wrappers around `aec` and its parallel form, and Stable-Baselines3's vector face of SuperSuit's."""
    import supersuit as wrappers
    from pettingzoo.utils import turn_based_aec_to_parallel

    env: Any = ziggurat.envs.aec("babel", flat=True)
    env = wrappers.frame_stack_v1(wrappers.dtype_v0(env, "float32"), 3)
    env.reset(seed=1)
    for _agent in env.agent_iter(300):
        seen, _, over, cut, info = env.last()
        env.step(None if over or cut else int(np.flatnonzero(info["action_mask"])[0]))
    parallel = wrappers.pad_observations_v0(turn_based_aec_to_parallel(ziggurat.envs.aec("babel", flat=True)))
    parallel.reset(seed=1)
    return f"dtype, frame_stack, pad_observations; {seen.shape} seen"


def sb3_contrib() -> str:
    """MaskablePPO on `single`, flat."""
    from sb3_contrib import MaskablePPO

    env = ziggurat.envs.single("babel", seat="random", opponents="random", flat=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, seed=1, device="cpu")
    model.learn(512)
    seen, info = env.reset(seed=2)
    over = False
    while not over:
        action, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool))
        seen, _, over, _, info = env.step(int(action))
    return f"MaskablePPO learned from {model.num_timesteps} steps and played a match"


def torchrl() -> str:
    """PettingZooWrapper around `aec` with masks, and GymWrapper around `single`."""
    from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv

    several = PettingZooWrapper(ziggurat.envs.aec("babel"), use_mask=True, group_map=None)
    rolled = several.rollout(50)
    single = ziggurat.envs.single("babel", opponents="random")
    one = TransformedEnv(GymWrapper(single, categorical_action_encoding=True), ActionMask())
    return f"PettingZooWrapper: {len(rolled)} steps; GymWrapper with ActionMask: {len(one.rollout(50))} steps"


def tianshou() -> str:
    """PettingZooEnv around `aec`, with random policies that know masks."""
    from tianshou.env import DummyVectorEnv
    from tianshou.env.pettingzoo_env import PettingZooEnv

    env = DummyVectorEnv([lambda: PettingZooEnv(ziggurat.envs.aec("babel"))])
    seen, _ = env.reset()
    steps = 0
    while steps < 300:
        mask = np.asarray(seen[0]["mask"])
        seen, _, over, cut, _ = env.step(np.array([np.flatnonzero(mask)[0]]))
        steps += 1
        if over[0] or cut[0]:
            seen, _ = env.reset()
    return f"PettingZooEnv in a DummyVectorEnv: {steps} steps, observation {np.asarray(seen[0]['obs']).shape}"


def ray() -> str:
    """RLlib's PettingZooEnv and ParallelPettingZooEnv around `aec`."""
    from pettingzoo.utils import turn_based_aec_to_parallel
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

    env = PettingZooEnv(ziggurat.envs.aec("babel"))
    seen, _ = env.reset(seed=1)
    steps = 0
    while steps < 300:
        (agent,) = seen
        seen, _, over, cut, _ = env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0])})
        steps += 1
        if over["__all__"] or cut["__all__"]:
            seen, _ = env.reset()
    both = ParallelPettingZooEnv(turn_based_aec_to_parallel(ziggurat.envs.aec("babel")))
    both.reset(seed=1)
    return f"PettingZooEnv: {steps} steps; ParallelPettingZooEnv: {len(both.get_agent_ids())} agents"


def agilerl() -> str:
    """Its PettingZoo vector environment around the parallel form of `aec`."""
    from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv
    from pettingzoo.utils import turn_based_aec_to_parallel

    env = AsyncPettingZooVecEnv([lambda: turn_based_aec_to_parallel(ziggurat.envs.aec("babel"))] * 2)
    seen, _ = env.reset(seed=1)
    env.close()
    return f"AsyncPettingZooVecEnv: agents {sorted(seen)}"


TRIED: dict[str, tuple[str, Callable[[], str]]] = {
    "supersuit": ("supersuit", supersuit),
    "sb3-contrib": ("sb3_contrib", sb3_contrib),
    "torchrl": ("torchrl", torchrl),
    "tianshou": ("tianshou", tianshou),
    "ray": ("ray", ray),
    "agilerl": ("agilerl", agilerl),
}


def main() -> None:
    """Try those that are named, or all, and tell of each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("frameworks", nargs="*", help=f"of {', '.join(TRIED)}")
    for name in parser.parse_args().frameworks or TRIED:
        module, attempt = TRIED[name]
        if importlib.util.find_spec(module) is None:
            print(f"{name}: not installed", flush=True)
            continue
        version = importlib.metadata.version(name)
        try:
            print(f"{name} {version}: {attempt()}", flush=True)
        except Exception:  # noqa: BLE001 - whatever it says is what we want to know
            print(f"{name} {version}: failed\n{traceback.format_exc()}", flush=True)


if __name__ == "__main__":
    main()
