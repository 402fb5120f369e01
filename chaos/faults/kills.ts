import { backendsOf, postgresOf, postmasterOf, signal } from '../processes.ts'
import { type Fault, restart, wait } from './fault.ts'

/** Processes that are killed, frozen or told to end. */
export const kills: readonly Fault[] = [
  {
    name: 'SIGKILL of the service',
    async happen(scene) {
      scene.service.signal('SIGKILL')
      await restart(scene)
    },
  },
  {
    name: 'SIGKILL of Postgres',
    async happen({ service }) {
      signal(await postmasterOf(service.dataDir), 'SIGKILL')
    },
  },
  {
    name: 'SIGKILL of both',
    async happen(scene) {
      signal(await postmasterOf(scene.service.dataDir), 'SIGKILL')
      scene.service.signal('SIGKILL')
      await restart(scene)
    },
  },
  {
    name: 'SIGKILL of a backend',
    async happen({ service, random }) {
      const backends = await backendsOf(service.dataDir)
      if (backends.length > 0) signal(random.pick(backends), 'SIGKILL')
    },
  },
  {
    name: 'SIGTERM of a backend',
    async happen({ service, random }) {
      const backends = await backendsOf(service.dataDir)
      if (backends.length > 0) signal(random.pick(backends), 'SIGTERM')
    },
  },
  {
    name: 'SIGINT of Postgres',
    async happen({ service }) {
      signal(await postmasterOf(service.dataDir), 'SIGINT')
    },
  },
  {
    name: 'SIGTERM of Postgres',
    async happen({ service }) {
      signal(await postmasterOf(service.dataDir), 'SIGTERM')
    },
  },
  {
    name: 'SIGTERM of the service',
    async happen(scene) {
      scene.service.signal('SIGTERM')
      const outcome = await scene.service.ended()
      if (outcome !== 0 && outcome !== undefined) scene.problem(`after SIGTERM the service ended with ${outcome}`)
      await restart(scene)
    },
  },
  {
    name: 'SIGSTOP of the service, then SIGCONT',
    async happen({ service, random }) {
      service.signal('SIGSTOP')
      await wait(random.between(200, 3000))
      service.signal('SIGCONT')
    },
  },
  {
    name: 'SIGSTOP of Postgres, then SIGCONT',
    async happen({ service, random }) {
      const pids = await postgresOf(service.dataDir)
      for (const pid of pids) signal(pid, 'SIGSTOP')
      await wait(random.between(200, 3000))
      for (const pid of pids) signal(pid, 'SIGCONT')
    },
  },
  {
    name: 'SIGTERM of the service while Postgres is frozen',
    async happen(scene) {
      const pids = await postgresOf(scene.service.dataDir)
      for (const pid of pids) signal(pid, 'SIGSTOP')
      await wait(scene.random.between(100, 1000))
      scene.service.signal('SIGTERM')
      if ((await scene.service.ended()) === undefined) scene.problem('SIGTERM while Postgres is frozen took too long')
      for (const pid of pids) signal(pid, 'SIGCONT')
      await restart(scene)
    },
  },
]
