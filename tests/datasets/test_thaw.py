"""A shipped network goes on learning from where it was."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="needs torch: make train-env")
pytest.importorskip("onnx", reason="needs onnx: make train-env")

from datasets.train.export import export  # noqa: E402
from datasets.train.networks import BoardReader, CloseReader, TokenSpotter  # noqa: E402
from datasets.train.pit_networks import PitCounter  # noqa: E402
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


def test_the_counter_of_stones_goes_on_too(tmp_path):
    """Its linear layers work on whole boards, and its outlines are no part of the file."""
    torch.manual_seed(5)
    net = PitCounter(18).train()
    with torch.no_grad():
        for layer in (net.known, net.count):  # at first they say nothing
            layer.weight.normal_(0, 0.05)
        for _ in range(3):
            net(torch.rand(12, 3, 80, 80))
    net.eval()
    names = ["counts", "stones", "density", "hidden"]
    path = export(net, "pits", (3, 80, 80), ["picture"], names, tmp_path, free_size=True)
    pits = torch.rand(12, 3, 80, 80)
    again = thaw(PitCounter(18), path, pits).eval()
    with torch.no_grad():
        for wanted, told in zip(net(pits), again(pits), strict=True):
            assert torch.allclose(told, wanted, atol=0.03)


def test_a_close_look_may_show_any_number_of_cells(tmp_path):
    import onnxruntime

    net = CloseReader().eval()
    free = {"cells": {0: "cells"}, "beside": {0: "asked", 2: "cells"}}
    path = export(
        net, "close", [(3, 48, 48), (4, 2)], ["cells", "beside"], ["told"], tmp_path, free=free
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    cells, beside = torch.rand(9, 3, 48, 48), torch.rand(5, 4, 9)
    (told,) = session.run(None, {"cells": cells.numpy(), "beside": beside.numpy()})
    with torch.no_grad():
        assert torch.allclose(torch.from_numpy(told), net(cells, beside), atol=0.02)
