#!/usr/bin/env node
// Plain JavaScript, because any Node may start it: one that runs no TypeScript hands over to the one that npm installed.
import { mkdirSync, realpathSync } from 'node:fs'
import nodeModule from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const runsTypeScript = Boolean(process.features.typescript) && Number(process.versions.node.split('.')[0]) >= 24

if (runsTypeScript) {
  // The cache holds code that is run: it belongs into a directory that only this user can write to.
  nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE ?? cacheDirectory())
  const words = process.argv.slice(2)
  // Agents start this one for every tool call, so it goes around all that a person needs, and is loaded in one go:
  // `import` would wait for every file by itself.
  if (words[0] === 'hooks' && words[1] === 'run' && !words.includes('--help') && !words.includes('-h')) {
    const { runHook } = nodeModule.createRequire(import.meta.url)('../src/run-hook.ts')
    await runHook(words.slice(2))
  } else {
    const { main } = await import('../src/main.ts')
    await main(words)
  }
} else {
  await handOver(findNode())
}

function cacheDirectory() {
  const directory = join(homedir(), '.muster', 'cache')
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch {
    // Without a home that can be written to, starting takes a little longer.
  }
  return directory
}

function findNode() {
  try {
    const found = realpathSync(nodeModule.createRequire(import.meta.url).resolve('node/bin/node'))
    if (found !== realpathSync(process.execPath)) return found
  } catch {
    // Told below.
  }
  console.error(`muster needs Node 24 or newer; this is ${process.version}. Run \`npm ci\`, which brings one along.`)
  process.exit(1)
}

async function handOver(node) {
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`muster could not start ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}
