import { dayJob } from './analytics/day-job.ts'
import { windowJob } from './analytics/window-job.ts'
import { nativeJob, telemetryJob } from './ingest/body-jobs.ts'
import { serveJobs } from './platform/serve-jobs.ts'

/** The program of a worker process. The names are those that the service asks for. */
serveJobs({ day: dayJob, windows: windowJob, telemetry: telemetryJob, native: nativeJob })
