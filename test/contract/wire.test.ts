import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Nouns } from '#contract/calls.ts'
import * as api from '#contract/index.ts'
import { answerName, camelName, fromWire, requestToWire, snakeName, toWire } from '#contract/wire.ts'

type Seen = { name: string; inside: string; where: string }

/** Kinds of schema that hold no names. One that is not listed anywhere here is an error: it might. */
const plain = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'enum',
  'literal',
  'null',
  'undefined',
  'transform',
])

/** Every name of a field in a schema, however deep. */
const namesIn = (schema: z.ZodType, where: string): Seen[] => {
  const found: Seen[] = []
  const walked = new Set<string>()
  const walk = (current: z.core.$ZodType, inside: string, path: string): void => {
    const { def } = current._zod
    if (def.type === 'object') {
      const { shape } = def as z.core.$ZodObjectDef
      const key = `${inside} ${Object.keys(shape).join()}`
      if (walked.has(key)) return
      walked.add(key)
      const onTheWire = Object.keys(shape).map((name) => snakeName(name))
      expect(new Set(onTheWire).size, `two names of ${path} are one on the wire`).toBe(onTheWire.length)
      for (const [name, field] of Object.entries(shape)) {
        found.push({ name, inside, where: `${path}.${name}` })
        walk(field, name, `${path}.${name}`)
      }
    } else if (def.type === 'array') walk((def as z.core.$ZodArrayDef).element, inside, `${path}[]`)
    else if (def.type === 'union')
      for (const option of (def as z.core.$ZodUnionDef).options) walk(option, inside, path)
    else if (def.type === 'pipe') {
      walk((def as z.core.$ZodPipeDef).in, inside, path)
      walk((def as z.core.$ZodPipeDef).out, inside, path)
    } else if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
      walk((def as z.core.$ZodOptionalDef).innerType, inside, path)
    else if (!plain.has(def.type))
      throw new Error(`${path} is a ${def.type}: keys must be names of fields, never data`)
  }
  walk(schema, '', where)
  return found
}

const endpoints = Object.entries<Nouns[string]>(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ title: `${noun}.${name}`, endpoint })),
)

/** Names as programs in use read or send them: lower case, numbers on their own but for v1 and v2. */
const snake = /^[a-z]+(\d|v\d)?(_([a-z]+|\d+|v\d|base64))*$|^v\d(_[a-z]+)*$/

const camelOnTheWire = ['v2Id', 'formattedTotal', 'formattedBalance', 'attendeeWaiversRequired', 'itemHash']

describe('names on the wire', () => {
  it.each(endpoints)('I01: every name of $title crosses the wire and comes back', ({ title, endpoint }) => {
    const answered = namesIn(endpoint.returns, `${title} answers`).map(({ name, inside, where }) => {
      const sent = endpoint.ownNames ? name : answerName(name, inside)
      return {
        where,
        sent,
        right:
          camelName(sent) === name &&
          (endpoint.ownNames === true || camelOnTheWire.includes(sent) || snake.test(sent)),
      }
    })
    const requested = [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
      (schema ? namesIn(schema, `${title} takes`) : []).map(({ name, where }) => {
        const sent = snakeName(name)
        // Programs that send our own spelling are understood as well.
        return {
          where,
          sent,
          right: snake.test(sent) && camelName(sent) === name && camelName(name) === name,
        }
      }),
    )
    expect([...answered, ...requested].filter(({ right }) => !right)).toEqual([])
  })

  it('walks the whole contract', () => {
    const names = endpoints.flatMap(({ title, endpoint }) =>
      namesIn(endpoint.returns, title).map(({ name }) => name),
    )
    expect(names).toEqual(
      expect.arrayContaining(['format24Hour', 'v2Id', 'v1Type', 'children', 'childItems']),
    )
  })

  it('refuses keys that are data, and kinds of schema it does not know', () => {
    expect(() => namesIn(z.record(z.string(), z.string()), 'it')).toThrow('record')
    expect(() => namesIn(z.object({ a: z.array(z.map(z.string(), z.string())) }), 'it')).toThrow(
      'it.a[] is a map',
    )
  })

  it.each([
    ['format12Hour', 'format_12_hour'],
    ['format24Hour', 'format_24_hour'],
    ['themeAppSecondaryColour1', 'theme_app_secondary_colour_1'],
    ['isV2', 'is_v2'],
    ['v1Type', 'v1_type'],
    ['activitiesV2Enabled', 'activities_v2_enabled'],
    ['v2', 'v2'],
    ['v2Id', 'v2Id'],
    ['formattedTotal', 'formattedTotal'],
    ['attendeeWaiversRequired', 'attendeeWaiversRequired'],
    ['itemHash', 'itemHash'],
  ])('%s is %s in an answer', (ours, theirs) => {
    expect(toWire({ [ours]: 1 })).toEqual({ [theirs]: 1 })
    expect(fromWire({ [theirs]: 1 })).toEqual({ [ours]: 1 })
  })

  it('writes the balance of a basket in one way and that of credit in the other', () => {
    const answer = { formattedBalance: '£8.45', credit: { formattedBalance: '£20.00' } }
    const onTheWire = { formattedBalance: '£8.45', credit: { formatted_balance: '£20.00' } }
    expect(toWire(answer)).toEqual(onTheWire)
    expect(fromWire(onTheWire)).toEqual(answer)
  })

  it('sends requests in snake_case without exception', () => {
    expect(requestToWire({ itemHash: 'NjEwMDE=', items: [{ isV2: true }] })).toEqual({
      item_hash: 'NjEwMDE=',
      items: [{ is_v2: true }],
    })
  })

  it('leaves the paths of errors as they are', () => {
    const failure = { status: 422, errors: { 'items.0.pricing_option_id': ['Choose another.'] } }
    expect(fromWire(failure)).toEqual(failure)
    expect(toWire(failure)).toEqual(failure)
  })
})
