import { repositoryKey } from './repository-url.ts'

const longestAddress = 2_000

/**
 * A repository as host, owner and name, for any spelling of its address: `github.com/example/repo` for
 * `https://user:secret@GitHub.com/example/repo.git` and for `git@github.com:example/repo`. Credentials are removed. A
 * local folder is reduced to its base name.
 */
export function repositoryNamed(given: string): string {
  const text = given.slice(0, longestAddress).trim()
  if (/^(?:file:|[/~.\\]|[a-z]:[/\\])/i.test(text)) return lastPart(text)
  return /[:@]/.test(text) ? repositoryKey(text) : text
}

function lastPart(path: string): string {
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  return name.endsWith('.git') ? name.slice(0, -'.git'.length) : name
}
