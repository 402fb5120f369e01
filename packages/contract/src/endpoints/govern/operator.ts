import { endpoint } from '../../endpoint.ts'
import { CreatedOrganization, CreateOrganization } from '../../organization.ts'

export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/operator/organizations',
  summary: 'Create an organization with its owner',
  description: 'For hosts of several organizations. The bearer is the operator key of the installation.',
  extension: true,
  access: 'operator',
  body: CreateOrganization,
  answers: { 201: CreatedOrganization },
})
