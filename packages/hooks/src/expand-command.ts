/**
 * The command as the shell will see it, as far as variables in `values` and a leading `~/` of a word go. Only for
 * comparing commands with each other: what is run is the command as it was written. Between single quotes and behind
 * a backslash nothing is replaced, as in the shell.
 */
export function expandCommand(command: string, values: Readonly<Record<string, string>>): string {
  const home = values.HOME
  return command
    .trim()
    .replace(
      /\\[\s\S]|'[^']*'|\$\{(\w+)\}|\$(\w+)|(?<=^|[\s=:])~(?=\/)/g,
      (match, braced: string | undefined, bare: string | undefined) => {
        if (match === '~') return home ?? match
        const name = braced ?? bare
        return name !== undefined && Object.hasOwn(values, name) ? (values[name] ?? match) : match
      },
    )
}
