#!/usr/bin/env node
// The command as others install it. Plain and old JavaScript, because any Node may start it.
const { mkdirSync } = require('node:fs')
const http = require('node:http')
const nodeModule = require('node:module')
const { homedir } = require('node:os')
const { join } = require('node:path')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`muster needs Node 22.13 or newer; this is ${process.version}.`)
  process.exit(1)
}
// The cache holds code that is run: it belongs into a directory that only this user can write to.
nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE || cacheDirectory())
const words = process.argv.slice(2)
const isHook = words[0] === 'hooks' && words[1] === 'run' && !words.includes('--help') && !words.includes('-h')
if (!http.setGlobalProxyFromEnv) startWithProxies()
// Agents start this one for every tool call, so it goes around all that a person needs.
if (isHook) {
  require('../dist/run-hook.js').runHook(words.slice(2))
} else {
  require('../dist/main.js').main(words)
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

// Node 22 reads the variables of proxies only when it starts.
function startWithProxies() {
  const { env } = process
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  if (env.NODE_USE_ENV_PROXY || !names.some((name) => env[name])) return
  env.NODE_USE_ENV_PROXY = '1'
  // What runs on this machine is not behind a proxy.
  env.NO_PROXY = [env.no_proxy || env.NO_PROXY, 'localhost', '127.0.0.1', '::1', '[::1]'].filter(Boolean).join()
  env.no_proxy = env.NO_PROXY
  // A hook sends nothing itself, and what it starts for that has the variable.
  if (isHook || !process.execve) return
  const quiet = '--disable-warning=UNDICI-EHPA'
  process.execve(process.execPath, [process.execPath, quiet, ...process.execArgv, ...process.argv.slice(1)], env)
}
