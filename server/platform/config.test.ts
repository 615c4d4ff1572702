import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const stripe = { STRIPE_SECRET_KEY: 'a', STRIPE_PUBLISHABLE_KEY: 'b', STRIPE_WEBHOOK_SECRET: 'c' }

describe('demo cards', () => {
  const database = { DATABASE_URL: 'postgres://127.0.0.1/onside' }
  it.each([
    ['allowed', {}],
    ['allowed', { SITE_BOOKINGS: 'http://bookings.onside.localhost:3000' }],
    ['allowed', { SITE_BOOKINGS: 'http://127.0.0.1:3000' }],
    ['warned', { SITE_BOOKINGS: 'https://bookings.town.example' }],
    ['warned', { SITE_BOOKINGS: 'https://localhost.town.example', CARDS: 'demo' }],
    ['refused', { ...database }],
    ['refused', { ...database, SITE_BOOKINGS: 'http://localhost:3000' }],
    ['allowed', { ...database, CARDS: 'demo' }],
    ['warned', { ...database, CARDS: 'demo', SITE_BOOKINGS: 'https://bookings.town.example' }],
    ['allowed', { ...database, NODE_ENV: 'development' }],
  ])('are %s with %j', (expected, environment) => {
    expect(readConfig(environment).demoCards).toBe(expected)
  })
})

describe('passwords of the demo', () => {
  const database = { DATABASE_URL: 'postgres://127.0.0.1/onside', CARDS: 'stripe', ...stripe }
  const town = { SITE_DESK: 'https://desk.town.example' }
  it.each([
    ['allowed', {}],
    ['warned', town],
    ['warned', { EXTRA_ORIGINS: 'https://town.example' }],
    ['refused', { ...town, DEMO_PASSWORDS: 'false' }],
    ['refused', database],
    ['refused', { ...database, CARDS: 'demo', DEMO_PASSWORDS: 'false' }],
    ['allowed', { ...database, CARDS: 'demo' }],
    ['warned', { ...database, ...town, CARDS: 'demo' }],
    ['allowed', { ...database, DEMO_PASSWORDS: 'true' }],
    ['warned', { ...database, ...town, DEMO_PASSWORDS: 'true' }],
    ['allowed', { ...database, NODE_ENV: 'development' }],
  ])('are %s with %j', (expected, environment) => {
    expect(readConfig(environment).demoPasswords).toBe(expected)
  })
})

describe('keys for the secrets of authenticator apps', () => {
  const key = `2027:${Buffer.alloc(32, 7).toString('base64')}`
  const database = { DATABASE_URL: 'postgres://127.0.0.1/onside', CARDS: 'stripe', ...stripe }
  it.each([
    ['allowed', {}],
    ['allowed', { SITE_BOOKINGS: 'http://localhost:3000' }],
    ['warned', { SITE_BOOKINGS: 'https://bookings.town.example' }],
    ['refused', database],
    ['warned', { ...database, CARDS: 'demo' }],
    ['warned', { ...database, SECOND_FACTOR_KEYS: 'none' }],
    ['allowed', { ...database, SECOND_FACTOR_KEYS: key }],
    ['allowed', { ...database, NODE_ENV: 'development' }],
  ])('may be left out: %s with %j', (expected, environment) => {
    expect(readConfig(environment).unencryptedSecrets).toBe(expected)
  })

  it('are refused at the start when they are none', () => {
    expect(() => readConfig({ SECOND_FACTOR_KEYS: 'secret' })).toThrow('SECOND_FACTOR_KEYS')
    expect(() => readConfig({ SECOND_FACTOR_KEYS: `none,${key}` })).toThrow('SECOND_FACTOR_KEYS')
    expect(readConfig({ SECOND_FACTOR_KEYS: 'none' }).secondFactorKeys.current).toBeNull()
    expect(readConfig({ SECOND_FACTOR_KEYS: key }).secondFactorKeys.current).toBe('2027')
  })
})
