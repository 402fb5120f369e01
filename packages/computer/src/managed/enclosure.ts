import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../agent/detect.ts'
import type { AgentPreset } from '../agent/preset.ts'
import type { Enclosure } from '../sandbox/enclosed.ts'
import type { ManagedPlace } from './managed-place.ts'

/** Where distributions install programs and their settings. */
const ofSystem = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/nix']

/**
 * The files that an agent of a managed computer sees: programs, and nothing of the host's people and services. A
 * program outside the system folders, such as ours, is shown with the folder of its installation.
 */
export function enclosureFor(at: ManagedPlace, preset: AgentPreset, env: NodeJS.ProcessEnv): Enclosure {
  const program = findProgram(preset.command, env)
  const programs = [process.execPath, ...(program === undefined ? [] : [program])]
  const folders = [...programs.flatMap((path) => [dirname(path), installedIn(realpathSync(path))]), ...ourFolders()]
  const outside = [...new Set(folders)].filter((path) => !ofSystem.some((each) => `${path}/`.startsWith(`${each}/`)))
  const shown = [...ofSystem.flatMap(show), ...outside.flatMap(show)]
  return { arguments: [...shown, '--ro-bind', at.passwd, '/etc/passwd', '--tmpfs', at.ofService] }
}

/** The demo agent is part of our packages, which are in sibling folders; their dependencies are in `node_modules`. */
function ourFolders(): string[] {
  const here = fileURLToPath(import.meta.url)
  const packages = here.slice(0, here.indexOf('/computer/src/'))
  return here.includes('/node_modules/') ? [installedIn(here)] : [packages, join(dirname(packages), 'node_modules')]
}

/** The folder of a program, or the outermost enclosing `node_modules`, which contains its dependencies. */
function installedIn(path: string): string {
  const end = path.indexOf('/node_modules/')
  return end === -1 ? dirname(path) : join(path.slice(0, end), 'node_modules')
}

function show(path: string): string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}
