// The runs of a thread are numbered from 1 without a gap; that no two have the same ordinal is a constraint's work.
// params: workspace, most: faults to name
// returns: verified: {checked, total, faults: [{about, wrong}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, threadId, ordinal)
WHERE r.threadId IS NOT NULL AND r.ordinal IS NOT NULL
WITH r.threadId AS id, count(*) AS runs, min(r.ordinal) AS first, max(r.ordinal) AS last
WITH {thread: id, runs: runs, first: first, last: last} AS about, CASE
  WHEN first <> 1 THEN 'has runs that do not begin at ordinal 1'
  WHEN last <> runs THEN 'has a gap in the ordinals of its runs'
END AS wrong
RETURN {checked: count(*), total: count(wrong), faults: collect(CASE WHEN wrong IS NOT NULL THEN {about: about, wrong: wrong} END)[..$most]} AS verified
