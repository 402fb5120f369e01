import { createHooks } from '../hooks.ts'
import { reportByProcess } from '../report/send-by-process.ts'
import { readMark, takeEnd } from './session-marks.ts'

/** Raises SessionEnd for a session whose agent is gone. Its argument is the mark of the session. */
const [path = ''] = process.argv.slice(2)
const mark = readMark(path)
if (mark) {
  const { fields, home, projectDir } = mark
  if (takeEnd(home, String(fields.session_id), 'watcher')) {
    const cwd = typeof fields.cwd === 'string' ? fields.cwd : projectDir
    const hooks = createHooks({ home, projectDir, cwd, watch: false, reporter: reportByProcess({ home }) })
    void hooks.raise('SessionEnd', { ...fields, reason: 'error' })
  }
}
