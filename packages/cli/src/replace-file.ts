import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file under another name and moves it: a reader finds the old or the new one, never half of it. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`
  try {
    await writeFile(draft, text, { mode, flag: 'wx', flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
