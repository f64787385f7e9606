"""The training loop that all networks share: batches, a falling step, the best epoch kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

Batch = tuple[torch.Tensor, ...]
Loss = Callable[[nn.Module, Batch], torch.Tensor]


def train(
    net: nn.Module,
    batch: Callable[[np.random.Generator], Batch],
    loss: Loss,
    validation: Sequence[Batch],
    steps: int,
    work: Path,
    rate: float = 2e-3,
    every: int = 100,
    seed: int = 1,
) -> nn.Module:
    """Train for so many steps; what was best on the validation batches comes back.

    A checkpoint in `work` lets a run that was cut go on where it was.
    """
    torch.manual_seed(seed)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, max_lr=rate, total_steps=steps, pct_start=0.15
    )
    path = work / "checkpoint.pt"
    state: dict[str, Any] = {"step": 0, "best": float("inf"), "weights": None}
    if path.exists():
        state = torch.load(path, weights_only=False)
        net.load_state_dict(state["now"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        print(f"going on from step {state['step']}", flush=True)
    began, seen = time.monotonic(), []
    for step in range(state["step"], steps):
        net.train()
        rng = np.random.default_rng([seed, step])
        value = loss(net, batch(rng))
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        seen.append(value.item())
        if (step + 1) % every == 0 or step + 1 == steps:
            net.eval()
            with torch.no_grad():
                error = float(np.mean([loss(net, b).item() for b in validation]))
            if error < state["best"]:
                state["best"] = error
                state["weights"] = {k: v.clone() for k, v in net.state_dict().items()}
            minutes = (time.monotonic() - began) / 60
            print(
                f"step {step + 1}/{steps}: loss {np.mean(seen):.4f}, validation {error:.4f} "
                f"(best {state['best']:.4f}), {minutes:.1f} min",
                flush=True,
            )
            seen = []
            state |= {
                "step": step + 1,
                "now": net.state_dict(),
                "optimiser": optimiser.state_dict(),
                "schedule": schedule.state_dict(),
            }
            unfinished = path.with_suffix(".part")
            torch.save(state, unfinished)
            unfinished.replace(path)
    if state["weights"] is not None:
        net.load_state_dict(state["weights"])
    net.eval()
    return net
