import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What each package may import of ours. Nothing imports the server. */
const packageRules: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  sdk: ['contract'],
  demo: ['contract'],
  server: ['contract', 'demo', 'mcp'],
  web: ['contract', 'sdk'],
  hooks: ['contract'],
  readiness: ['contract'],
  history: ['contract'],
  computer: ['contract', 'hooks'],
  mcp: ['contract', 'sdk'],
  cli: ['contract', 'sdk', 'hooks', 'readiness', 'computer', 'history', 'mcp'],
}

/** The wings of the server, and which of them each may import, besides itself. */
const wings: Readonly<Record<string, readonly string[]>> = {
  ground: [],
  govern: ['ground'],
  know: ['ground', 'govern'],
  prepare: ['ground', 'govern'],
  money: ['ground', 'govern', 'know'],
  run: ['ground', 'govern', 'know', 'money'],
  http: ['ground', 'govern'],
  api: ['ground', 'govern', 'know', 'prepare', 'money', 'run', 'http'],
  start: ['ground', 'govern', 'know', 'prepare', 'money', 'run', 'http', 'api'],
  'main.ts': ['start'],
}

/** Rooms of a wing from the top down: each may import what stands below it, and its own. */
const rooms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ground: [['config'], ['database'], ['platform']],
  govern: [['organizations'], ['users'], ['browser-sessions'], ['keys', 'controls', 'people'], ['audit']],
  know: [['spend'], ['ingest', 'analytics'], ['quality'], ['events']],
  run: [
    ['attach'],
    ['relay', 'watch', 'managed'],
    ['turns'],
    ['messages'],
    ['sessions'],
    ['computers'],
    ['metering', 'webhooks'],
  ],
}

interface Import {
  readonly from: string
  readonly to: string
}

const sources = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !isTest(path))
const imports = sources.flatMap(importsOf)

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/') || path.endsWith('/test-postgres.ts')
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8')
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return specifiers.map((specifier) => ({
    from,
    to: specifier.startsWith('.') ? relative(root, join(root, dirname(from), specifier)) : specifier,
  }))
}

/** A file of the server, and everything that is loaded before it runs. */
function loadedWith(start: string): Set<string> {
  const loaded = new Set([start])
  for (const from of loaded) {
    if (!sources.includes(from)) continue
    const text = readFileSync(join(root, from), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export)\b(?! type\b)[^;'()]*?\bfrom '([^']+)'/gm)) {
      loaded.add(specifier.startsWith('.') ? relative(root, join(root, dirname(from), specifier)) : specifier)
    }
  }
  return loaded
}

function inServer(path: string): string | undefined {
  return /^packages\/server\/src\/(.*)$/.exec(path)?.[1]
}

/** Where a room is in its wing; undefined for wings without an order. */
function levelOf(wing = '', room = ''): number | undefined {
  return rooms[wing]?.findIndex((level) => level.includes(room))
}

function asText({ from, to }: Import): string {
  return `${from} → ${to}`
}

describe('the import graph', () => {
  it('finds the sources it is about', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
  })

  it('lets each package import only the packages below it', () => {
    const wrong = imports.filter(({ from, to }) => {
      const own = from.split('/')[1] ?? ''
      const target = /^@muster\/(\w+)/.exec(to)?.[1] ?? /^packages\/(\w+)\//.exec(to)?.[1]
      return target !== undefined && target !== own && !packageRules[own]?.includes(target)
    })
    expect(wrong.map(asText)).toEqual([])
  })

  it('has a wing for every file of the server, and a level for every room', () => {
    const homeless = sources.filter((path) => {
      const [wing = '', room] = inServer(path)?.split('/') ?? ['ground', 'platform']
      return !wings[wing] || levelOf(wing, room) === -1
    })
    expect(homeless).toEqual([])
  })

  it('lets the wings of the server, and the rooms of a wing, import downward only', () => {
    const wrong = imports.filter((edge) => {
      const [wing = '', room] = inServer(edge.from)?.split('/') ?? []
      const [otherWing = '', otherRoom] = inServer(edge.to)?.split('/') ?? []
      if (!wings[wing] || !wings[otherWing]) return false
      if (wing !== otherWing) return !wings[wing].includes(otherWing)
      return room !== otherRoom && Number(levelOf(wing, room)) >= Number(levelOf(wing, otherRoom))
    })
    expect(wrong.map(asText)).toEqual([])
  })

  it('lets the layers of readiness import downward only', () => {
    const layers = ['repository', 'catalog', 'facts', 'applications', 'judge', 'fix']
    const layerOf = (path: string) => layers.indexOf(/^packages\/readiness\/src\/(\w+)\//.exec(path)?.[1] ?? '')
    const wrong = imports.filter(({ from, to }) => layerOf(from) >= 0 && layerOf(from) < layerOf(to))
    expect(wrong.map(asText)).toEqual([])
  })

  it('keeps the rooms of ingest apart', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [room, target] = [from, to].map((path) => /\/ingest\/(\w+)\//.exec(path)?.[1])
      return room !== undefined && target !== undefined && room !== target && target !== 'vocabulary'
    })
    expect(wrong.map(asText)).toEqual([])
  })

  it('keeps the SQL of a folder private to it', () => {
    const wrong = imports.filter(
      ({ from, to }) => /^packages\/server\/.*[/-]repository\.ts$/.test(to) && dirname(from) !== dirname(to),
    )
    expect(wrong.map(asText)).toEqual([])
  })

  it('lets only what starts the service and api/ know HTTP, and only http/ know Fastify', () => {
    const wrong = imports.filter(({ from, to }) => {
      const path = inServer(from) ?? ''
      if (inServer(to)?.startsWith('http/')) return !/^(start|api|http)\//.test(path)
      return to === 'fastify' && !/^http\//.test(path)
    })
    expect(wrong.map(asText)).toEqual([])
  })

  it('has no cycles', () => {
    const targets = new Map<string, string[]>()
    for (const { from, to } of imports) if (sources.includes(to)) targets.set(from, [...(targets.get(from) ?? []), to])
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]) => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (done.has(path) || trail.includes(path)) return
      for (const next of targets.get(path) ?? []) visit(next, [...trail, path])
      done.add(path)
    }
    for (const path of sources) visit(path, [])
    expect(cycles).toEqual([])
  })

  it('starts the service without what few installations use', () => {
    const loaded = loadedWith('packages/server/src/start/run.ts')
    expect(loaded).toContain('packages/server/src/start/app.ts')
    const rare = [...loaded].filter((to) =>
      /^@muster\/mcp\/|^yaml$|\/demo\/load-demo|\/api\/grpc\/|^@modelcontextprotocol\//.test(to),
    )
    expect(rare).toEqual([])
  })

  it('has no file that is named after nothing in particular', () => {
    const vague = sources.filter((path) => /\/(utils?|helpers?|common|shared|misc|index)(\/|\.ts$)/.test(path))
    expect(vague).toEqual([])
  })

  it('reads the environment in one place of the server', () => {
    const readers = sources.filter(
      (path) => inServer(path) && /process\.env\b/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(readers).toEqual(['packages/server/src/start/run.ts'])
  })
})
