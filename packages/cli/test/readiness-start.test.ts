import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const command = new URL('../src/commands/prepare/readiness.ts', import.meta.url)

/** Prints the addresses of all modules that a module loads. */
const listLoaded = `
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      console.log(url)
      return next(url, context)
    },
  })
  await import(${JSON.stringify(command)})
`

test('an evaluation starts without the library of schemas, which has more modules than all the rest', () => {
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', listLoaded], { encoding: 'utf8' })
  const modules = loaded.trim().split('\n')
  expect(modules).toContain(command.href)
  expect(modules.filter((url) => url.includes('/typebox/'))).toEqual([])
})
