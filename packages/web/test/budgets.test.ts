import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { webFolder } from '../build/sources.ts'
import { languages } from '../src/run/sessions/highlight/languages.ts'
import { ensureBuilt } from './built-web.ts'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
}

const entryBytes = 170 * 1024
const routeBytes = 40 * 1024
const colorBytes = 20 * 1024

let chunks: Readonly<Record<string, Chunk>> = {}
beforeAll(async () => {
  await ensureBuilt()
  chunks = JSON.parse(readFileSync(join(webFolder.path, 'manifest.json'), 'utf8'))
})

/** All files that must be there before this one can run. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  if (!chunk || seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const next of chunk.imports ?? []) filesOf(next, seen)
  return seen
}

function gzipped(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + readFileSync(join(webFolder.path, `${file}.gz`)).length, 0)
}

describe('what a browser has to load, compressed', () => {
  it('is at most 170 KB before the first page', () => {
    const [entry] = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
    expect(gzipped(filesOf(entry ?? ''))).toBeLessThan(entryBytes)
  })

  it('is at most 40 KB more for each page', () => {
    const [entry] = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
    const loaded = filesOf(entry ?? '')
    const pages = Object.keys(chunks).filter((name) => chunks[name]?.isDynamicEntry && name.endsWith('/page.tsx'))
    expect(pages.length).toBeGreaterThan(5)
    const tooLarge = pages
      .map((name) => [name, gzipped([...filesOf(name)].filter((file) => !loaded.has(file)))] as const)
      .filter(([, bytes]) => bytes > routeBytes)
    expect(tooLarge).toEqual([])
  })

  it('is at most 40 KB more for the messages of a conversation', () => {
    const [entry] = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
    const loaded = filesOf(entry ?? '')
    const files = [...filesOf('src/run/sessions/conversation/messages.tsx')].filter((file) => !loaded.has(file))
    expect(files).not.toEqual([])
    expect(gzipped(files)).toBeLessThan(routeBytes)
  })

  it('is at most 20 KB more for the colours of a code, whatever its language', () => {
    const files = (name: string) => globSync(`assets/${name}-*.js`, { cwd: webFolder.path })
    const [worker = ''] = files('worker')
    for (const language of languages) {
      const grammar = files(language)
      expect(grammar).not.toEqual([])
      expect(gzipped([worker, ...grammar])).toBeLessThan(colorBytes)
    }
  })
})
