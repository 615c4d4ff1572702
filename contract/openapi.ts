import { z } from 'zod'
import type { Nouns } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import { generalFailures } from './failure.ts'
import { answerName, snakeName } from './wire.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: Json): value is string => typeof value === 'string'

/** The schemas that have a name of their own, by that name. */
type Components = Map<string, JsonObject>

type Rename = typeof answerName

/**
 * A JSON schema in the names of the wire. Answers may grow (wire §1.2), so none forbids further fields; what
 * has a name of its own moves to the components. `inside` is the field the schema belongs to.
 */
const onTheWire = (schema: Json, components: Components, rename: Rename, inside = ''): Json => {
  if (Array.isArray(schema)) return schema.map((part) => onTheWire(part, components, rename, inside))
  if (!isObject(schema)) return schema
  const copy: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$schema' || keyword === 'id' || keyword === '$id' || keyword === 'additionalProperties')
      continue
    if (keyword === '$defs' && isObject(value)) {
      for (const [name, named] of Object.entries(value)) {
        const shape = onTheWire(named, components, rename, name === 'Credit' ? 'credit' : '')
        if (isObject(shape)) components.set(name, shape)
      }
    } else if (keyword === 'properties' && isObject(value)) {
      const properties: JsonObject = {}
      for (const [name, field] of Object.entries(value))
        properties[rename(name, inside)] = onTheWire(field, components, rename, name)
      copy.properties = properties
    } else if (keyword === 'required' && Array.isArray(value)) {
      copy.required = value.filter(isText).map((name) => rename(name, inside))
    } else if (keyword === '$ref' && isText(value)) {
      copy.$ref = value.replace('#/$defs/', '#/components/schemas/')
    } else {
      copy[keyword] = onTheWire(value, components, rename, inside)
    }
  }
  return copy
}

/** The schema is wrapped while it is converted, so that a recursive one refers to itself by name. */
const schemaOf = (
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Components,
  ownNames?: true,
): Json => {
  const enveloped = z.toJSONSchema(z.object({ data: schema }), { io, unrepresentable: 'any' })
  const turned = onTheWire(
    JSON.parse(JSON.stringify(enveloped)) as Json,
    components,
    ownNames ? (name) => name : io === 'input' ? snakeName : answerName,
  )
  return isObject(turned) && isObject(turned.properties) ? (turned.properties.data ?? {}) : {}
}

const parameters = (endpoint: Endpoint, components: Components): Json[] => {
  const of = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] => {
    if (!schema) return []
    const turned = schemaOf(schema, 'input', components, endpoint.ownNames)
    if (!isObject(turned) || !isObject(turned.properties)) return []
    const required = Array.isArray(turned.required) ? turned.required : []
    return Object.entries(turned.properties).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: field,
    }))
  }
  const key: Json[] = endpoint.idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
    : []
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query'), ...key]
}

const json = (schema: Json): Json => ({ 'application/json': { schema } })

const failure: JsonObject = {
  type: 'object',
  description: 'The body of every answer that is not a success.',
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    code: { type: 'string', description: 'For machines.' },
    message: { type: 'string', description: 'For people; may be displayed unchanged.' },
    errors: {
      type: 'object',
      description: 'Field path to sentences; always there on 422.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    available_at: { type: 'string', format: 'date-time', description: 'When it may be tried again.' },
    transaction_uuid: { type: 'string' },
    transaction_status: { type: 'string' },
    error: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  },
  required: ['status', 'code', 'message'],
}

const responses = (endpoint: Endpoint, components: Components): Json => {
  const answer = schemaOf(endpoint.returns, 'output', components, endpoint.ownNames)
  const codes = new Map<number, string[]>()
  const { not_found, invalid, failed, logged_out, too_many } = generalFailures
  const always = { not_found, invalid, logged_out, too_many, failed }
  for (const [code, status] of Object.entries({ ...always, ...endpoint.errors }))
    codes.set(status, [...(codes.get(status) ?? []), `\`${code}\``])
  const failures = [...codes]
    .toSorted(([a], [b]) => a - b)
    .map(([status, names]) => [
      String(status),
      { description: names.join(', '), content: json({ $ref: '#/components/schemas/Failure' }) },
    ])
  return {
    '200': {
      description: 'Done.',
      content: json(
        endpoint.bare ? answer : { type: 'object', properties: { data: answer }, required: ['data'] },
      ),
    },
    ...(Object.fromEntries(failures) as JsonObject),
  }
}

const security = (endpoint: Endpoint): Json => {
  const schemes: Json[] = [{ bearer: [] }, { cookie: [] }]
  if (endpoint.allow === 'anyone') return [{}, ...schemes]
  if (endpoint.allow === 'owner') return [...schemes, { basketCookie: [] }, { basketHeader: [] }, {}]
  return schemes
}

const operation = (noun: string, name: string, endpoint: Endpoint, components: Components): JsonObject => ({
  operationId: `${noun}.${name}`,
  tags: [noun],
  summary: endpoint.summary,
  security: security(endpoint),
  parameters: parameters(endpoint, components),
  ...(endpoint.body && {
    requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input', components)) },
  }),
  responses: responses(endpoint, components),
})

/** The OpenAPI 3.1 document of the API. `base` is the prefix of its paths, such as `/api`. */
export const openApi = (nouns: Nouns, base: string, cookieName: string): JsonObject => {
  const components: Components = new Map([['Failure', failure]])
  const paths: Record<string, JsonObject> = {}
  for (const [noun, endpoints] of Object.entries(nouns))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => `{${snakeName(param)}}`)
      const verb = endpoint.method.toLowerCase()
      paths[path] = { ...paths[path], [verb]: operation(noun, name, endpoint, components) }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Onside', version: '1', description: 'Booking for sports and leisure venues.' },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
        basketCookie: { type: 'apiKey', in: 'cookie', name: 'basket' },
        basketHeader: { type: 'apiKey', in: 'header', name: 'Cart-Uuid' },
      },
    },
  }
}
