import { z } from 'zod'
import type { Nouns } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as api from '#contract/index.ts'
import { requestToWire, snakeName } from '#contract/wire.ts'

/*
 * Requests generated from the contract, so that a new endpoint is attacked from the day it is added.
 */

export type Target = { title: string; endpoint: Endpoint }

/** Every endpoint of the API. */
export const targets: readonly Target[] = Object.entries<Nouns[string]>(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ title: `${noun}.${name}`, endpoint })),
)

export const writes = targets.filter(({ endpoint }) => endpoint.method !== 'GET')
export const reads = targets.filter(({ endpoint }) => endpoint.method === 'GET')

/** Values by the name of their field; a name may differ by endpoint: `families.change.personId`. */
export type Values = Record<string, string | number>

const valueOf = (values: Values, title: string, name: string): string | number | undefined =>
  values[`${title}.${name}`] ?? values[`${title.split('.')[0] ?? ''}.${name}`] ?? values[name]

/** The names of an endpoint's path that have no value. */
export const missingValues = ({ title, endpoint }: Target, values: Values): string[] =>
  namesInPath(endpoint).filter((name) => valueOf(values, title, name) === undefined)

const namesInPath = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** The address of an endpoint, with values in its path and in the fields of its query that have one. */
export const addressFor = ({ title, endpoint }: Target, values: Values): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(valueOf(values, title, name) ?? '1')),
  )
  const query = new URLSearchParams()
  for (const name of Object.keys(endpoint.query?.shape ?? {})) {
    const value = valueOf(values, title, name)
    if (value !== undefined) query.set(snakeName(name), String(value))
  }
  return `/api${path}${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** A body that the endpoint's schema accepts, as JSON on the wire, with the values in the fields that have one. */
export const bodyFor = ({ title, endpoint }: Target, values: Values): string => {
  if (endpoint.body === undefined) return '{}'
  const { $defs = {}, ...schema } = z.toJSONSchema(endpoint.body, {
    io: 'output',
    unrepresentable: 'any',
  }) as Schema
  return JSON.stringify(requestToWire(sampleOf(schema, '', { title, values, defs: $defs })))
}

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  format?: string
  minimum?: number
  minLength?: number
  minItems?: number
}

type Sampling = { title: string; values: Values; defs: Record<string, Schema> }

/** A field without a type is optional: it is made from whatever is sent. */
const isNeeded = ({ required = [] }: Schema, field: string, inner: Schema): boolean =>
  required.includes(field) && Object.keys(inner).length > 0

const sampleOf = (schema: Schema, name: string, sampling: Sampling): unknown => {
  const { values, title, defs } = sampling
  if (schema.$ref !== undefined) {
    return sampleOf(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, sampling)
  }
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, name.replace(/s$/, ''), sampling)]
  const given = valueOf(values, title, name)
  if (given !== undefined) return given
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice !== undefined) return sampleOf(choice, name, sampling)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'object' || schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(
          ([field, inner]) => isNeeded(schema, field, inner) || valueOf(values, title, field) !== undefined,
        )
        .map(([field, inner]) => [field, sampleOf(inner, field, sampling)]),
    )
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  if (schema.format === 'date') return '2027-03-04'
  return 'sample'.padEnd(schema.minLength ?? 0, 'x')
}
