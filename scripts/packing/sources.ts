import { BuiltFolder } from '../built-folder.ts'

/** The packages that the service sends to those who install its command and its libraries. */
export const packagesFolder = new BuiltFolder('dist/packages', [
  'LICENSE',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/{built-folder.ts,packing/**}',
  'packages/{cli,computer,contract,history,hooks,mcp,readiness,sdk}/{package.json,README.md,src/**}',
  'packages/cli/completion/**',
  'clients/python/{README.md,muster/*}',
])
