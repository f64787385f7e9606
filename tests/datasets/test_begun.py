"""Going on with the training of a network that has grown."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch", reason="torch trains only; see docs/train.md")

from datasets.train.command import begun  # noqa: E402
from datasets.train.networks import block  # noqa: E402


def test_a_layer_that_has_grown_keeps_what_it_had(tmp_path):
    torch.manual_seed(2)
    small, large = block(3, 8).eval(), block(4, 8).eval()
    small[1].running_mean.fill_(0.3)
    small[1].weight.data.fill_(0.7)
    torch.save({"weights": small.state_dict(), "step": 7}, tmp_path / "checkpoint.pt")
    begun(large, SimpleNamespace(begin=tmp_path / "checkpoint.pt"))
    picture = torch.rand(1, 4, 9, 9)
    with torch.no_grad():
        assert torch.allclose(large(picture), small(picture[:, :3]), atol=1e-6)


def test_another_network_is_refused(tmp_path):
    torch.save({"weights": block(3, 8, 5).state_dict()}, tmp_path / "checkpoint.pt")
    with pytest.raises(SystemExit, match="another network"):
        begun(block(3, 8), SimpleNamespace(begin=tmp_path / "checkpoint.pt"))
