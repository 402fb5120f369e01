import { describe, expect, it } from 'vitest'
import { helpText } from '../src/command-line/help.ts'
import { loadNodes, locate } from '../src/command-line/locate.ts'
import { isGroup, tree } from '../src/command-line/tree.ts'
import { muster } from './run-muster.ts'

async function allPaths(): Promise<string[][]> {
  const nodes = await loadNodes(Object.keys(tree))
  return Object.entries(nodes).flatMap(([name, node]) =>
    isGroup(node) ? [[name], ...Object.keys(node.commands).map((verb) => [name, verb])] : [[name]],
  )
}

describe('--help', () => {
  it('has a page in 80 columns for every command, with examples that name it', async () => {
    const paths = [[], ...(await allPaths())]
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) {
      const page = helpText(locate(path, await loadNodes(path)), 80)
      expect(page).toContain(`Usage: ${['muster', ...path].join(' ')}`)
      expect(page.split('\nExamples:\n')[1]).toContain(['muster', ...path].join(' '))
      for (const line of page.split('\n')) expect([line, line.length <= 80]).toEqual([line, true])
    }
  })

  it('writes the values of options in capitals', async () => {
    const rows: string[] = []
    for (const path of await allPaths()) {
      const page = helpText(locate(path, await loadNodes(path)), 80)
      rows.push(...(page.match(/^ {2}(?:-\w,| {3}) --\S+(?: \S+)?/gm) ?? []))
    }
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter((row) => !/--[a-z-]+(?: [A-Z=]+)?$/.test(row))).toEqual([])
  })

  it('ends with 0 and prints nothing else, for every command', async () => {
    const ends = await Promise.all(
      Object.keys(tree).map(async (name) => [name, await muster([name, '--help'])] as const),
    )
    for (const [name, ended] of ends) {
      expect([name, ended]).toEqual([
        name,
        { code: 0, stdout: expect.stringContaining(`Usage: muster ${name}`), stderr: '' },
      ])
    }
  })

  it('is shown without arguments, by -h and by help', async () => {
    const { stdout } = await muster(['--help'])
    expect(await muster(['help'])).toEqual({ code: 0, stdout, stderr: '' })
    expect((await muster(['help', 'keys', 'create'])).stdout).toContain('Usage: muster keys create <name>')
    expect(await muster([])).toEqual({ code: 0, stdout, stderr: '' })
    expect(await muster(['-h'])).toEqual({ code: 0, stdout, stderr: '' })
    expect(stdout).toContain('130  Interrupted')
  })

  it('warns of a key on the command line', async () => {
    expect((await muster(['login', '--help'])).stdout).toContain('history of your shell')
  })

  it('gives way to --version and to errors about unknown commands', async () => {
    expect((await muster(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await muster(['nonsense', '--help'])).toMatchObject({ code: 2 })
  })

  it('has the same summary in the list of commands and on the page of each command', async () => {
    for (const [name, { summary, load }] of Object.entries(tree)) {
      const node = await load()
      expect([name, node.summary.startsWith(summary)]).toEqual([name, true])
    }
  })
})
