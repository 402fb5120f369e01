/** What most programs need of `@muster/history`. */
export { type History, type Progress, readHistory, useHistory } from './read-history.ts'
export { type Summary, summarize } from './summary/usage.ts'
