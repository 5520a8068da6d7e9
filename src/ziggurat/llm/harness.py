"""A chat in this process, for `verifiers`: no sandbox, no program, no tools.

Each prompt of ours is complete by itself, so by default a model is sent the rules and the last message only;
`--env.<role>.harness.transcript true` sends everything that was said before.
"""

from __future__ import annotations

from typing import Any

import httpx

from ziggurat.llm.dependencies import verifiers as vf

SECONDS = 600.0  # for an answer; the provider's own limits are shorter


class ChatConfig(vf.HarnessConfig):  # type: ignore[misc]
    """What a seat may choose."""

    transcript: bool = False


class ChatHarness(vf.Harness[ChatConfig]):  # type: ignore[misc]
    """Sends a prompt to the model, and ends."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: Any,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
    ) -> Any:
        """Ask once; the answer is recorded on the way, by whoever listens at the endpoint."""
        system, prompt = self.resolve_prompt(data)
        messages = [{"role": "system", "content": system}] if system else []
        if isinstance(prompt, str):
            messages.append({"role": "user", "content": prompt})
        else:
            messages += [{"role": said.role, "content": said.content} for said in prompt or []]
        body = {"model": ctx.model, "messages": messages}
        headers = {"Authorization": f"Bearer {secret}"}
        try:
            async with httpx.AsyncClient(timeout=SECONDS) as client:
                response = await client.post(f"{endpoint}/chat/completions", json=body, headers=headers)
        except httpx.HTTPError as problem:
            return vf.ProgramResult(1, "", f"{type(problem).__name__}: {problem}")
        if response.status_code != httpx.codes.OK:
            return vf.ProgramResult(1, "", f"status {response.status_code}: {response.text[:500]}")
        return vf.ProgramResult(0, "", "")

    async def resume(
        self,
        ctx: Any,
        trace: Any,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
        messages: Any,
        tool_interception_url: str | None = None,
    ) -> Any:
        """Ask the next question, with or without those before it."""
        given = (ctx, trace, runtime, endpoint, secret, mcp_urls)
        if self.config.transcript:
            return await super().resume(*given, data, messages, tool_interception_url)
        return await self.launch(*given, data.model_copy(update={"prompt": messages}))
