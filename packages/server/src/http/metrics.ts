import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void
  render(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  // Finding the labels of a series costs more than counting in it, so each is found once.
  const series = new Map<string, { observe(seconds: number): void }>()
  const seriesOf = (operation: string, status: number) => {
    const name = `${status} ${operation}`
    const found = series.get(name) ?? duration.labels({ operation, status })
    series.set(name, found)
    return found
  }
  return {
    observe: (operation, status, seconds) => seriesOf(operation, status).observe(seconds),
    render: () => registry.metrics(),
  }
}
