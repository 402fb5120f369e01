import type { PermissionOption } from '@muster/contract/permission'
import { type Loose, listOf, textOf } from '../acp/loose.ts'

const kinds: readonly PermissionOption['kind'][] = ['allow_once', 'allow_always', 'reject_once', 'reject_always']

/** The options that the agent offers, except those without an id or of an unknown kind, which cannot be chosen. */
export function readOptions(params: Loose): PermissionOption[] {
  return listOf(params.options).flatMap((option) => {
    const id = textOf(option.optionId)
    const kind = kinds.find((each) => each === option.kind)
    return id === undefined || kind === undefined ? [] : [{ id, kind, name: textOf(option.name) ?? id }]
  })
}

/** The offered option for this verdict; "once" is preferred to "always". */
export function optionFor(
  verdict: 'allow' | 'reject',
  options: readonly PermissionOption[],
): PermissionOption | undefined {
  const wanted = [`${verdict}_once`, `${verdict}_always`]
  return wanted.map((kind) => options.find((option) => option.kind === kind)).find(Boolean)
}

/**
 * If there are forbidden commands, "allow always" is not offered: the agent would not ask about further commands.
 */
export function offeredToPeople(options: readonly PermissionOption[], hasDenylist: boolean): PermissionOption[] {
  const once = options.filter(({ kind }) => kind !== 'allow_always')
  return hasDenylist && once.some(({ kind }) => kind === 'allow_once') ? once : [...options]
}
