import { expect, it } from 'vitest'
import { isLinkSecret, linkExpiresAt } from './links.ts'

const day = (date: string) => ({ endsAt: new Date(`2027-${date}T10:00:00Z`) })
const now = day('03-01').endsAt

it('a link ends 30 days after its order or, if later, after the last booking', () => {
  expect(linkExpiresAt([], now)).toEqual(day('03-31').endsAt)
  expect(linkExpiresAt([day('02-01')], now)).toEqual(day('03-31').endsAt)
  expect(linkExpiresAt([day('04-10'), day('04-01')], now)).toEqual(day('05-10').endsAt)
})

it('its secret is 32 letters, digits, hyphens and low lines', () => {
  const secret = 'aZ09-_aZ09-_aZ09-_aZ09-_aZ09-_aZ'
  expect(isLinkSecret(secret)).toBe(true)
  for (const other of [
    secret.slice(1),
    `${secret}a`,
    `${secret.slice(1)}.`,
    `.${secret}`,
    `${secret}.`,
    '',
    'a',
  ])
    expect(isLinkSecret(other)).toBe(false)
})
