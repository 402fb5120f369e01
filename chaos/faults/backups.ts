import { access, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkBackup } from '../../packages/server/src/start/backup/read-backup.ts'
import type { Service } from '../service.ts'
import { type Fault, restart, wait } from './fault.ts'

function backup(service: Service) {
  const file = join(dirname(service.logFile), 'chaos.backup')
  const child = service.run(['backup', file])
  return { file, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
}

/** A backup is complete or not there. */
async function judge(file: string, code: number | null, problem: (text: string) => void): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere !== (code === 0)) problem(`a backup ended with ${code}, and its file is ${isThere ? '' : 'not '}there`)
  if (isThere) await checkBackup(file).catch((error: Error) => problem(`a backup cannot be read: ${error.message}`))
  await rm(file, { force: true })
}

export const backups: readonly Fault[] = [
  {
    name: 'a backup',
    async happen({ service, problem }) {
      const { file, ended } = backup(service)
      const code = await ended
      if (code !== 0) problem(`a backup of a service that runs ended with ${code}`)
      await judge(file, code, problem)
    },
  },
  {
    name: 'SIGKILL of the service during a backup',
    async happen(scene) {
      const { file, ended } = backup(scene.service)
      await wait(scene.random.between(300, 2500))
      scene.service.signal('SIGKILL')
      await scene.service.ended()
      await judge(file, await ended, scene.problem)
      await restart(scene)
    },
  },
]
