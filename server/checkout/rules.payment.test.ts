import { expect, it } from 'vitest'
import { bankMs, isUndecided, planNextAttempt, publicStatus } from './rules.ts'
import type { Status } from './rules.ts'

const now = new Date('2027-03-04T18:00:00Z')
const secondsUntil = (status: Status): number | null => {
  const next = planNextAttempt(status, now)
  return next === null ? null : (next.getTime() - now.getTime()) / 1000
}

it('asks again after ten seconds while the bank decides, and after a minute for a caller who is gone', () => {
  expect(secondsUntil('started')).toBe(60)
  expect(secondsUntil('challenge')).toBe(10)
  expect(secondsUntil('pending')).toBe(10)
  expect(secondsUntil('authorised')).toBe(60)
  expect(secondsUntil('completed')).toBe(0)
  expect(secondsUntil('voiding')).toBe(0)
  for (const status of ['voided', 'aborted', 'failed', 'refunded'] as const)
    expect(secondsUntil(status)).toBeNull()
})

it('records the result of a payment only until it is decided', () => {
  for (const status of ['started', 'challenge', 'pending'] as const) expect(isUndecided(status)).toBe(true)
  for (const status of ['authorised', 'completed', 'voiding', 'failed'] as const)
    expect(isUndecided(status)).toBe(false)
})

it('has fewer statuses on the wire', () => {
  expect(publicStatus('started', null)).toBe('pending')
  expect(publicStatus('voiding', 'place_lost')).toBe('voided')
  expect(publicStatus('voiding', 'abandoned')).toBe('aborted')
  expect(publicStatus('voided', 'abandoned')).toBe('voided')
  expect(publicStatus('authorised', null)).toBe('authorised')
})

it('places stay held for half an hour while the bank decides (wire §1.10)', () => {
  expect(bankMs).toBe(1_800_000)
})
