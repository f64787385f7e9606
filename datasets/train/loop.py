"""The training loop that all networks share: batches, a falling step, averaged weights."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
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
    calm: Sequence[Batch] = (),
) -> nn.Module:
    """Train for so many steps; what was best on the validation batches comes back.

    Judged and kept is a running average of the weights, which wavers less than the weights do. How
    its layers are normalised is measured anew on `calm` batches, if there are any: what was
    measured on the way is of other weights. A checkpoint in `work` lets a run that was cut go on
    where it was.
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
        if state.get("steps", steps) != steps:
            raise SystemExit(
                f"{path} is of a run of {state['steps']} steps, not {steps}; "
                "delete it, or name another --work"
            )
        net.load_state_dict(state["now"])
        mean.load_state_dict(state["mean"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        print(f"going on from step {state['step']}", flush=True)
    quick = Quick(net)
    began, seen = time.monotonic(), []
    for step, some in _ahead(batch, seed, range(state["step"], steps)):
        net.train()
        value = loss(quick, _fast(some))
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        seen.append(value.item())
        if (step + 1) % every == 0 or step + 1 == steps:
            with torch.no_grad():
                _measured(mean.module, calm)
                mean.eval()
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
                "steps": steps,
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


def _ahead(
    batch: Callable[[np.random.Generator], Batch], seed: int, steps: range
) -> Iterator[tuple[int, Batch]]:
    """The batch of each step; while one is learnt from, the next is made."""
    with ThreadPoolExecutor(1) as maker:
        made = {}
        for step in steps:
            for k in range(step, min(step + 2, steps.stop)):
                if k not in made:
                    made[k] = maker.submit(batch, np.random.default_rng([seed, k]))
            yield step, made.pop(step).result()


def _measured(net: nn.Module, batches: Sequence[Batch]) -> None:
    """Let every normalisation that learns take the mean over these batches."""
    net.train()
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d) and part.training]
    if not batches or not norms:
        return
    usual = [norm.momentum for norm in norms]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # every batch counts the same
    for some in batches:
        net(*_fast(some))
    for norm, momentum in zip(norms, usual, strict=True):
        norm.momentum = momentum


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
