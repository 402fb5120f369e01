import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { endProcess } from '../child.ts'

/** An OpenTelemetry Collector that appends what it gets to a file and never flushes it. */
export async function startCollector(program: string, directory: string) {
  const port = await freePort()
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: { file: { path: join(directory, 'collector.json') } },
    service: {
      telemetry: { metrics: { level: 'none' }, logs: { level: 'error' } },
      pipelines: { logs: { receivers: ['otlp'], exporters: ['file'] } },
    },
  }
  const file = join(directory, 'collector.yaml')
  // JSON is YAML too.
  await writeFile(file, JSON.stringify(config))
  const child = spawn(program, ['--config', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const deadline = performance.now() + 20_000
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The collector did not start.')
    await sleep(50)
  }
  return { port, stop: () => endProcess(child, 'SIGKILL') }
}
