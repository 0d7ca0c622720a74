"""How threads that other programs recorded belong together, and which facts they come to."""
