"""A benchmark of language models: `ziggurat bench-llm`. See `docs/llm-bench.md`.

providers      who answers: OpenAI's and Anthropic's interfaces, a command, a bot
connection     one HTTP request with a limit of time and size
question       what is asked, and what was answered
games          whole games as questions
puzzles        puzzles as questions, and what an answer loses
rules          questions about the rules, with exact answers
tasks          which questions there are: the sets by name
result         the file of a result: every prompt and answer, as they come
bench          asks everything that is left
summary        scores of a result, and its table
verification   plays a result again
"""
