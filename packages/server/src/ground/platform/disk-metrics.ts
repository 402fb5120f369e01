import { statfs } from 'node:fs/promises'
import type { MetricSource } from './metric.ts'

/** Metrics of the disk that contains a directory. */
export function diskMetrics(directory: string): MetricSource {
  return async () => {
    const { bsize, bavail, blocks } = await statfs(directory)
    const gauge = (name: string, help: string, value: number) =>
      ({ name, help, type: 'gauge', samples: [{ value }] }) as const
    return [
      gauge('muster_data_disk_free_bytes', 'What is free on the disk of the data directory.', bsize * bavail),
      gauge('muster_data_disk_size_bytes', 'The size of the disk of the data directory.', bsize * blocks),
    ]
  }
}
