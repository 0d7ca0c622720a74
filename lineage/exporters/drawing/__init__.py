"""What a picture of lineage trees shows, whatever draws it: threads with runs collapsed to stretches, and what joins them."""
