/**
 * The parts of a repository's URL that tell it from others. `https://github.com/acme/app`, `git@GitHub.com:acme/app.git`
 * and `ssh://git@github.com:22/acme/app/` name the same repository.
 */
export function repositoryKey(url: string): string {
  const { host, path } = split(withoutCredentials(url.trim()))
  return `${host.toLowerCase()}/${path}`
}

/** Whoever may read reports must not find a password in them. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, (match, scheme: string) =>
    /^ssh:\/\/[^:@/]+@$/i.test(match) ? match : scheme,
  )
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
  return path
    .replace(/[?#].*$/s, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '')
}
