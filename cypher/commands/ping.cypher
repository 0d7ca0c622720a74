// Whether the store answers.
// params: none
// returns: pong: true
RETURN true AS pong
