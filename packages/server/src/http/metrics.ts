import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Log } from '../ground/platform/log.ts'
import { type Metric, type MetricSource, metricText } from '../ground/platform/metric.ts'

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void
  render(): Promise<string>
}

const name = 'muster_http_request_duration_seconds'
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, Number.POSITIVE_INFINITY]

/** The requests of one operation with one status. */
interface Series {
  /** The number of requests in each bucket; each request counts in the first bucket that fits. */
  readonly counts: number[]
  sum: number
}

/**
 * Counts requests and renders the counts on demand. The usual library looks up labels for every request, which costs
 * more than the request itself may.
 */
export function createMetrics(sources: readonly MetricSource[], log: Log): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const byOperation = new Map<string, Map<number, Series>>()

  function seriesOf(operation: string, status: number): Series {
    const found = byOperation.get(operation)?.get(status)
    if (found) return found
    const series = { counts: buckets.map(() => 0), sum: 0 }
    byOperation.set(operation, new Map([...(byOperation.get(operation) ?? []), [status, series]]))
    return series
  }

  /** Leaves out metrics that cannot be read. The others matter most when the database is down. */
  async function read(source: MetricSource): Promise<readonly Metric[]> {
    try {
      return await source()
    } catch (error) {
      log.debug({ err: error }, 'a metric could not be read')
      return []
    }
  }

  return {
    observe(operation, status, seconds) {
      const series = seriesOf(operation, status)
      let bucket = 0
      while (seconds > (buckets[bucket] ?? seconds)) bucket++
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sum += seconds
    },

    async render() {
      const durations = [...byOperation].flatMap(([operation, byStatus]) =>
        [...byStatus].flatMap(([status, series]) => linesOf(`operation="${operation}",status="${status}"`, series)),
      )
      const others = (await Promise.all(sources.map(read))).flat().map(metricText)
      const help = `# HELP ${name} Time from the arrival of a request to the end of its answer.`
      const lines = [...others, help, `# TYPE ${name} histogram`, ...durations]
      return `${await registry.metrics()}\n${lines.join('\n')}\n`
    },
  }
}

/** Writes Prometheus's text format, in which each bucket includes those below it. */
function linesOf(labels: string, { counts, sum }: Series): string[] {
  let total = 0
  const cumulative = counts.map((count, index) => {
    total += count
    const limit = buckets[index] === Number.POSITIVE_INFINITY ? '+Inf' : buckets[index]
    return `${name}_bucket{le="${limit}",${labels}} ${total}`
  })
  return [...cumulative, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`]
}
