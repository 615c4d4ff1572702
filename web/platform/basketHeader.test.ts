import { expect, test } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import { api } from './api.ts'
import { basketHeader } from './basketHeader.ts'
import { requestCookies, type Cookies } from './cookies.ts'
import { createQueries, setReadData } from './queries.ts'

const blocked: Cookies = { get: () => undefined, names: () => [], set: () => undefined }

test('where cookies are blocked, a header identifies the basket', () => {
  const queries = createQueries()
  expect(basketHeader({ queries, cookies: blocked })).toEqual({})
  setReadData(queries, api.baskets.read, {}, { uuid: '3f0c' } as Basket)
  expect(basketHeader({ queries, cookies: blocked })).toEqual({ 'cart-uuid': '3f0c' })
})

test('where cookies work, no header is sent', () => {
  const queries = createQueries()
  setReadData(queries, api.baskets.read, {}, { uuid: '3f0c' } as Basket)
  expect(basketHeader({ queries, cookies: requestCookies('', { path: '/', secure: true }) })).toEqual({})
})
