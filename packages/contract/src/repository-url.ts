/**
 * The parts of a repository's URL that identify it. `https://github.com/acme/app`, `git@GitHub.com:acme/app.git` and
 * `ssh://git@github.com:22/acme/app/` name the same repository.
 */
export function repositoryKey(url: string): string {
  const { host, path } = split(withoutCredentials(url))
  return `${host.toLowerCase()}/${path}`
}

/**
 * Removes passwords, because readers of reports must not see them: before the host, even one whose slash makes the URL
 * invalid, and in a query. The user in `ssh://git@host` is part of the address and stays.
 */
export function withoutCredentials(url: string): string {
  const text = url.trim()
  const withScheme = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(text)
  if (!withScheme) return text.replace(/^[^/@:]*:[^/@]*@/, '')
  const [, scheme = '', rest = ''] = withScheme
  const user = /^[^/?#]*@/.exec(rest)?.[0] ?? /^[^/?#@:[]+:(?!\d+(?:[/?#]|$)).*@/s.exec(rest)?.[0] ?? ''
  const kept = /ssh:\/\/$/i.test(scheme) && !user.includes(':') ? user : ''
  return scheme + kept + rest.slice(user.length).replace(/[?#].*$/s, '')
}

const defaultPorts: Record<string, string> = { https: '443', http: '80', ssh: '22', git: '9418' }

function split(url: string): { host: string; path: string } {
  const withScheme = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(?::(\d+))?\/?(.*)$/is.exec(url)
  if (withScheme) {
    const [, scheme = '', host = '', port, path = ''] = withScheme
    const isDefault = port === undefined || port === defaultPorts[scheme.toLowerCase()]
    return { host: isDefault ? host : `${host}:${port}`, path: cleanPath(path) }
  }
  const likeScp = /^(?:[^/@:]*@)?([^/:]+):(?!\/\/)(.*)$/s.exec(url)
  if (likeScp) return { host: likeScp[1] ?? '', path: cleanPath(likeScp[2] ?? '') }
  const [host = '', ...rest] = url.split('/')
  return { host, path: cleanPath(rest.join('/')) }
}

function cleanPath(path: string): string {
  return withoutSlashes(path.replace(/[?#].*$/s, '')).replace(/\.git$/i, '')
}

/** Removes slashes on both sides. A regular expression anchored at the end would try every position. */
function withoutSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (start < end && path.charAt(start) === '/') start++
  while (end > start && path.charAt(end - 1) === '/') end--
  return path.slice(start, end)
}
