import type { Operation } from './operations.ts'
import { isOptionalSent, valueFor } from './values.ts'
import type { Source } from './values.ts'

/** A request to send: its body as it goes over the wire. */
export type Generated = { path: string; headers: Record<string, string>; body: string | Uint8Array | null }

const encoded = (value: unknown): string => {
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // encodeURIComponent refuses half a surrogate pair, which a client may send in bytes all the same.
  return encodeURIComponent(words.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
}

const badEscapes = ['%', '%zz', '%E0%A4%A', '%00', '%C0%80', '%ED%A0%80', '%2F', '%2e%2e%2f'] as const

/** Bodies that no schema describes. */
const badBodies = (body: string): (string | Uint8Array)[] => [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  body.slice(0, Math.floor(body.length / 2)),
  `[${body}]`,
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"__proto__": ${body || '{}'}, "constructor": {"prototype": {"a": 1}}}`,
  `{"data": ${body || '{}'}, "data": null}`,
  `{"a": "${'x'.repeat(140_000)}"}`,
  Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  `\uFEFF${body}`,
]

/** The path and query of a call, its headers and its body, from the schemas of the OpenAPI document. */
export const requestFor = (operation: Operation, source: Source): Generated => {
  const { random } = source
  const query: string[] = []
  const headers: Record<string, string> = {}
  let { path } = operation
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place === 'header') {
      if (random.chance(0.4))
        headers[name] = random.chance(0.3) ? `key-${random.below(50)}` : `new-${random.below(1e9)}`
      continue
    }
    if (place === 'query' && !required && !isOptionalSent(name, source)) continue
    const value = valueFor(schema, name, source)
    const words = random.chance(source.share / 4) ? random.pick(badEscapes) : encoded(value)
    if (place === 'path') path = path.replace(`{${name}}`, words || 'x')
    else {
      query.push(`${name}=${words}`)
      if (random.chance(source.share / 4)) query.push(`${name}=${words}`, `${name}[]=1`)
    }
  }
  if (random.chance(source.share / 2)) query.push(`unexpected=${random.pick(badEscapes)}`)
  const address = query.length === 0 ? path : `${path}?${query.join('&')}`
  if (operation.method === 'GET') return { path: address, headers, body: null }
  const body = operation.body === null ? '' : JSON.stringify(valueFor(operation.body, '', source))
  if (random.chance(0.9)) headers['content-type'] = 'application/json'
  const sent = random.chance(source.share / 2) ? random.pick(badBodies(body)) : body
  return { path: address, headers, body: sent === '' ? null : sent }
}
