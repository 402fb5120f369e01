export {
  isWorkflow,
  readWorkflows,
  triggersOf,
  type Workflow,
  type WorkflowStep,
} from '../../src/evidence/workflows.ts'
