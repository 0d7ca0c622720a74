// Gives a user a new password, when the file with the old one is lost. Runs in the system database.
// params: username, password
// returns: nothing
ALTER USER $username SET PASSWORD $password CHANGE NOT REQUIRED
