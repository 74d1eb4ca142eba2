"""Who answers prompts: a server that speaks the chat protocol (`chat`), or recorded answers (`replay`)."""
