import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** Endpoints by noun and name: `api`, or a part of it. */
export type Nouns = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** The calls whose arguments all stand in the address. */
const withoutBody: readonly string[] = ['GET', 'DELETE']

/** The fields of a schema, through whatever tidies what is sent. */
const fieldsOf = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  return schema instanceof z.ZodPipe ? fieldsOf(schema.out) : []
}

/** The calls that staff make for a customer. */
const hasPersonalAnswer = ({ query, body }: Pick<Endpoint, 'query' | 'body'>): boolean =>
  [...fieldsOf(query), ...fieldsOf(body)].includes('selectedUserId')

/** What the browser must know to call an endpoint: everything but the schemas, so that it needs no zod. */
const callOf = ({ method, path, query, body, bare, idempotent, reads, changes }: Endpoint) => ({
  method,
  path,
  // What a write takes in query and body alike is sent in the query.
  ...(query && !withoutBody.includes(method) && { query: Object.keys(query.shape) }),
  ...(hasPersonalAnswer({ ...(query && { query }), ...(body && { body }) }) && { personalCalls: true }),
  ...(bare && { bare }),
  ...(idempotent && { idempotent }),
  ...(reads && { reads }),
  ...(changes && { changes }),
})

const quoted = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(quoted).join(', ')}]`
    : typeof value === 'string'
      ? `'${value}'`
      : String(value)

const written = (call: object): string[] =>
  Object.entries(call).map(([name, value]) => `      ${name}: ${quoted(value)},`)

/** The source of `web/platform/calls.generated.ts`. */
export const callsModule = (nouns: Nouns): string =>
  [
    '// Made from the contract by `npm run calls`. Change the contract, not this file.',
    '',
    'export const calls = {',
    ...Object.entries(nouns).flatMap(([noun, endpoints]) => [
      `  ${noun}: {`,
      ...Object.entries(endpoints).flatMap(([name, endpoint]) => [
        `    ${name}: {`,
        ...written(callOf(endpoint)),
        '    },',
      ]),
      '  },',
    ]),
    '} as const',
    '',
  ].join('\n')
