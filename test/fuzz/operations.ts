import * as api from '#contract/index.ts'
import { generalFailures } from '#contract/failure.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { openApi } from '#contract/openapi.ts'

/** A JSON schema, as far as ours go. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }

/** One call as the OpenAPI document describes it. */
export type Operation = {
  id: string
  noun: string
  method: string
  /** `/api/activities/cart/{cart_item_id}` */
  path: string
  allow: Endpoint['allow']
  needs: Endpoint['needs']
  parameters: Parameter[]
  body: Schema | null
  isIdempotent: boolean
  /** Code and status of every refusal that it may answer. */
  refusals: Readonly<Record<string, number>>
}

type Described = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

const described = openApi(api, '/api', 'authToken') as unknown as Document

const endpointOf = (id: string): Endpoint => {
  const [noun = '', name = ''] = id.split('.')
  const endpoint = (api as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>)[noun]?.[name]
  if (endpoint === undefined) throw new Error(`The contract has no ${id}.`)
  return endpoint
}

/** Every call of the OpenAPI document. */
export const operations: readonly Operation[] = Object.entries(described.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, { operationId, parameters, requestBody }]) => {
    const endpoint = endpointOf(operationId)
    return {
      id: operationId,
      noun: operationId.split('.')[0] ?? '',
      method: verb.toUpperCase(),
      path: `/api${path}`,
      allow: endpoint.allow,
      needs: endpoint.needs,
      parameters,
      body: requestBody?.content['application/json'].schema ?? null,
      isIdempotent: endpoint.idempotent === true,
      refusals: { ...generalFailures, ...endpoint.errors },
    }
  }),
)

/** The schema itself, where one only refers to it. */
export const resolved = (schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const target = described.components.schemas[schema.$ref.split('/').at(-1) ?? '']
  if (target === undefined) throw new Error(`The document has no ${schema.$ref}.`)
  return target
}
