/** The short name of a repository: the end of its address. */
export function repositoryName(url: string): string {
  const path = url.replace(/^[a-z+]+:\/\/[^/]*\//i, '').replace(/^[^/@]*@[^:/]*:/, '')
  const name = path.replace(/\.git$/, '').replace(/\/+$/, '')
  return name || url
}
