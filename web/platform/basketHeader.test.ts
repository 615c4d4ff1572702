import { expect, test } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import { api } from './api.ts'
import { basketHeader } from './basketHeader.ts'
import { requestCookies, type Cookies } from './cookies.ts'
import { createQueries, setReadData } from './queries.ts'

const blocked: Cookies = { get: () => undefined, names: () => [], set: () => undefined }

test('where cookies are blocked the basket is named by a header', () => {
  const queries = createQueries()
  expect(basketHeader({ queries, cookies: blocked })).toEqual({})
  setReadData(queries, api.baskets.read, {}, { uuid: '3f0c' } as Basket)
  expect(basketHeader({ queries, cookies: blocked })).toEqual({ 'cart-uuid': '3f0c' })
})

test('where they work it is not', () => {
  const queries = createQueries()
  setReadData(queries, api.baskets.read, {}, { uuid: '3f0c' } as Basket)
  expect(basketHeader({ queries, cookies: requestCookies('', { path: '/', secure: true }) })).toEqual({})
})
