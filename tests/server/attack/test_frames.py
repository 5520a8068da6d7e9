"""Invalid WebSocket frames close their own socket with a reason, and do not fill the log."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from tests.looping import run
from tests.patience import PATIENCE
from tests.server.attack.test_counting import HANDSHAKE
from tests.server.serving import Person, serving
from ziggurat.server.settings import Settings
from ziggurat.server.transport.connections import protocols

WRONG, NO_TEXT, TOO_BIG = 1002, 1007, 1009


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


FRAMES = {
    "no UTF-8": (frame(Opcode.TEXT, b"\xff\xfe"), NO_TEXT),
    "no UTF-8, in parts": (frame(Opcode.TEXT, b"\xff", fin=False) + frame(Opcode.CONT, b"\xfe"), NO_TEXT),
    "a text inside another": (frame(Opcode.TEXT, b"{", fin=False) + frame(Opcode.TEXT, b"}"), WRONG),
    "a text inside another, later": (frame(Opcode.PING, b"") + frame(Opcode.CONT, b"}"), WRONG),
    "not masked": (Frame(Opcode.TEXT, b"{}").serialize(mask=False), WRONG),
    "reserved bits": (b"\xf1" + frame(Opcode.TEXT, b"{}")[1:], WRONG),
    "no opcode": (b"\x83" + frame(Opcode.TEXT, b"{}")[1:], WRONG),
    "endless": (b"\x81\xff" + (2**62).to_bytes(8) + b"mask", TOO_BIG),
    "a little too long": (frame(Opcode.TEXT, bytes(16_385)), TOO_BIG),
    "a long ping": (b"\x89\xfe\x00\x80mask" + bytes(128), WRONG),
    "half a reason": (frame(Opcode.CLOSE, b"\x00"), WRONG),
}


def _closing(client: socket.socket) -> int:
    """The code with which the server closes a socket, after other frames."""
    heard = b""
    while part := client.recv(65_536):
        heard += part
    heard = heard.partition(b"\r\n\r\n")[2]
    while heard[0] != 0x80 | Opcode.CLOSE:
        size, start = heard[1], 2
        if size == 126:
            size, start = int.from_bytes(heard[2:4]), 4
        heard = heard[start + size :]
    return Close.parse(heard[2 : 2 + heard[1]]).code


def test_frame_before_the_answer_ends_the_connection() -> None:
    """A client has to wait for it; the library takes the frame for another request and fails."""
    ended: list[bool] = []

    class FakeTransport(asyncio.Transport):
        def abort(self) -> None:
            ended.append(True)

        def write(self, data: Any) -> None:
            pass

        def close(self) -> None:
            pass

        def is_closing(self) -> bool:
            return bool(ended)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()  # it has not answered yet

    async def connect() -> None:
        _, protocol = protocols(Settings())
        state = ServerState()
        connection = protocol(config=Config(app, ws="none", lifespan="off"), server_state=state, app_state={})
        connection.connection_made(FakeTransport())
        connection.data_received(HANDSHAKE.format(table="x", host="localhost").encode())
        assert not ended
        connection.data_received(frame(Opcode.TEXT, b"{}"))
        connection.connection_lost(None)
        for task in state.tasks:
            task.cancel()

    run(connect())
    assert ended == [True]


def test_invalid_frame_closes_only_its_own_socket(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+b") as log:
        with serving(f"sqlite:///{tmp_path}/ziggurat.db", log=log) as server:
            host = Person(server)
            table = host.open_table("me", "random")
            chair = host.join(table)
            codes = {}
            for name, (data, _) in FRAMES.items():
                with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
                    client.sendall(HANDSHAKE.format(table=table, host=f"127.0.0.1:{server.port}").encode())
                    assert client.recv(12) == b"HTTP/1.1 101"
                    client.sendall(data)
                    codes[name] = _closing(client)
            assert codes == {name: code for name, (_, code) in FRAMES.items()}
            assert chair.ask("look")["type"] == "welcome"
        log.seek(0)
        lines = [json.loads(line) for line in log.read().decode().splitlines()]
        assert [line for line in lines if line["level"] != "info"] == []
