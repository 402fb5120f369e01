import type { Group } from '../../command-line/command.ts'
import { add } from './hooks/add.ts'
import { connect } from './hooks/connect.ts'
import { deny } from './hooks/deny.ts'
import { doctor } from './hooks/doctor.ts'
import { guard } from './hooks/guard.ts'
import { list } from './hooks/list.ts'
import { remove } from './hooks/remove.ts'
import { run } from './hooks/run.ts'
import { test } from './hooks/test.ts'
import { trust } from './hooks/trust.ts'

export const hooks: Group = {
  summary: 'Run your commands when something happens in a session',
  commands: { list, test, run, add, remove, trust, deny, doctor, connect, guard },
}
