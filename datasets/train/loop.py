"""The training loop that all networks share: batches, a falling step, averaged weights."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

AVERAGED = 0.995
"""How much of the average stays with every step."""

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

    Judged and kept is a running average of the weights, which wavers less than the weights do. A
    checkpoint in `work` lets a run that was cut go on where it was.
    """
    torch.manual_seed(seed)
    net = net.to(memory_format=torch.channels_last)  # a third faster on a CPU
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED), use_buffers=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, max_lr=rate, total_steps=steps, pct_start=0.15
    )
    path = work / "checkpoint.pt"
    state: dict[str, Any] = {"step": 0, "best": float("inf"), "weights": None}
    if path.exists():
        state = torch.load(path, weights_only=False)
        net.load_state_dict(state["now"])
        mean.load_state_dict(state["mean"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        print(f"going on from step {state['step']}", flush=True)
    quick = Quick(net)
    began, seen = time.monotonic(), []
    for step in range(state["step"], steps):
        net.train()
        rng = np.random.default_rng([seed, step])
        value = loss(quick, _fast(batch(rng)))
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        seen.append(value.item())
        if (step + 1) % every == 0 or step + 1 == steps:
            mean.eval()
            with torch.no_grad():
                error = float(np.mean([loss(mean.module, _fast(b)).item() for b in validation]))
            if error < state["best"]:
                state["best"] = error
                state["weights"] = {k: v.clone() for k, v in mean.module.state_dict().items()}
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
                "mean": mean.state_dict(),
                "optimiser": optimiser.state_dict(),
                "schedule": schedule.state_dict(),
            }
            unfinished = path.with_suffix(".part")
            torch.save(state, unfinished)
            unfinished.replace(path)
    if state["weights"] is not None:
        net.load_state_dict(state["weights"])
    return net.to(memory_format=torch.contiguous_format).eval()


class Quick(nn.Module):
    """The network with its convolutions in 16 bits: twice as fast on a CPU that knows them."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, *inputs: torch.Tensor) -> Any:
        """What the network says, in 32 bits."""
        with torch.autocast("cpu", torch.bfloat16):
            out = self.net(*inputs)
        if isinstance(out, tuple):
            return tuple(part.float() for part in out)
        return out.float()


def _fast(batch: Batch) -> Batch:
    """Pictures in the order of memory that a CPU is fastest with."""
    return tuple(
        part.contiguous(memory_format=torch.channels_last) if part.dim() == 4 else part
        for part in batch
    )
