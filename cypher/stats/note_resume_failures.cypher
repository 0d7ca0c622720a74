// Counts resumes that failed.
// params: workspace, noteResumeFailures: [{runId, at}]
// returns: nothing
UNWIND $noteResumeFailures AS row
MATCH (r:Run {workspace: $workspace, id: row.runId})
CREATE (:StatsFact {workspace: $workspace, threadId: r.threadId, at: row.at, figure: 'RESUME_FAILURE', provider: r.provider, model: r.model, count: 1})
