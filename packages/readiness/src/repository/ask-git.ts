import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { GitFailure, openGit } from '@muster/contract/node/git'
import { type GitView, readGit } from './read-git.ts'

/** A directory about which git was asked. */
export interface Asked {
  /** As it was given, for sentences about it. */
  readonly path: string
  readonly directory: string
  /** What git says; a failure if git cannot say anything. */
  readonly answer: Promise<GitView | GitFailure>
}

/** The path cannot be evaluated; the message says why. */
export class NoRepository extends Error {
  override readonly name = 'NoRepository'
}

/** Returns as soon as git is at work, so that the caller can do something else meanwhile. */
export async function askGit(path: string): Promise<Asked> {
  const directory = resolve(path)
  const found = await stat(directory).catch(() => undefined)
  if (!found) throw new NoRepository(`There is no directory ${path}.`)
  if (!found.isDirectory()) throw new NoRepository(`${path} is no directory.`)
  try {
    const answer = readGit(await openGit(directory)).catch(asFailure)
    // Whoever waits for the answer hears of an error; until then nobody does, and that is no reason to end.
    answer.catch(() => {})
    return { path, directory, answer }
  } catch (error) {
    return { path, directory, answer: Promise.resolve(asFailure(error)) }
  }
}

function asFailure(error: unknown): GitFailure {
  if (error instanceof GitFailure) return error
  throw error
}
