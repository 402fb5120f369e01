import { serveJobs } from '../ground/platform/serve-jobs.ts'
import { dayJob } from '../know/analytics/day-job.ts'
import { windowJob } from '../know/analytics/window-job.ts'
import { workJob } from '../know/analytics/work/work-job.ts'
import { nativeJob, telemetryJob } from '../know/ingest/body-jobs.ts'

/** The program of a worker process. The service requests jobs by these names. */
serveJobs({ day: dayJob, windows: windowJob, work: workJob, telemetry: telemetryJob, native: nativeJob })
