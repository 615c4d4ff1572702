import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountOf, operatorOfAccount, ownClientMetadata, withConsentPrompt } from './rules.ts'

test('offline access is asked for with a question, unless the partner says otherwise', () => {
  const promptOf = (query: string) => withConsentPrompt(new URLSearchParams(query)).get('prompt')
  expect(promptOf('scope=openid+offline_access')).toBe('consent')
  expect(promptOf('scope=openid+offline_access&prompt=login')).toBe('login')
  expect(promptOf('scope=openid')).toBeNull()
  expect(promptOf('')).toBeNull()
})

test('an account is an operator', () => {
  for (const id of [7, 123_456_789]) expect(operatorOfAccount(accountOf(id))).toBe(id)
  for (const other of ['', '7x', '-7', '1234567890', undefined, 7])
    expect(operatorOfAccount(other)).toBeNull()
})

test('the library is loaded with the first call, by nothing that is loaded before', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `server/${file}`)
  const importsOf = (pattern: RegExp) =>
    files.filter((file) => !file.endsWith('.test.ts') && pattern.test(readFileSync(file, 'utf8'))).toSorted()
  expect(importsOf(/^import (?!type ).*'oidc-provider'$/m)).toEqual([
    'server/open-booking/openid/interactions.ts',
    'server/open-booking/openid/provider.ts',
  ])
  expect(importsOf(/^import (?!type ).*(?:openid|\.)\/(?:interactions|provider)\.ts'$/m)).toEqual([])
})

test('a partner without addresses authenticates itself alone', () => {
  expect(ownClientMetadata([])).toEqual({
    redirect_uris: [],
    grant_types: ['client_credentials'],
    response_types: [],
  })
  expect(ownClientMetadata(['https://partner.example/back'])).toEqual({
    redirect_uris: ['https://partner.example/back'],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
  })
})
