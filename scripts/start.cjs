// `npm start` begins here, in JavaScript that every Node understands, so that whoever is too early or has an old Node
// is told what to do. Everything else is in packages/server/src/main.ts.
const { spawn, spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { dependencies } = require('../package.json')

const root = join(__dirname, '..')
const needed = Number.parseInt(dependencies.node, 10)

if (!existsSync(join(root, 'node_modules'))) {
  refuse('Muster is not installed yet. Run this first: npm ci')
} else if (Number.parseInt(process.versions.node, 10) < needed) {
  refuse(
    `This is Node ${process.versions.node}, and Muster needs ${needed} or later, which npm ci brings along. Run npm ci with ` +
      'npm 10 or later and without --ignore-scripts, then npm start.',
  )
} else {
  start().catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    refuse(`A part of Muster is not installed (${error.message.split('\n')[0]}). Run: npm ci`)
  })
}

async function start() {
  const isService = process.argv.slice(2).every((argument) => argument === '--demo')
  if (isService) await buildWhatChanged()
  await import('../packages/server/src/main.ts')
}

/** In processes of their own, so that what a build needs does not stay with the service. */
async function buildWhatChanged() {
  const { webFolder } = await import('../packages/web/build/sources.ts')
  const { packagesFolder } = await import('./packing/sources.ts')
  const builder = { stdio: ['ignore', 2, 2] }
  // Nobody needs the packages in the first seconds, so the start does not wait for them.
  if (!packagesFolder.isUpToDate()) spawn(process.execPath, [join(root, 'scripts/packing/main.ts')], builder).unref()
  if (webFolder.isUpToDate()) return
  console.error('The sources of the web application have changed; it is built anew.')
  spawnSync(process.execPath, [join(root, 'packages/web/build/main.ts')], builder)
}

function refuse(sentence) {
  console.error(sentence)
  process.exitCode = 1
}
