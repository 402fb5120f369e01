/** Shown if all numbers of an organization are zero, as in a new one. */
export const nothingReported =
  'No agent has reported anything on these days. `muster connect AGENT --write` lets an agent report from now on, and `muster import` sends what agents have left on this machine. Only days that are over are shown; `muster analytics me` shows today.'
