/** What other programs act on by themselves, outside of the sandbox, as data. All paths are relative. */

/** Folders of a project whose content agents and editors run: hooks, servers, tasks, plugins. */
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

/** The same in single files. */
export const projectFiles = ['.envrc', '.mcp.json', 'opencode.json', 'opencode.jsonc']

/** In the folder of a repository: what git runs, and what would lead it to another folder with such settings. */
export const gitFolders = ['hooks']
export const gitFiles = ['config', 'config.worktree', 'commondir', 'gitdir']

/** Folders of the home that build tools fill. A computer has its own, which only its confined agents use. */
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

/** Variables that would lead tools to folders that they cannot use. */
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
 * Folders of the home that are shown as the home itself is: without sockets, also without those that come later, and what
 * is new in them stays in memory. They have sockets, or programs beside what is replaced.
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
