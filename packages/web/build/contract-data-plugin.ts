import { ControlSettings, hiddenSecret } from '@muster/contract/controls'
import { scopes } from '@muster/contract/enumerations'
import { rolesOfScope } from '@muster/contract/scope-roles'
import type { Plugin } from 'vite'

const rolesByScope = Object.fromEntries(scopes.map((scope) => [scope, rolesOfScope(scope)]))

/** Parts of the contract that pages read as data, without the library that they are written with. */
const modules: Readonly<Record<string, string>> = {
  '@muster/contract/controls': `export const hiddenSecret = ${JSON.stringify(hiddenSecret)}
export const ControlSettings = ${JSON.stringify(ControlSettings)}`,
  '@muster/contract/scope-roles': `const rolesByScope = ${JSON.stringify(rolesByScope)}
export const rolesOfScope = (scope) => rolesByScope[scope] ?? []`,
}

export function contractData(): Plugin {
  return {
    name: 'contract-data',
    enforce: 'pre',
    resolveId: (source) => (source in modules ? `\0${source}` : undefined),
    load: (source) => (source.startsWith('\0') ? modules[source.slice(1)] : undefined),
  }
}
