// The ranges of runs that handoffs cover, transfers carry and provider threads took along go from an ordinal to the same or a later one, and each run in them began.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (t:Thread {workspace: $workspace})
USING INDEX t:Thread(workspace, id)
WHERE t.id IS NOT NULL AND EXISTS { (t)<-[:COVERS|CARRIES|INHERITS]-() }
CALL (t) {
  MATCH (r:Run {workspace: $workspace, threadId: t.id})
  USING INDEX r:Run(workspace, threadId, ordinal)
  WHERE r.ordinal IS NOT NULL
  RETURN coalesce(max(r.ordinal), 0) AS highest, collect(CASE WHEN r.begunVersion IS NULL THEN r.ordinal END) AS unbegun
}
MATCH (t)<-[part:COVERS|CARRIES|INHERITS]-(n)
WITH {of: n.id, by: type(part), thread: t.id, from: part.from, to: part.to} AS about, CASE
  WHEN NOT coalesce(1 <= part.from <= part.to, false) THEN 'has a range that is none'
  WHEN part.to > highest THEN 'has a range with ordinals that no run has'
  WHEN any(ordinal IN unbegun WHERE part.from <= ordinal <= part.to) THEN 'has a range with a run that never began'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
