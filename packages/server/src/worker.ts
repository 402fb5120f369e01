import { dayJob } from './analytics/day-job.ts'
import { windowJob } from './analytics/window-job.ts'
import { workJob } from './analytics/work/work-job.ts'
import { nativeJob, telemetryJob } from './ingest/body-jobs.ts'
import { serveJobs } from './platform/serve-jobs.ts'

/** The program of a worker process. The service asks for jobs by these names. */
serveJobs({ day: dayJob, windows: windowJob, work: workJob, telemetry: telemetryJob, native: nativeJob })
