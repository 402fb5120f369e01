import { readlinkSync } from 'node:fs'
import { join } from 'node:path'

const mostHops = 8
const mostFollowed = 10_000

/** Folders that agents read. */
const ofAgents =
  /^\.(agents|claude|codex|cursor|gemini|github|opencode|windsurf|kiro|junie)\/(skills|commands|agents|rules)(\/[^/]+)?$/

/**
 * Links to plain files of the same repository, each with that file. Links that lead outside, to a directory, in a
 * circle or nowhere are left out, because nothing outside of the repository may be read. Only where agents look for
 * skills, a link to a directory stands for its files.
 */
export function followLinks(root: string, links: readonly string[], files: ReadonlySet<string>): Map<string, string> {
  const all = new Set(links)
  const found = new Map<string, string>()
  for (const link of links) {
    let path: string | undefined = link
    for (let hop = 0; path !== undefined && all.has(path) && hop < mostHops; hop++) path = targetOf(root, path)
    if (path !== undefined && files.has(path)) found.set(link, path)
    else if (path && ofAgents.test(link) && found.size < mostFollowed) {
      // An agent finds there what is kept for all of them.
      for (const file of files)
        if (found.size < mostFollowed && file.startsWith(`${path}/`)) found.set(link + file.slice(path.length), file)
    }
  }
  return found
}

/** Where a link leads, from the root; `undefined` when that is outside or cannot be read. */
function targetOf(root: string, link: string): string | undefined {
  let target: string
  try {
    target = readlinkSync(join(root, link))
  } catch {
    return undefined
  }
  if (target.startsWith('/')) return undefined
  const segments = link.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') {
      if (segments.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') segments.push(part)
  }
  return segments.join('/')
}
