import { describe, expect, it } from 'vitest'
import { whatRuns } from './what-runs.ts'

const workflow = '.github/workflows/ci.yml'

describe('whatRuns', () => {
  it('keeps commands, actions and what they are given, each in its line', () => {
    const text =
      'jobs:\n  a:\n    steps:\n      - uses: one/two@v1\n        with:\n          args: three\n      - run: |\n          four\n'
    expect(whatRuns(workflow, text)).toBe(text.replace('  a:', ''))
  })

  it('blanks names, conditions and triggers, with all lines of their values', () => {
    const text =
      'name: trivy\non:\n  push:\n    paths:\n    - trivy.yaml\njobs:\n  trivy:\n    needs:\n    - trivy\n    if: >-\n      trivy\n'
    expect(whatRuns(workflow, text)).not.toContain('trivy')
    expect(whatRuns(workflow, text).split('\n')).toHaveLength(text.split('\n').length)
  })

  it('keeps the beginning of a step whose name it blanks', () => {
    expect(whatRuns(workflow, '    - name: trivy\n      run: one')).toBe('    - \n      run: one')
  })

  it('reads a key inside of a command as a part of the command', () => {
    const text = '    - run: |\n        name: trivy\n        if: trivy\n'
    expect(whatRuns(workflow, text)).toBe(text)
  })

  it('blanks variables that take a secret, and what an input takes from one', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host replaces it.
    const text = '  SNYK_TOKEN: ${{ secrets.SNYK_TOKEN }}\n  id-of: ${{ vars.TRIVY_ID }}'
    expect(whatRuns(workflow, text)).toBe('  \n  id-of:')
  })

  it('blanks what a shell prints, but not what it runs inside of that or writes into a file', () => {
    expect(whatRuns(workflow, 'run: echo "trivy" && one')).toBe('run: echo && one')
    expect(whatRuns(workflow, 'run: echo "$(trivy)"')).toContain('trivy')
    expect(whatRuns(workflow, 'run: echo "A=trivy" >> $GITHUB_ENV')).toContain('trivy')
  })

  it('keeps the names of images that Cloud Build runs', () => {
    expect(whatRuns('build/test.cloudbuild.yaml', 'steps:\n- name: aquasec/trivy\n  id: scan')).toBe(
      'steps:\n- name: aquasec/trivy\n',
    )
  })
})
