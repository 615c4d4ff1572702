import type { Endpoint } from './endpoint.ts'

/** Endpoints by noun and name: `api`, or a part of it. */
export type Nouns = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** The calls whose arguments all stand in the address. */
const withoutBody: readonly string[] = ['GET', 'DELETE']

/** What the browser must know to call an endpoint: everything but the schemas, so that it needs no zod. */
const callOf = ({ method, path, query, bare, idempotent, reads, changes }: Endpoint) => ({
  method,
  path,
  // What a write takes in query and body alike is sent in the query.
  ...(query && !withoutBody.includes(method) && { query: Object.keys(query.shape) }),
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
