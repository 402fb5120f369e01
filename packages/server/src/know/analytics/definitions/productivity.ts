import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { date, describe } from './describe.ts'

export const productivity: readonly FieldDefinition[] = describe('/productivity', {
  date,
  files_created: ['Files created', 'How often agents created a file. Operations count, not distinct paths.'],
  files_edited: [
    'Files edited',
    'How often agents changed a file that was there. Operations count, not distinct paths.',
  ],
  by_extension: ['File operations by extension', 'One item for each extension, with creations and edits together.'],
  'by_extension[].extension': ['Extension', 'In lower case and with its dot; `(none)` for a file without one.'],
  'by_extension[].count': ['Operations of the extension', 'How many creations and edits of such files there were.'],
  by_language: [
    'File operations by language',
    'One item for each programming language. Files in no known language are in no item, so these may add up to less than the operations.',
  ],
  'by_language[].language': ['Language', 'The language that the extension stands for, or that the agent named.'],
  'by_language[].count': [
    'Operations of the language',
    'How many creations and edits of files in this language there were.',
  ],
  git_commits: [
    'Commits',
    'The commits that agents made with success. A hash counts once, however many report it and however often, for the first report that came and on its day; a commit without a hash counts each time.',
  ],
  git_prs_created: [
    'Pull requests',
    'The pull requests that agents opened with success. A URL counts once, for the first report that came and on its day; a pull request without a URL counts each time.',
  ],
})
