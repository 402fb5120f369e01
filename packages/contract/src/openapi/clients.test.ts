import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTypeScript, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import typescript from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from './document.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-client-'))
  const url = 'https://muster.example.com'
  const document = JSON.stringify(openApiDocument({ apiUrl: url, appUrl: url, version: '1.2.3' }))
  await writeFile(join(folder, 'api.ts'), COMMENT_HEADER + astToString(await openapiTypeScript(document)))
  return () => rm(folder, { recursive: true, force: true })
})

/** The faults that a compiler finds in a program that uses the generated types. */
async function faultsOf(program: string): Promise<string[]> {
  const file = join(folder, 'program.ts')
  await writeFile(file, `import type { operations } from './api.ts'\n${program}`)
  const compiled = typescript.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: typescript.ModuleKind.NodeNext,
    target: typescript.ScriptTarget.ES2023,
    types: [],
  })
  return typescript
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('types that a generator makes of the document', () => {
  it('take a limit as a number and as a text', async () => {
    const program = `
      type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>
      export const byNumber: Query<'sessions.list'> = { limit: 3 }
      export const byText: Query<'sessions.list'> = { limit: '3', cursor: 'abc' }
      export const ofReports: Query<'reports.list'> = { limit: 500 }
      export const ofUsers: Query<'analytics.users'> = { startDate: '2026-03-01', endDate: '2026-03-31', limit: 100 }
    `
    expect(await faultsOf(program)).toEqual([])
  })

  it('refuse what the interface refuses', async () => {
    const program = `
      export const query: operations['sessions.list']['parameters']['query'] = { limit: true }
      export const body: operations['sessions.create']['requestBody']['content']['application/json'] = {}
    `
    expect(await faultsOf(program)).toHaveLength(2)
  })
})
