import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { postgresOf, signal } from '../processes.ts'
import { type Fault, restart, type Scene, wait } from './fault.ts'

const run = promisify(execFile)

/** Files that cannot be opened, written or kept. */
export const disks: readonly Fault[] = [
  {
    name: 'a full disk',
    needsDisk: true,
    async happen(scene) {
      const { disk, service, random } = scene
      await disk?.fill()
      await wait(random.between(500, 4000))
      await disk?.makeRoom()
      // If Postgres was given up, the service has ended. Then it is started again once there is room.
      if (!service.isRunning) await restart(scene)
    },
  },
  {
    name: 'SIGKILL on a full disk',
    needsDisk: true,
    async happen(scene) {
      const { disk, service, random } = scene
      await disk?.fill()
      await wait(random.between(200, 1500))
      service.signal('SIGKILL')
      await service.ended()
      await disk?.makeRoom()
      await restart(scene)
    },
  },
  {
    name: 'I/O errors of the disk',
    needsDisk: true,
    async happen(scene) {
      const { disk, random } = scene
      await disk?.fail()
      await wait(random.between(1000, 4000))
      await killEverything(scene)
      await disk?.repair()
      await restart(scene)
    },
  },
  {
    name: 'I/O errors that pass, then a power cut',
    needsDisk: true,
    async happen(scene) {
      const { disk, random } = scene
      await disk?.fail()
      await wait(random.between(500, 2000))
      await disk?.recover()
      await wait(random.between(500, 3000))
      await killEverything(scene)
      await disk?.cutPower()
      await disk?.repair()
      await restart(scene)
    },
  },
  {
    name: 'no more open files',
    async happen({ service, random }) {
      const { pid } = service
      if (pid === undefined) return
      const open = (await readdir(`/proc/${pid}/fd`)).length
      const { stdout } = await run('prlimit', [
        '--pid',
        String(pid),
        '--nofile',
        '--raw',
        '--noheadings',
        '--output=SOFT',
      ])
      await run('prlimit', ['--pid', String(pid), `--nofile=${open}:`])
      await wait(random.between(300, 2000))
      await run('prlimit', ['--pid', String(pid), `--nofile=${stdout.trim()}:`])
    },
  },
]

/** Kills every process that has files on the disk. Managed computers outlive the service, also while the disk fails. */
async function killEverything({ service, managed }: Scene): Promise<void> {
  service.signal('SIGKILL')
  await service.ended()
  for (const pid of [...(await postgresOf(service.dataDir)), ...managed.processes]) signal(pid, 'SIGKILL')
}
