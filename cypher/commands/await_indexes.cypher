// Waits until the indexes can be used, for at most five minutes.
// params: none
// returns: nothing
CALL db.awaitIndexes(300)
