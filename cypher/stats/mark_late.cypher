// Says that facts of past hours were written or taken away, so that these are summed up again.
// params: workspace, mark: id, lateHours: [start of an hour]
// returns: nothing
CREATE (:StatsLate {workspace: $workspace, id: $mark, hours: $lateHours})
