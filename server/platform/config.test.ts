import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

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
