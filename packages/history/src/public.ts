/** The exports of `@muster/history` that most programs need. */
export { type History, type Progress, readHistory, useHistory } from './read-history.ts'
export { type Summary, summarize } from './summary/usage.ts'
