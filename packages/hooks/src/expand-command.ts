/**
 * Expands the variables in `values` and a leading `~/` of each word. Only for comparing commands: the command is run as
 * written. As in the shell, nothing is expanded in single quotes or after a backslash.
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
