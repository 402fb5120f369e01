import { pathToFileURL } from 'node:url'
import { repositoryKey, withoutCredentials } from '@muster/contract/repository-url'

/** The address of a repository as people open it, without credentials, however the remote spells it. */
export function addressOf(remoteUrl: string | undefined, root: string): string {
  if (remoteUrl === undefined) return pathToFileURL(root).href
  const url = withoutCredentials(remoteUrl)
  if (/^(\/|\.|file:|[A-Za-z]:\\)/.test(url))
    return url.startsWith('file:') ? url : pathToFileURL(resolved(root, url)).href
  const key = repositoryKey(url)
  const hasPort = /^[^/]*:\d+\//.test(key)
  const scheme = /^(https?):\/\//i.exec(url)?.[1]?.toLowerCase()
  // The port of SSH is not that of the web, so such an address stays what it is.
  return `${hasPort ? (scheme ?? 'ssh') : scheme === 'http' ? 'http' : 'https'}://${key}`
}

/** Whether the address means something to others. */
export function isShared(address: string): boolean {
  return !address.startsWith('file:')
}

function resolved(root: string, path: string): string {
  return path.startsWith('.') ? `${root}/${path}` : path
}
