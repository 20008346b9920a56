"""A browser without a window, driven through the pipe of Chromium's DevTools protocol."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from types import TracebackType
from typing import Any, Self

from tests.requirements import BROWSERS

KEYS = {"Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Enter": 13, "Tab": 9, "/": 191}
TIME_LIMIT = 60.0
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


class Browser:
    """One page, and what it logged."""

    def __init__(self) -> None:
        program = next(filter(None, map(shutil.which, BROWSERS)))
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command_end, self._commands = os.pipe()
        self._answers, answer_end = os.pipe()
        flags = (*_FLAGS, "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}")
        shell = f'exec "$@" 3<&{command_end} 4>&{answer_end}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "bash", program, *flags, "about:blank"],
            pass_fds=(command_end, answer_end),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(command_end)
        os.close(answer_end)
        self._received = b""
        self._count = 0
        self._session = ""
        self.logged: list[str] = []

    def __enter__(self) -> Self:
        created = self._send("Target.createTarget", url="about:blank")
        attached = self._send("Target.attachToTarget", targetId=created["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._send(f"{domain}.enable")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def open(self, address: str) -> None:
        """Load a page anew and wait until it is there."""
        self._send("Page.navigate", url="about:blank")
        self._send("Page.navigate", url=address)
        limit = time.monotonic() + TIME_LIMIT
        ready = "location.href !== 'about:blank' && document.readyState"
        while self.evaluate(ready) != "complete":
            assert time.monotonic() < limit
            time.sleep(0.02)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page, which has to be plain data."""
        answer = self._send("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def write(self, text: str) -> None:
        """Type into what has the focus."""
        self._send("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press a key."""
        code = {"key": key, "windowsVirtualKeyCode": KEYS[key]}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        self._send(
            "Input.dispatchKeyEvent", type="keyDown", **code, **({"text": text} if text else {})
        )
        self._send("Input.dispatchKeyEvent", type="keyUp", **code)

    def emulate(self, **features: str) -> None:
        """Set media features, such as the colour scheme."""
        named = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self._send("Emulation.setEmulatedMedia", features=named)

    def disable_scripts(self) -> None:
        """Load further pages without their scripts."""
        self._send("Emulation.setScriptExecutionDisabled", value=True)

    def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._received:
            ready, _, _ = select.select([self._answers], [], [], TIME_LIMIT)
            assert ready, "the browser doesn't answer"
            read = os.read(self._answers, 1 << 16)
            assert read, "the browser ended"
            self._received += read
        message, _, self._received = self._received.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer

    def _note(self, event: dict[str, Any]) -> None:
        parameters = event.get("params", {})
        if event.get("method") == "Log.entryAdded":
            self.logged.append(parameters["entry"]["text"])
        elif event.get("method") == "Runtime.exceptionThrown":
            self.logged.append(json.dumps(parameters["exceptionDetails"]))
        elif event.get("method") == "Runtime.consoleAPICalled":
            self.logged.append(json.dumps(parameters["args"]))
