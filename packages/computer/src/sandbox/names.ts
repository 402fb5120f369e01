/** Paths that other programs act on by themselves, outside the sandbox, as data. All paths are relative. */

/** Folders of a project from which agents and editors run code: hooks, servers, tasks, plugins. */
export const projectFolders = [
  '.claude',
  '.codex',
  '.cursor',
  '.gemini',
  '.github/hooks',
  '.husky',
  '.idea',
  '.muster',
  '.opencode',
  '.qwen',
  '.vscode',
  '.zed',
]

/** Single files with the same risk. */
export const projectFiles = ['.envrc', '.mcp.json', 'opencode.json', 'opencode.jsonc']

/** In a git folder: what git runs, and what would direct git to another folder with such settings. */
export const gitFolders = ['hooks']
export const gitFiles = ['config', 'config.worktree', 'commondir', 'gitdir']

/** Cache folders of build tools in the home. A computer has its own ones, which only its sandboxed agents use. */
export const caches = [
  '.bun/install/cache',
  '.cache',
  '.cargo/git',
  '.cargo/registry',
  '.gradle/.tmp',
  '.gradle/caches',
  '.gradle/daemon',
  '.gradle/native',
  '.gradle/notifications',
  '.gradle/workers',
  '.gradle/wrapper',
  '.ivy2',
  '.local/share/pnpm/store',
  '.local/state',
  '.m2/repository',
  '.npm/_cacache',
  '.npm/_logs',
  '.nuget/packages',
  '.yarn/berry',
  'go/pkg',
]

/** Variables that would direct tools to folders that do not exist in the sandbox. */
export const misleadingVariables = [
  'GOCACHE',
  'GOMODCACHE',
  'PIP_CACHE_DIR',
  'UV_CACHE_DIR',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_STATE_HOME',
  'YARN_CACHE_FOLDER',
  'npm_config_cache',
]

/**
 * Folders of the home that are shown like the home itself: without sockets, including later ones, and with writes kept
 * in memory. They contain sockets, or programs next to the replaced parts.
 */
export const inMemory = [
  '.1password',
  '.colima',
  '.colima/default',
  '.config',
  '.config/Code',
  '.config/opencode',
  '.docker',
  '.docker/desktop',
  '.docker/run',
  '.emacs.d',
  '.gnupg',
  '.lima',
  '.local/share/containers/podman/machine',
  '.npm',
  '.npm/_npx',
  '.orbstack/run',
  '.rd',
  '.ssh',
  '.ssh/agent',
  '.vscode-server',
]
