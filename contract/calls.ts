import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** Endpoints by noun and name: `api`, or a part of it. */
export type Nouns = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** The calls whose arguments are all in the URL. */
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
  Object.entries(call).map(([name, value]) => `    ${name}: ${quoted(value)},`)

/**
 * The sources of `web/platform/calls/`, by file name. Each noun is a module of its own, so that a page loads only the
 * calls of the nouns it uses; `index.generated.ts` has them all as one namespace.
 */
export const callsModules = (nouns: Nouns): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...Object.entries(nouns).map(([noun, endpoints]) => [
      `${noun}.generated.ts`,
      source([
        "import type { CallsOf } from '#web/platform/call.ts'",
        '',
        `export const ${noun} = {`,
        ...Object.entries(endpoints).flatMap(([name, endpoint]) => [
          `  ${name}: {`,
          ...written(callOf(endpoint)),
          '  },',
        ]),
        `} as unknown as CallsOf<'${noun}'>`,
      ]),
    ]),
    [
      'index.generated.ts',
      source(Object.keys(nouns).map((noun) => `export { ${noun} } from './${noun}.generated.ts'`)),
    ],
  ]) as Record<string, string>

const source = (lines: readonly string[]): string =>
  [
    '// Made from the contract by `npm run calls`. Change the contract, not this file.',
    '',
    ...lines,
    '',
  ].join('\n')
