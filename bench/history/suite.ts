import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeCommand } from '../../scripts/packing/write-command.ts'
import { pidOf } from '../child.ts'
import { describeMachine, machineLine } from '../machine.ts'
import type { Options } from '../options.ts'
import { residentBytes } from '../processes.ts'
import { median } from '../statistics.ts'
import { type Column, decimals, markdownTable, textTable, whole } from '../table.ts'
import { writeClaudeHistory, writeCodexHistory } from './generate.ts'

const runFile = promisify(execFile)
const bare = join(import.meta.dirname, 'bare-read.ts')
/** The peer: the program of ccusage that is compiled for this machine. */
const peerVersion = '20.0.24'
const targets = { peer: 2.5, againSeconds: 0.3, megabytes: 120 }

interface Measured {
  readonly name: string
  readonly bytes: number
  readonly first: readonly number[]
  readonly again: readonly number[]
  readonly line: readonly number[]
  readonly bare: readonly number[]
  readonly peer: readonly number[]
  readonly megabytes: number
}

/** `muster usage` on large made-up histories, beside ccusage and bare reading, all with a warm file cache. */
export async function run({ quick, markdown, json }: Options): Promise<void> {
  const rounds = quick ? 3 : 9
  const root = await mkdtemp(join(tmpdir(), 'muster-bench-history-'))
  try {
    const peer = await installPeer(root)
    const muster = await writeCommand(join(root, 'muster'))
    const claude = join(root, 'claude')
    const codex = join(root, 'codex')
    process.stderr.write('writing histories\n')
    const sizes = {
      claude: writeClaudeHistory(claude, quick ? 40 : 200),
      codex: writeCodexHistory(codex, quick ? 800 : 4000),
    }
    const measured: Measured[] = []
    for (const [name, home, bytes, mark, folder] of [
      ['Claude Code', claude, sizes.claude, '"type":"assistant"', '.claude'],
      ['Codex', codex, sizes.codex, '"token_count"', '.codex'],
    ] as const) {
      process.stderr.write(`measuring ${name}\n`)
      measured.push(await measure({ name, home, bytes, mark, folder, peer, muster, rounds, root }))
    }
    const figures = { machine: describeMachine(), rounds, peerVersion, measured }
    if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`)
    process.stdout.write(report(measured, rounds, markdown, quick))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function installPeer(root: string): Promise<string> {
  const name = `@ccusage/ccusage-${process.platform}-${process.arch}`
  await writeFile(join(root, 'package.json'), '{ "private": true }')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  await runFile('npm', ['install', ...options, `${name}@${peerVersion}`], { cwd: root })
  const program = join(root, 'node_modules', name, 'bin/ccusage')
  if (!existsSync(program)) throw new Error(`${name} has no program at bin/ccusage.`)
  await chmod(program, 0o755)
  return program
}

interface Place {
  readonly name: string
  readonly home: string
  readonly bytes: number
  readonly mark: string
  readonly folder: string
  readonly peer: string
  readonly muster: string
  readonly rounds: number
  readonly root: string
}

async function measure({ name, home, bytes, mark, folder, peer, muster, rounds, root }: Place): Promise<Measured> {
  const own = { ...process.env, HOME: join(root, `home-${folder}`), NODE_COMPILE_CACHE: join(root, 'compiled') }
  const index = join(own.HOME, '.muster/cache')
  const words = [muster, 'usage', '--home', home]
  const usage = (how: string) => timed(process.execPath, [...words, how], own)
  const environment = {
    ...process.env,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CODEX_HOME: join(home, '.codex'),
  }
  const peerWords = folder === '.codex' ? ['codex', 'daily', '--json', '--offline'] : ['daily', '--json', '--offline']
  const measured = {
    name,
    bytes,
    first: [] as number[],
    again: [] as number[],
    line: [] as number[],
    bare: [] as number[],
    peer: [] as number[],
  }
  await usage('--json')
  for (let round = 0; round < rounds; round += 1) {
    measured.bare.push(await timed(process.execPath, [bare, join(home, folder), mark], own))
    measured.peer.push(await timed(peer, peerWords, environment))
    await rm(index, { recursive: true, force: true })
    measured.first.push(await usage('--json'))
    measured.again.push(await usage('--json'))
    measured.line.push(await usage('--statusline'))
  }
  await rm(index, { recursive: true, force: true })
  return { ...measured, megabytes: await peakMegabytes(process.execPath, [...words, '--json'], own) }
}

/** The whole process, from start to end. */
async function timed(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now()
  await ended(spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }), args)
  return (performance.now() - begun) / 1000
}

/** The most memory at any time. It has a run of its own, because measuring takes time. */
async function peakMegabytes(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  let most = 0
  const timer = setInterval(() => {
    try {
      most = Math.max(most, residentBytes(pidOf(child)))
    } catch {
      // The process has already ended.
    }
  }, 5)
  await ended(child, args).finally(() => clearInterval(timer))
  return most / 1e6
}

async function ended(child: ChildProcess, args: readonly string[]): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
}

function report(measured: readonly Measured[], rounds: number, isMarkdown: boolean, quick: boolean): string {
  const titles = ['history', 'figure', 'median', 'target', '']
  const columns: Column[] = titles.map((title, index) => ({ title, align: index === 2 ? 'right' : 'left' }))
  const seconds = (runs: readonly number[]) => median(runs)
  const rows = measured.flatMap(({ name, bytes, first, again, line, bare: bares, peer, megabytes }) => {
    const label = `${name}, ${whole(bytes / 1e6)} MB`
    const judged = (figure: string, value: number, target: number, unit = '') => [
      label,
      figure,
      `${decimals(value, 2)}${unit}`,
      `≤ ${target}${unit}`,
      value <= target ? 'met' : 'missed',
    ]
    const plain = (figure: string, value: number) => [label, figure, `${decimals(value, 2)} s`, '', '']
    return [
      plain('muster usage, everything read', seconds(first)),
      plain(`ccusage ${peerVersion}, compiled`, seconds(peer)),
      plain('reading, and parsing the lines that matter', seconds(bares)),
      plain('muster usage --statusline, with its index', seconds(line)),
      judged('beside ccusage', seconds(first) / seconds(peer), targets.peer),
      judged('again, with its index', seconds(again), targets.againSeconds, ' s'),
      judged('most memory', megabytes, targets.megabytes, ' MB'),
    ]
  })
  const head = `${new Date().toISOString().slice(0, 10)}, \`npm run bench -- history${quick ? ' --quick' : ''}\`: ${machineLine(describeMachine())}; ${rounds} rounds, warm.`
  return `${head}\n\n${(isMarkdown ? markdownTable : textTable)(columns, rows)}\n`
}
