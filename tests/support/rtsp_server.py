"""A small network camera: serves a moving picture at rtsp://127.0.0.1:PORT/board until killed.

Run by the system's Python, where Debian's gst-rtsp-server is; it imports nothing of ours.
With a second word, the pictures stop after that many seconds while the connection stays.
With the word `check` it only says, by its status, whether it could serve here.
"""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402 (after their versions)

PIPELINE = (
    "( videotestsrc is-live=true pattern=ball ! video/x-raw,width=640,height=360,framerate=15/1 "
    "! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! rtph264pay name=pay0 )"
)


class Server:
    def __init__(self, port: str, freeze: float | None) -> None:
        self.freeze = freeze
        self.factory = GstRtspServer.RTSPMediaFactory()
        self.factory.set_launch(PIPELINE)
        self.factory.set_shared(True)
        self.factory.connect("media-configure", self.on_media)
        self.server = GstRtspServer.RTSPServer()
        self.server.set_address("127.0.0.1")
        self.server.set_service(port)
        self.server.get_mount_points().add_factory("/board", self.factory)
        self.server.attach(None)

    def on_media(self, _: object, media: object) -> None:
        if self.freeze is not None:
            element = media.get_element()
            GLib.timeout_add(int(1000 * self.freeze), self.stop, element)
            self.freeze = None

    def stop(self, element: object) -> bool:
        element.set_state(Gst.State.PAUSED)
        return False


if __name__ == "__main__":
    Gst.init(None)
    if sys.argv[1:] == ["check"]:
        sys.exit(not all(map(Gst.ElementFactory.find, ("x264enc", "rtph264pay"))))
    server = Server(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else None)
    print("ready", flush=True)
    GLib.MainLoop().run()
