import { describe } from 'vitest'
import { library } from '../mini.ts'
import { itJudges } from './it-judges.ts'

describe('Task Discovery', () => {
  itJudges([
    [
      'empty labels',
      'issue_labeling_system',
      'fails',
      { ...library, '.github/ISSUE_TEMPLATE/bug.md': "---\nlabels: ''\n---\n" },
    ],
    [
      'lines that end as on Windows',
      'issue_labeling_system',
      'passes',
      { ...library, '.github/ISSUE_TEMPLATE/a.md': '---\r\nname: A\r\nlabels:\r\n- "bug"\r\n---\r\n' },
    ],
  ])
})
