-- A database of the versions whose sessions say what they were forked from, and whose messages are in one table.
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, fork_session_id TEXT, fork_message_id TEXT,
                      slug TEXT NOT NULL, directory TEXT NOT NULL, title TEXT NOT NULL, version TEXT NOT NULL, revert TEXT, metadata TEXT,
                      agent TEXT, model TEXT, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, time_compacting INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL,
                      data TEXT NOT NULL);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER NOT NULL,
                   time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, type TEXT NOT NULL, seq INTEGER NOT NULL,
                              time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE UNIQUE INDEX session_message_session_seq_idx ON session_message (session_id, seq);
INSERT INTO session VALUES ('ses_a', 'p', NULL, NULL, NULL, 'a', '/home/user/work', 'A', '2.0.0', NULL, NULL, 'build',
                            '{"id":"m1","providerID":"p1"}', 1700000000000, 1700000090000, NULL);
INSERT INTO session_message VALUES
  ('msg_a0', 'ses_a', 'system', 0, 1, 1, '{"text":"rules","time":{"created":1700000000500}}'),
  ('msg_a1', 'ses_a', 'user', 1, 1, 1, '{"text":"one","time":{"created":1700000001000}}'),
  ('msg_a2', 'ses_a', 'assistant', 2, 1, 1, '{"agent":"build","model":{"id":"m1","providerID":"p1"},"finish":"tool-calls",
     "content":[{"type":"reasoning","text":"Let me see."},
                {"type":"tool","id":"c1","name":"bash","state":{"status":"completed","input":{"command":"pytest -q"},
                 "content":[{"type":"text","text":"2 passed\n"}],"metadata":{"exit":0}},"time":{"created":1700000002000,"completed":1700000003000}}],
     "snapshot":{"end":"tree1"},"time":{"created":1700000001500,"completed":1700000003500}}'),
  ('msg_a3', 'ses_a', 'assistant', 3, 1, 1, '{"agent":"build","model":{"id":"m1","providerID":"p1"},"finish":"stop",
     "content":[{"type":"text","text":"It works."}],"time":{"created":1700000004000,"completed":1700000005000}}'),
  ('msg_a4', 'ses_a', 'idle', 4, 1, 1, '{"outcome":"succeeded","time":{"created":1700000005000}}'),
  ('msg_a5', 'ses_a', 'shell', 5, 1, 1, '{"shellID":"s","command":"ls","status":"exited","time":{"created":1700000006000}}'),
  ('msg_a6', 'ses_a', 'user', 6, 1, 1, '{"text":"two","time":{"created":1700000010000}}'),
  ('msg_a7', 'ses_a', 'compaction', 7, 1, 1, '{"status":"completed","reason":"auto","summary":"so far","recent":"","time":{"created":1700000011000}}'),
  ('msg_a8', 'ses_a', 'assistant', 8, 1, 1, '{"agent":"build","model":{"id":"m2","providerID":"p1"},
     "content":[],"error":{"type":"provider","message":"no answer"},"time":{"created":1700000012000,"completed":1700000013000}}'),
  ('msg_a9', 'ses_a', 'idle', 9, 1, 1, '{"outcome":"failed","time":{"created":1700000013000}}'),
  ('msg_b1', 'ses_a', 'compaction', 10, 1, 1, '{"status":"failed","reason":"manual","error":{"message":"x"},"time":{"created":1700000014000}}'),
  ('msg_b2', 'ses_a', 'hologram', 11, 1, 1, '{"time":{"created":1700000015000}}'),
  ('msg_b3', 'ses_a', 'user', 12, 1, 1, '{"text":"three","time":{"created":1700000016000}}');
-- Copies of the first turn, and a turn of its own.
INSERT INTO session VALUES ('ses_f', 'p', NULL, 'ses_a', 'msg_a6', 'f', '/home/user/work', 'A (fork)', '2.0.0', NULL, NULL, 'build', NULL,
                            1700000020000, 1700000030000, NULL);
INSERT INTO session_message VALUES
  ('msg_f1', 'ses_f', 'user', 0, 1, 1, '{"text":"one","time":{"created":1700000001000}}'),
  ('msg_f2', 'ses_f', 'assistant', 1, 1, 1, '{"content":[],"finish":"tool-calls","time":{"created":1700000001500}}'),
  ('msg_f3', 'ses_f', 'assistant', 2, 1, 1, '{"content":[],"finish":"stop","time":{"created":1700000004000}}'),
  ('msg_f4', 'ses_f', 'user', 3, 1, 1, '{"text":"other","time":{"created":1700000021000}}'),
  ('msg_f5', 'ses_f', 'assistant', 4, 1, 1, '{"content":[{"type":"text","text":"yes"}],"finish":"stop","time":{"created":1700000022000}}');
-- A fork that holds no copies.
INSERT INTO session VALUES ('ses_g', 'p', NULL, 'ses_a', 'msg_a6', 'g', '/home/user/work', 'A (fork)', '2.0.0', NULL, NULL, 'build', NULL,
                            1700000040000, 1700000050000, NULL);
INSERT INTO session_message VALUES
  ('msg_g1', 'ses_g', 'user', 0, 1, 1, '{"text":"elsewhere","time":{"created":1700000041000}}'),
  ('msg_g2', 'ses_g', 'assistant', 1, 1, 1, '{"content":[],"finish":"stop","time":{"created":1700000042000}}');
-- A fork of a session that is not there.
INSERT INTO session VALUES ('ses_h', 'p', NULL, 'ses_gone', 'msg_x', 'h', '/home/user/work', 'H', '2.0.0', NULL, NULL, 'build', NULL,
                            1700000060000, 1700000070000, NULL);
-- One that lineage forked: it says what its turns were called before.
INSERT INTO session VALUES ('ses_i', 'p', NULL, NULL, NULL, 'i', '/home/user/work', 'I', '1.18.33', NULL,
                            '{"lineage":{"turns":{"msg_z1":"msg_i1","msg_y1":"msg_i1"}}}', 'build', NULL, 1700000080000, 1700000090000, NULL);
INSERT INTO message VALUES ('msg_i1', 'ses_i', 1700000000000, 1, '{"role":"user","time":{"created":1700000000000}}'),
                           ('msg_i2', 'ses_i', 1700000001000, 1, '{"role":"assistant","finish":"stop","time":{"created":1700000001000}}');
INSERT INTO part VALUES ('prt_i1', 'msg_i1', 'ses_i', 1, 1, '{"type":"text","text":"before"}');
