import { fstatSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { onTestFinished, vi } from 'vitest'

export type JournalCall = 'write' | 'datasync' | 'truncate'

/** Does a call of the journal, or fails in its place. */
export type AroundCall = (call: JournalCall, proceed: () => Promise<unknown>, file: FileHandle) => Promise<unknown>

type Methods = Record<JournalCall, (...values: unknown[]) => Promise<unknown>>

/** Until the test is over, `around` decides about every call that writes to the journal at `path()`. */
export async function interposeJournal(path: () => string, around: AroundCall): Promise<void> {
  const probe = await open(import.meta.filename)
  const methods = Object.getPrototypeOf(probe) as Methods
  await probe.close()
  for (const call of ['write', 'datasync', 'truncate'] as const) {
    const original = methods[call]
    const spy = vi.spyOn(methods, call).mockImplementation(function (this: unknown, ...values) {
      const file = this as FileHandle
      const proceed = () => Reflect.apply(original, file, values)
      const isJournal = fstatSync(file.fd).ino === statSync(path(), { throwIfNoEntry: false })?.ino
      return isJournal ? around(call, proceed, file) : proceed()
    })
    onTestFinished(() => spy.mockRestore())
  }
}

export function failure(code: 'EIO' | 'ENOSPC'): Error {
  return Object.assign(new Error(`${code}: made by a test`), { code })
}
