import { expect, test } from 'vitest'
import type { ClientConfig } from '#contract/operator.ts'
import { api } from './api.ts'
import { bearerHeader } from './bearer.ts'
import { requestCookies } from './cookies.ts'
import { createQueries, setReadData } from './queries.ts'

const headerFor = (cookie: string, bearerTokenEnabled?: boolean) => {
  const queries = createQueries()
  if (bearerTokenEnabled !== undefined)
    setReadData(queries, api.operator.config, {}, {
      bearerTokenEnabled,
      authCookieName: 'authToken',
    } as ClientConfig)
  return bearerHeader({ queries, cookies: requestCookies(cookie, { path: '/', secure: true }) })
}

test('F07: sends the token of the cookie when the setting is on', () => {
  expect(headerFor('authToken="abc"; authToken-present=1', true)).toEqual({ authorization: 'Bearer abc' })
})

test('F07: sends none when the setting is off or not loaded, nor for a visitor', () => {
  expect(headerFor('authToken=abc', false)).toEqual({})
  expect(headerFor('authToken=abc')).toEqual({})
  expect(headerFor('authToken=', true)).toEqual({})
  expect(headerFor('', true)).toEqual({})
})
