import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@muster/sdk'
import { startService } from '../../bench/service.ts'

/**
 * `npm run fuzz` lets Schemathesis make up requests for every operation of the OpenAPI document, as each role, against a
 * service of its own. It fails if an answer is one that the document does not promise, or if a role's key did not survive.
 */
const root = resolve(import.meta.dirname, '../..')
const wanted = 'schemathesis==4.32.5'
const roles = ['owner', 'manager', 'member', 'guest'] as const

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    role: { type: 'string', multiple: true, default: [...roles] },
  },
})

/**
 * A stream of events has no end, and Schemathesis takes the text of a YAML file for what it says. `fuzz.test.ts` of the
 * service calls these too.
 */
const leftOut = '/events(/sessions)?$|/openapi.yaml$'
const checks = ['no_undocumented_failure', 'status_code_conformance', 'response_schema_conformance']

const operatorKey = `operator_${crypto.randomUUID()}`
// Controls are among what is made up: an invented list of addresses would lock everybody out.
const settings = { MUSTER_OPERATOR_KEY: operatorKey, MUSTER_NETWORK_POLICY: 'ignore', MUSTER_LOG_LEVEL: 'error' }
const program = installSchemathesis()
const service = await startService({ settings })
let failures = 0
try {
  const baseUrl = `http://127.0.0.1:${service.port}`
  for (const role of roles.filter((name) => values.role.includes(name))) {
    const { key, kept } = await newPerson(baseUrl, role)
    console.log(`\n# As ${role}, with --seed ${values.seed} --examples ${values.examples}`)
    failures += await fuzz(baseUrl, key, kept)
    const { user } = await createClient({ baseUrl, apiKey: key }).organization.me()
    if (user.role !== role) throw new Error(`The ${role} became a ${user.role}, so its answers say little.`)
  }
} finally {
  await service.stop()
}
process.exitCode = failures > 0 ? 1 : 0

/** A person with this role in an organization of their own, and the ids without which their key would end. */
async function newPerson(baseUrl: string, role: (typeof roles)[number]) {
  const operator = createClient({ baseUrl, apiKey: operatorKey })
  const first = await operator.operator.createOrganization({ name: `as ${role}`, ownerEmail: 'first@example.com' })
  const owner = createClient({ baseUrl, apiKey: first.apiKey })
  const user = await owner.users.invite({ email: 'fuzz@example.com', role })
  const { id, key } = await owner.apiKeys.create({ name: 'fuzz', userId: user.id })
  const [, firstKeyId = ''] = first.apiKey.split('_')
  return { key, kept: [first.owner.id, firstKeyId, user.id, id] }
}

async function fuzz(baseUrl: string, key: string, kept: readonly string[]): Promise<number> {
  const args = ['run', `${baseUrl}/openapi.json`, '--header', `Authorization:Bearer ${key}`, '--checks', checks.join()]
  args.push('--phases', 'examples,coverage,fuzzing', '--exclude-path-regex', leftOut, '--continue-on-failure')
  args.push('--seed', values.seed, '--max-examples', values.examples, '--workers', '2', '--request-timeout', '30')
  args.push('--warnings', 'off', '--no-color')
  const env = { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'checks.py'), FUZZ_KEPT: kept.join() }
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    cwd: join(root, 'node_modules/.cache'),
  })
  const [code] = await once(child, 'exit')
  return code === 0 ? 0 : 1
}

/** The program, in an environment of its own that stays until the next `npm ci`. */
function installSchemathesis(): string {
  const folder = join(root, 'node_modules/.cache', wanted)
  const found = join(folder, 'bin/schemathesis')
  if (existsSync(found)) return found
  try {
    execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' })
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wanted]
    execFileSync(join(folder, 'bin/python'), install, { stdio: 'inherit' })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return found
}
