"""`ziggurat mcp`: assistants play, ask for hints and read the rules, over the Model Context Protocol.

`tables` has the matches and every answer as text, and knows no protocol; `tools` offers it with the official SDK, which
the extra `mcp` brings.
"""
