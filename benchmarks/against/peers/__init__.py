"""Who is asked: each peer started, asked over what its users would use, and stopped."""
