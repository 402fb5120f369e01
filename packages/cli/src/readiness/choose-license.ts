import type { Git } from '@muster/contract/node/git'
import {
  type ChosenLicense,
  declaredAuthor,
  declaredLicense,
  type LicenseId,
  licenseIds,
} from '@muster/readiness/fix/license'
import type { Repository } from '@muster/readiness/repository/create-repository'
import type { Context } from '../command-line/context.ts'
import { usage } from '../command-line/failure.ts'
import { askLine, canAsk } from '../terminal/prompt.ts'
import { oneLine } from '../terminal/width.ts'

interface Said {
  readonly license: LicenseId | undefined
  readonly holder: string | undefined
}

/** The license that a person chose: by an option, in a manifest, or when asked. It is never guessed. */
export async function chooseLicense(
  repository: Repository,
  git: Git | undefined,
  { license, holder }: Said,
  out: Context['out'],
): Promise<ChosenLicense | undefined> {
  const id = license ?? declaredLicense(repository) ?? (canAsk() ? await askLicense() : undefined)
  if (id === undefined) {
    out.note(`Say which license with --license ${licenseIds.join(', ')}.`)
    return undefined
  }
  const [name, source] = await holderOf(repository, git, holder)
  if (name === undefined) throw usage('Nothing says who holds the copyright.', 'Name them with --holder.')
  out.note(`The license is ${id}; its holder is ${oneLine(name)} (${source}).`)
  return { id, holder: oneLine(name), year: new Date().getFullYear() }
}

async function holderOf(repository: Repository, git: Git | undefined, said: string | undefined) {
  if (said !== undefined) return [said, 'as you said'] as const
  const author = declaredAuthor(repository)
  if (author !== undefined) return [author, 'from the manifest; --holder names another'] as const
  // If no name is configured, git fails and prints nothing.
  const user = (await git?.(['config', 'user.name']).catch(() => Buffer.alloc(0)))?.toString().trim()
  return [user || undefined, 'from the settings of git; --holder names another'] as const
}

async function askLicense(): Promise<LicenseId | undefined> {
  const answer = await askLine(`Which license (${licenseIds.join(', ')})? Nothing leaves it to you:`)
  return licenseIds.find((id) => id.toLowerCase() === answer.toLowerCase())
}
