import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']

async function mount(...args: string[]): Promise<void> {
  const [file = '', ...rest] = [...asRoot, 'mount', ...args]
  await run(file, rest)
}

async function unmount(directory: string): Promise<void> {
  const [file = '', ...rest] = [...asRoot, 'umount', '--lazy', directory]
  await run(file, rest)
  await rm(directory, { recursive: true, force: true })
}

async function mounted(size: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-disk-'))
  await mount('-t', 'tmpfs', '-o', `size=${size},mode=0755,uid=${process.getuid?.()}`, 'tmpfs', directory)
  return directory
}

/** Whether this account may mount, which small disks need. */
export async function mayMount(): Promise<boolean> {
  try {
    await unmount(await mounted('1m'))
    return true
  } catch {
    return false
  }
}

/** A disk of its own for one test, of a size such as `8m`. `remount` changes its options. */
export async function smallDisk(size: string) {
  const directory = await mounted(size)
  onTestFinished(() => unmount(directory))
  return { directory, remount: (options: string) => mount('-o', `remount,${options}`, directory) }
}
