/** The part of TypeDoc that is used here. */
interface Application {
  readonly converter: { on(event: 'resolveBegin', handler: (context: Context) => void): void }
}

interface Context {
  readonly project: { readonly children?: { name: string }[] }
}

/** A plugin of TypeDoc that calls modules what people import, and not where their sources are. */
export function load({ converter }: Application): void {
  converter.on('resolveBegin', ({ project: { children = [] } }) => {
    for (const module of children) module.name = importName(module.name)
  })
}

/** `sdk/src/client` is the main module of its package; the others are named by their path in it. */
function importName(source: string): string {
  const [name = '', path = ''] = source.split('/src/')
  return ['client', 'hooks'].includes(path) ? `@muster/${name}` : `@muster/${name}/${path}`
}
