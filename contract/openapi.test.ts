import { describe, expect, it } from 'vitest'
import * as api from './index.ts'
import { openApi } from './openapi.ts'

const document = openApi(api, '/api', 'authToken')
const text = JSON.stringify(document)

const at = (...path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document)

describe('the OpenAPI document', () => {
  it('has every endpoint', () => {
    for (const endpoints of Object.values(api))
      for (const { method, path } of Object.values(endpoints)) {
        const onTheWire = path.replace(
          /([a-z])([A-Z])/g,
          (_match: string, a: string, b: string) => `${a}_${b.toLowerCase()}`,
        )
        expect(at('paths', onTheWire, method.toLowerCase()), `${method} ${path}`).toBeTypeOf('object')
      }
  })

  it('takes no whole number that the database cannot store', () => {
    const greatest = 2_147_483_647
    const tooWide = (schema: unknown, path: string): string[] => {
      if (typeof schema !== 'object' || schema === null) return []
      const { type, minimum, maximum, exclusiveMinimum } = schema as Record<string, unknown>
      const isWide =
        type === 'integer' &&
        !(Number(maximum) <= greatest && Number(minimum ?? exclusiveMinimum) >= -greatest - 1)
      return [
        ...(isWide ? [path] : []),
        ...Object.entries(schema).flatMap(([name, part]) => tooWide(part, `${path}.${name}`)),
      ]
    }
    const calls = Object.entries(at('paths') as Record<string, Record<string, unknown>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).flatMap(([method, call]) => {
          const { parameters, requestBody } = call as Record<string, unknown>
          return tooWide({ parameters, requestBody }, `${method} ${path}`)
        }),
    )
    expect(calls).toEqual([])
  })

  it('refers only to what is there', () => {
    const referred = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target ?? ''))
    expect(referred.size).toBeGreaterThan(10)
    expect([...referred].filter((target) => at(...target.slice(2).split('/')) === undefined)).toEqual([])
  })

  it('speaks the names of the wire', () => {
    expect(at('components', 'schemas', 'Time', 'properties')).toHaveProperty('format_12_hour')
    expect(at('components', 'schemas', 'Basket', 'properties')).toHaveProperty('formattedBalance')
    expect(at('components', 'schemas', 'Credit', 'properties')).toHaveProperty('formatted_balance')
    const authorise = at(
      'paths',
      '/checkout/authorise',
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    )
    expect((authorise as { properties: object }).properties).toHaveProperty('item_hash')
  })

  it('wraps what is wrapped, and nothing else', () => {
    const answer = ['responses', '200', 'content', 'application/json', 'schema'] as const
    expect(at('paths', '/activities/cart', 'get', ...answer)).toMatchObject({ required: ['data'] })
    expect(at('paths', '/checkout/prepare', 'get', ...answer)).toEqual({
      $ref: '#/components/schemas/PreparedCheckout',
    })
  })

  it('tells the refusals of a call', () => {
    const refused = at('paths', '/activities/cart/add', 'post', 'responses')
    expect(Object.keys(refused as object)).toEqual([
      '200',
      '401',
      '403',
      '404',
      '409',
      '410',
      '422',
      '429',
      '500',
    ])
    expect(at('paths', '/activities/cart/add', 'post', 'responses', '409', 'description')).toContain('`held`')
  })
})
