-- A database of a version that had no columns for models, versions and times of parts.
CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, title TEXT, directory TEXT NOT NULL DEFAULT '',
                      time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL,
                      data TEXT NOT NULL);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER NOT NULL,
                   time_updated INTEGER NOT NULL, data TEXT NOT NULL);
INSERT INTO session VALUES ('ses_old', 'p', NULL, 'Old', '/home/user/work', 1700000000000, 1700000060000);
INSERT INTO message VALUES ('msg_1', 'ses_old', 1700000000000, 1700000000000, '{"role":"user"}');
INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_old', 1700000000000, 1700000000000, '{"type":"text","text":"Hello"}');
INSERT INTO message VALUES ('msg_2', 'ses_old', 1700000010000, 1700000010000,
                            '{"role":"assistant","modelID":"m1","providerID":"p1","finish":"stop"}');
INSERT INTO part VALUES ('prt_2', 'msg_2', 'ses_old', 1700000010000, 1700000010000, '{"type":"text","text":"Hello to you"}');
-- The same parent as a subagent has, but it begins with the same turn: a client noted there what it had forked.
INSERT INTO session VALUES ('ses_copy', 'p', 'ses_old', 'Old (fork #1)', '/home/user/work', 1700000100000, 1700000160000);
INSERT INTO message VALUES ('msg_3', 'ses_copy', 1700000000000, 1700000000000, '{"role":"user"}');
INSERT INTO part VALUES ('prt_3', 'msg_3', 'ses_copy', 1700000100000, 1700000100000, '{"type":"text","text":"Hello"}');
INSERT INTO message VALUES ('msg_4', 'ses_copy', 1700000010000, 1700000010000, '{"role":"assistant","finish":"stop"}');
INSERT INTO message VALUES ('msg_5', 'ses_copy', 1700000110000, 1700000110000, '{"role":"user"}');
INSERT INTO part VALUES ('prt_5', 'msg_5', 'ses_copy', 1700000110000, 1700000110000, '{"type":"text","text":"Go on"}');
INSERT INTO message VALUES ('msg_6', 'ses_copy', 1700000120000, 1700000120000, '{"role":"assistant","finish":"stop"}');
-- A subagent whose call its parent does not name.
INSERT INTO session VALUES ('ses_child', 'p', 'ses_old', 'Child', '/home/user/work', 1700000005000, 1700000006000);
INSERT INTO message VALUES ('msg_7', 'ses_child', 1700000005000, 1700000005000, '{"role":"user"}');
INSERT INTO part VALUES ('prt_7', 'msg_7', 'ses_child', 1700000005000, 1700000005000, '{"type":"text","text":"Look"}');
INSERT INTO message VALUES ('msg_8', 'ses_child', 1700000006000, 1700000006000, '{"role":"assistant","finish":"stop"}');
-- A subagent of a session that is not there.
INSERT INTO session VALUES ('ses_orphan', 'p', 'ses_gone', 'Orphan', '/home/user/work', 1700000007000, 1700000008000);
