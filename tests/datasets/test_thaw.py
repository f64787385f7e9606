"""A shipped network goes on learning from where it was."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="needs torch: make train-env")
pytest.importorskip("onnx", reason="needs onnx: make train-env")

from datasets.train.export import export  # noqa: E402
from datasets.train.networks import BoardReader, TokenSpotter  # noqa: E402
from datasets.train.thaw import thaw  # noqa: E402


@pytest.fixture
def shipped(tmp_path):
    """A reader that has seen something, and the file it is shipped as."""
    torch.manual_seed(3)
    net = BoardReader(4).train()
    with torch.no_grad():
        for _ in range(3):
            net(torch.rand(4, 3, 200, 200))
    return net.eval(), export(net, "reader", (3, 200, 200), ["picture"], ["cells"], tmp_path)


def test_it_says_what_the_file_says_and_goes_on_saying_it_while_it_learns(shipped):
    net, path = shipped
    pictures = torch.rand(6, 3, 200, 200)
    again = thaw(BoardReader(4), path, pictures)
    with torch.no_grad():
        wanted = net(pictures)
        assert torch.allclose(again.eval()(pictures), wanted, atol=0.02)
        assert torch.allclose(again.train()(pictures), wanted, atol=0.02)


def test_the_file_of_another_network_is_refused(shipped):
    with pytest.raises(SystemExit, match="layers"):
        thaw(TokenSpotter(), shipped[1], torch.rand(2, 6, 40, 40))
    with pytest.raises(SystemExit, match="does not fit"):
        thaw(BoardReader(7), shipped[1], torch.rand(2, 3, 200, 200))
