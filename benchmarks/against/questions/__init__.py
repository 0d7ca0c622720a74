"""What is asked, of each peer in its own words, and what of the answers has to agree."""
