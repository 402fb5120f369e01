/** Keys of pipelines whose values are words for people, names that other parts use, or conditions. */
const silent =
  /^(name|id|title|description|displayName|labels?|if|condition|needs|requires|depends_?on|dependsOn|waitFor|concurrency(_group)?|group|permissions|runs-on|job|stage|key|restore-keys|(prefix|shared|cache)-key|message|commit[-_]message|body|filters|only|except|changes|tags|assignees|reviewers|secrets|working-directory|paths(-ignore)?|(direct_|custom_)?prompt)$/i

/** At the top of a file: when it starts, and what it is called. */
const silentAtTop = /^(on|run-name|trigger|pr|schedules)$/

/** Cloud Build and Tekton call by this key what they run. */
const runsNames = /cloudbuild[^/]*\.ya?ml$|^\.tekton\//

/** Only here are they no variables. */
const silentForGithub = /^(environment|outputs)$/

const entry = /^(\s*)((?:-[ \t]+)*)["']?([\w.-]+)["']?:(?:[ \t]+(.*))?$/
const literal = /^[|>][-+\d]*[ \t]*$/

/** What a host hands over. A variable that takes it is called after its user, and runs nothing. */
const handedOver = /^["']?\$\{\{[^}]*\b(?:secrets|vars)\.[^}]*\}\}["']?\s*$/

/**
 * What a pipeline in YAML runs: its commands, its actions, and what these are given. A step may be called like a tool that
 * it does not start, so that names, titles, conditions, triggers and secrets are blanked. Lines keep their numbers.
 */
export function whatRuns(path: string, text: string): string {
  const isOfGithub = /^\.(github|forgejo|gitea)\//.test(path)
  const isSilent = (key: string, column: number) =>
    (silent.test(key) && !(/^name$/i.test(key) && runsNames.test(path))) ||
    (column === 0 && silentAtTop.test(key)) ||
    (isOfGithub && silentForGithub.test(key))
  /** The value that goes on in the next lines. */
  let open: { readonly column: number; readonly isSilent: boolean; readonly isList: boolean } | undefined
  let jobs: { column?: number } | undefined
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line
      const indent = line.search(/\S/)
      const isWithin = open && (indent > open.column || (open.isList && indent === open.column && line[indent] === '-'))
      if (open && isWithin) return open.isSilent ? '' : withoutWords(line)
      open = undefined
      const item = /^(\s*)(?:-[ \t]+)+[|>][-+\d]*[ \t]*$/.exec(line)
      if (item) open = { column: indent, isSilent: false, isList: false }
      const [, spaces = '', dashes = '', key, value = ''] = entry.exec(line) ?? []
      if (key === undefined) return withoutWords(line)
      const column = spaces.length + dashes.length
      if (column === 0) jobs = key === 'jobs' ? {} : undefined
      else if (jobs && value === '' && dashes === '') {
        jobs.column ??= column
        // The name of a job.
        if (column === jobs.column) return ''
      }
      if (isSilent(key, column)) {
        open = { column, isSilent: true, isList: value === '' }
        return dashes && spaces + dashes
      }
      if (literal.test(value)) open = { column, isSilent: false, isList: false }
      if (!handedOver.test(value)) return withoutWords(line)
      return /^[A-Z][A-Z\d_]*$/.test(key) ? spaces + dashes : `${spaces}${dashes}${key}:`
    })
    .join('\n')
}

/** What a line of a shell only shows, compares or goes to. */
export function withoutWords(line: string): string {
  return withoutPrinted(line)
    .replace(compared, (whole) => (/\$\(|`/.test(whole) ? whole : '[ ]'))
    .replace(gone, '$1')
    .replace(asksVersion, '')
    .replace(pattern, '')
}

/** A comparison of Bash, and one of PowerShell. */
const compared =
  /(?<=^|[\s(!])\[\[?[ \t][^\n]*?[ \t]\]\]?(?=[ \t]*(?:$|[;&|)]))|\(\$[\w:.]+ -(?:i?eq|ne|like|match) [^)\n]*\)/g

/** The folder to which a script goes. */
const gone = /\b(cd|pushd)[ \t]+["']?[\w./-]+["']?(?=[ \t]*(?:$|[;&]))/g

/** A program that only tells its version. */
const asksVersion = /(?<=^\s*(?:-\s+)?(?:run:\s*)?|[;&|][ \t]*)[\w./$"' -]+ --version(?=[ \t]*(?:$|[;&|]))/g

/** A case of a shell, on a line of its own. */
const pattern = /^[ \t]*\(?["'\w*./@-]+(?:[ \t]*\|[ \t]*["'\w*./@-]+)*\)[ \t]*$/

/** What a shell only shows to people. Text that goes into a file or another command may be run there. */
function withoutPrinted(line: string): string {
  return line.replace(
    /\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?("[^"\n]*"|'[^'\n]*'|::[^\n|>;]*)(?=[ \t]*(?:$|;|&&|["']?$|>>[ \t]*["']?\$\{?GITHUB_STEP_SUMMARY))/g,
    (whole, printed: string) => (/\$\(|`/.test(printed) ? whole : 'echo'),
  )
}
