/**
 * A text of XML without all elements of some names, each of which stands alone in its tag. A pattern would look for the
 * end from each beginning anew, and take minutes for a hostile text.
 */
export function withoutElements(text: string, ...names: readonly string[]): string {
  return names.reduce(without, text)
}

/** What stands in the first element of a name; `''` if there is none. */
export function insideElement(text: string, name: string): string {
  const [start, end] = placeOf(text, name, 0) ?? [0, 0]
  return text.slice(start, end)
}

function without(text: string, name: string): string {
  const kept: string[] = []
  let from = 0
  for (let place = placeOf(text, name, from); place; place = placeOf(text, name, from)) {
    kept.push(text.slice(from, place[0] - name.length - 2))
    from = place[1] + name.length + 3
  }
  return kept.join('') + text.slice(from)
}

/** Where the content of an element begins and ends. */
function placeOf(text: string, name: string, from: number): readonly [start: number, end: number] | undefined {
  const start = text.indexOf(`<${name}>`, from)
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : [start + name.length + 2, end]
}
