import { readFile } from 'node:fs/promises'
import { exitCodes, Failure } from '../command-line/failure.ts'

/** The text of a file; undefined if it does not exist. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    throw new Failure(`Cannot read ${path} (${String(code)}).`, exitCodes.refused, 'Check what it is and who owns it.')
  }
}
