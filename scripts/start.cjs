// `npm start` begins here, in JavaScript that every Node understands, so that whoever is too early or has an old Node
// is told what to do. Everything else is in packages/server/src/main.ts.
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
  import('../packages/server/src/main.ts').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    refuse(`A part of Muster is not installed (${error.message.split('\n')[0]}). Run: npm ci`)
  })
}

function refuse(sentence) {
  console.error(sentence)
  process.exitCode = 1
}
