import { describe } from 'vitest'
import { itJudges } from './meaning/it-judges.ts'
import { json, tested } from './mini.ts'
import { java } from './small-programs.ts'

describe('limits of coverage and notes of releases', () => {
  itJudges([
    [
      'all lines must be covered',
      'test_coverage_thresholds',
      'passes',
      { ...tested, 'package.json': json({ name: 'mini', exports: './a.js', scripts: { test: 'c8 --100 -- vitest' } }) },
    ],
    [
      'a limit that all modules of Gradle share',
      'test_coverage_thresholds',
      'passes',
      {
        ...java,
        'src/test/java/ATest.java': 'class ATest {}\n',
        'buildSrc/src/main/kotlin/kover.gradle.kts': 'kover { reports { total.verify.rule { minBound(90) } } }\n',
      },
    ],
    ['notes by release-plz', 'release_notes_automation', 'passes', { ...tested, 'release-plz.toml': '[workspace]\n' }],
    [
      'no notes by release-plz',
      'release_notes_automation',
      'fails',
      { ...tested, 'release-plz.toml': '[workspace]\nchangelog_update = false\n' },
    ],
    [
      'notes by the releaser of charts',
      'release_notes_automation',
      'passes',
      { ...tested, '.github/configs/cr.yaml': 'generate-release-notes: true\n' },
    ],
  ])
})
