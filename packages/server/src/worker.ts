import { dayJob } from './analytics/day-job.ts'
import { windowJob } from './analytics/window-job.ts'
import { workJob } from './analytics/work/work-job.ts'
import { nativeJob, telemetryJob } from './ingest/body-jobs.ts'
import { serveJobs } from './platform/serve-jobs.ts'

/** The program of a worker process. The names are those that the service asks for. */
serveJobs({ day: dayJob, windows: windowJob, work: workJob, telemetry: telemetryJob, native: nativeJob })
