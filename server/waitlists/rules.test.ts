import { inEnglish } from '#test/inEnglish.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { describe, expect, it } from 'vitest'
import { describeEvent, describeMoment, refusalMessage, statusOf } from './rules.ts'

const now = new Date('2027-03-04T14:30:00Z')

describe('the status of an entry', () => {
  const offered = (offerExpiresAt: Date | null) => statusOf({ state: 'offered', offerExpiresAt }, now)

  it('is passed from the end of an offer on, before the job has ended it', () => {
    expect(offered(new Date(now.getTime() + 1))).toBe('offered')
    expect(offered(now)).toBe('passed')
    expect(offered(new Date(now.getTime() - 1))).toBe('passed')
    expect(offered(null)).toBe('offered')
  })

  it('is waiting while paused and closed after leaving', () => {
    const past = new Date(now.getTime() - 1)
    expect(statusOf({ state: 'paused', offerExpiresAt: past }, now)).toBe('waiting')
    expect(statusOf({ state: 'waiting', offerExpiresAt: past }, now)).toBe('waiting')
    expect(statusOf({ state: 'left', offerExpiresAt: past }, now)).toBe('closed')
    expect(statusOf({ state: 'taken', offerExpiresAt: past }, now)).toBe('taken')
  })
})

it('says a moment in the time of the venue', () => {
  expect(describeMoment(operatorMessages(), now, 'Europe/London')).toBe('Thu 4 Mar, 14:30')
  expect(describeMoment(operatorMessages(), now, 'Europe/Berlin')).toBe('Thu 4 Mar, 15:30')
})

it('says until when a place was reserved where that is known', () => {
  expect(inEnglish(describeEvent({ what: 'offered', untilAt: now }, 'Europe/London'))).toBe(
    'Place reserved until Thu 4 Mar, 14:30',
  )
  expect(inEnglish(describeEvent({ what: 'offered', untilAt: null }, 'Europe/London'))).toBe('Place reserved')
  expect(inEnglish(describeEvent({ what: 'lapsed', untilAt: now }, 'Europe/London'))).toBe(
    'Not booked in time. The place went to the next person.',
  )
})

it('each event of the history has its own sentence', () => {
  const of = (what: Parameters<typeof describeEvent>[0]['what']) =>
    describeEvent({ what, untilAt: null }, 'Europe/London')
  const events = [
    'joined',
    'left',
    'offered',
    'taken',
    'passed',
    'lapsed',
    'booked',
    'clash',
    'called_off',
    'too_late',
    'withdrawn',
    'passed_over',
    'paused',
    'resumed',
  ] as const
  const sentences = events.map(of)
  for (const sentence of sentences) expect(inEnglish(sentence)).toMatch(/^[A-Z].+/)
  expect(new Set(sentences).size).toBe(events.length)
})

it('names who could not join, and says "you" to the reader', () => {
  const you = { firstName: null }
  const tom = { firstName: 'Tom' }
  expect(inEnglish(refusalMessage('already_on_waitlist', you))).toBe("You're already on the waitlist.")
  expect(inEnglish(refusalMessage('already_on_waitlist', tom))).toBe('Tom is already on the waitlist.')
  expect(inEnglish(refusalMessage('already_booked', tom))).toBe('Tom already has this booking.')
  expect(inEnglish(refusalMessage('clash', you))).toBe('You have another booking at this time.')
})
