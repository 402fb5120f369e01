import { AdoptionRow } from '@muster/contract/adoption'
import {
  ActivityByClientRow,
  ActivityRow,
  ProductivityRow,
  TokensByModelRow,
  TokensRow,
  ToolsByNameRow,
  ToolsRow,
} from '@muster/contract/analytics'
import { CostsByUserRow, CostsGroupRow, CostsRow } from '@muster/contract/costs'
import { WorkGroupRow, WorkRow } from '@muster/contract/work'
import type { TSchema } from 'typebox'
import type { DocumentKind } from './document-repository.ts'

/** The row schema of each kind of document. CSV takes its columns from it. */
export const rowSchemas: Readonly<Record<DocumentKind, TSchema>> = {
  tokens: TokensRow,
  tokens_by_model: TokensByModelRow,
  tools: ToolsRow,
  tools_by_name: ToolsByNameRow,
  activity: ActivityRow,
  activity_by_client: ActivityByClientRow,
  productivity: ProductivityRow,
  adoption: AdoptionRow,
  costs: CostsRow,
  costs_by_model: CostsGroupRow,
  costs_by_user: CostsByUserRow,
  costs_by_team: CostsGroupRow,
  costs_by_agent: CostsGroupRow,
  costs_by_repository: CostsGroupRow,
  work: WorkRow,
  work_by_agent: WorkGroupRow,
  work_by_team: WorkGroupRow,
  work_by_repository: WorkGroupRow,
  work_by_tool: WorkGroupRow,
}
