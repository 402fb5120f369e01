/** The part of OpenAPI 3.1 that the contract uses; a validator in the tests covers the rest. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; description: string; version: string; license: object }
  servers: Server[]
  tags: Tag[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, Header>
    examples: Record<string, Example>
    responses: Record<string, Response>
    securitySchemes: Record<string, SecurityScheme>
  }
}

export interface Server {
  url: string
  description?: string
}

export interface Tag {
  name: string
  'x-displayName': string
  description: string
}

/** By method in lower case. */
export type PathItem = Record<string, Operation>

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  responses: Record<string, Response | ResponseReference>
  servers?: Server[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  'x-extension'?: true
  'x-badges'?: { name: string }[]
  'x-roles'?: readonly string[]
  'x-scope'?: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  description?: string
  example?: unknown
  'x-extension'?: true
}

export interface Response {
  description: string
  headers: Record<string, Reference>
  content?: Content
  links?: Record<string, Link>
}

/** A response that every operation has. */
export interface ResponseReference extends Reference {
  description?: undefined
  content?: undefined
}

export type Content = Record<string, { schema: JsonSchema; example?: unknown; examples?: Record<string, Reference> }>

export interface Link {
  operationId: string
  description: string
  parameters: Record<string, string>
}

export interface Header {
  description: string
  schema: JsonSchema
}

export interface Example {
  summary: string
  description: string
  value: unknown
}

export interface SecurityScheme {
  type: 'http'
  scheme: 'bearer'
  bearerFormat: string
  description: string
}

export interface Reference {
  $ref: string
}

/** Any JSON Schema; only the keywords that this code reads are listed. */
export interface JsonSchema {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  [keyword: string]: unknown
}
