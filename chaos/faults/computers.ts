import type { ChaosComputer } from '../computer.ts'
import { signal } from '../processes.ts'
import { type Fault, restart, type Scene, wait } from './fault.ts'

async function revive({ random }: Scene, computer: ChaosComputer): Promise<void> {
  await computer.ended()
  await wait(random.between(0, 2000))
  computer.launch()
}

/** Daemons and agents that are killed, frozen or told to end. */
export const computerFaults: readonly Fault[] = [
  {
    name: 'SIGKILL of a daemon',
    async happen(scene) {
      const computer = scene.random.pick(scene.computers)
      computer.signal('SIGKILL')
      await revive(scene, computer)
    },
  },
  {
    name: 'SIGKILL of a daemon and the service',
    async happen(scene) {
      const computer = scene.random.pick(scene.computers)
      computer.signal('SIGKILL')
      scene.service.signal('SIGKILL')
      await restart(scene)
      await revive(scene, computer)
    },
  },
  {
    name: 'SIGTERM of a daemon',
    async happen(scene) {
      const computer = scene.random.pick(scene.computers)
      computer.signal('SIGTERM')
      await revive(scene, computer)
    },
  },
  {
    name: 'SIGINT of a daemon',
    async happen(scene) {
      const computer = scene.random.pick(scene.computers)
      computer.signal('SIGINT')
      await revive(scene, computer)
    },
  },
  {
    name: 'SIGSTOP of a daemon, then SIGCONT',
    async happen({ random, computers }) {
      const computer = random.pick(computers)
      computer.signal('SIGSTOP')
      await wait(random.between(200, 3000))
      computer.signal('SIGCONT')
    },
  },
  {
    name: 'SIGKILL of an agent',
    async happen({ random, computers }) {
      const { agents } = random.pick(computers)
      if (agents.length > 0) signal(random.pick(agents), 'SIGKILL')
    },
  },
  {
    name: 'SIGSTOP of an agent, then SIGCONT',
    async happen({ random, computers }) {
      const { agents } = random.pick(computers)
      for (const pid of agents) signal(pid, 'SIGSTOP')
      await wait(random.between(200, 3000))
      for (const pid of agents) signal(pid, 'SIGCONT')
    },
  },
  {
    name: 'SIGKILL of the daemon of a managed computer',
    async happen({ managed, count }) {
      for (const pid of await found(() => managed.daemons, count)) signal(pid, 'SIGKILL')
    },
  },
  {
    name: 'SIGKILL of the daemon of a managed computer at work',
    async happen({ random, managed, count }) {
      await found(() => managed.agents, count)
      await wait(random.between(0, 1000))
      for (const pid of managed.daemons) signal(pid, 'SIGKILL')
    },
  },
  {
    name: 'SIGSTOP of the daemon of a managed computer, then SIGCONT',
    async happen({ random, managed, count }) {
      const daemons = await found(() => managed.daemons, count)
      for (const pid of daemons) signal(pid, 'SIGSTOP')
      await wait(random.between(200, 3000))
      for (const pid of daemons) signal(pid, 'SIGCONT')
    },
  },
  {
    name: 'SIGKILL of an agent of a managed computer',
    async happen({ random, managed, count }) {
      const agents = await found(() => managed.agents, count)
      if (agents.length > 0) signal(random.pick(agents), 'SIGKILL')
    },
  },
]

/** Waits for a suitable process, because the service waits before it starts a computer again. */
async function found(find: () => number[], count: Scene['count']): Promise<number[]> {
  for (let looks = 0; looks < 150; looks++) {
    const pids = find()
    if (pids.length > 0) return pids
    await wait(100)
  }
  count('faults that met nobody')
  return []
}
