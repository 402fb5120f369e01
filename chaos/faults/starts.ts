import { type Fault, restart, wait } from './fault.ts'

/** Starts and ends that are interrupted or happen twice. */
export const starts: readonly Fault[] = [
  {
    name: 'SIGKILL during a start',
    async happen(scene) {
      scene.service.signal('SIGKILL')
      await restart(scene)
      await wait(scene.random.between(0, 2500))
      scene.service.signal('SIGKILL')
      await restart(scene)
    },
  },
  {
    name: 'SIGTERM during a start',
    async happen(scene) {
      scene.service.signal('SIGKILL')
      await restart(scene)
      await wait(scene.random.between(300, 2500))
      scene.service.signal('SIGTERM')
      await restart(scene)
    },
  },
  {
    name: 'SIGKILL during an end',
    async happen(scene) {
      scene.service.signal('SIGTERM')
      await wait(scene.random.between(0, 600))
      scene.service.signal('SIGKILL')
      await restart(scene)
    },
  },
  {
    name: 'a second start while the service runs',
    async happen({ service, problem }) {
      const second = service.run([], { MUSTER_PORT: '0', MUSTER_OTLP_GRPC_PORT: '0' })
      const code = await new Promise((resolve) => second.once('exit', (exit, by) => resolve(by ?? exit)))
      if (code !== 1) problem(`a second start on the same data directory ended with ${code}, must be refused`)
    },
  },
  {
    name: 'two starts at once',
    async happen(scene) {
      const { service, problem } = scene
      service.signal('SIGKILL')
      await service.ended()
      const other = service.run([])
      service.launch()
      const outcomes = [other, undefined].map(
        (child) => child && new Promise((resolve) => child.once('exit', (code) => resolve(code))),
      )
      await Promise.race([outcomes[0], service.ended()])
      const running = [service.isRunning, other.exitCode === null && other.signalCode === null]
      if (running.filter(Boolean).length !== 1) problem(`of two starts at once, ${running.filter(Boolean).length} run`)
      if (service.isRunning) return
      // The other process has the directory; it is killed so that the campaign knows its process again.
      other.kill('SIGKILL')
      await outcomes[0]
      service.launch()
    },
  },
]
