import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import type { Membership } from '#contract/memberships.ts'
import { missingDocument } from '#server/documents/rules.ts'
import { documentNotices, failedPaymentNotices, offerNotices, penaltyNotice } from './rules.ts'

describe('a document', () => {
  const card = { ...missingDocument('student-card'), id: 7 }
  const noticeOf = (more: Partial<typeof card>) => documentNotices([{ ...card, ...more }], null)

  it.each([
    ['is missing', {}, 'document_required', 'We need your student card. Please upload it.', null],
    [
      'was refused',
      { status: 'refused' as const },
      'document_required',
      "We couldn't accept your student card. Please upload a new one.",
      null,
    ],
    [
      'has expired',
      { status: 'expired' as const, daysToExpiry: -3 },
      'document_required',
      'Your student card has expired. Please upload a new one.',
      -3,
    ],
    [
      'expires soon',
      { status: 'accepted' as const, documentExpiringSoon: true, daysToExpiry: 12 },
      'document_expiring',
      'Your student card runs out in 12 days.',
      12,
    ],
  ])('that %s is a notice', (_what, more, code, message, days) => {
    expect(inEnglish(noticeOf(more))).toEqual([{ code, message, days }])
  })

  it('that has expired is told of for a month, and as long as a membership requires it', () => {
    const expired = (days: number, requestedType: string | null) =>
      documentNotices([{ ...card, status: 'expired', daysToExpiry: days }], requestedType)
    expect(expired(-30, null)).toHaveLength(1)
    expect(expired(-31, null)).toEqual([])
    expect(expired(-31, 'student-card')).toHaveLength(1)
    expect(expired(-31, 'photo-id')).toEqual([])
  })

  it('that is valid, or in review, is none', () => {
    expect(noticeOf({ status: 'accepted', daysToExpiry: 300 })).toEqual([])
    expect(noticeOf({ status: 'accepted', documentExpiringSoon: true, daysToExpiry: null })).toEqual([])
    expect(noticeOf({ status: 'in_review' })).toEqual([])
  })
})

it('a payment that failed is tried again, or has frozen the membership', () => {
  const failed = (failedPayment: { triedAgainOn: string | null } | null) =>
    failedPaymentNotices([
      {
        name: 'Gold',
        failedPayment: failedPayment && { amount: { formatted: '£30.00' }, ...failedPayment },
      } as Membership,
    ])
  expect(failed(null)).toEqual([])
  expect(inEnglish(failed({ triedAgainOn: '2027-03-09' }))).toEqual([
    {
      code: 'payment_failed',
      message: "We couldn't collect £30.00 for your Gold membership. We'll try again on 9 March 2027.",
      days: null,
    },
  ])
  expect(inEnglish(failed({ triedAgainOn: null })[0]?.message)).toBe(
    "We couldn't collect £30.00 for your Gold membership. It's frozen until you pay.",
  )
})

it('penalties are one notice, and none where nothing is owed', () => {
  expect(penaltyNotice(0, '£0.00')).toEqual([])
  expect(inEnglish(penaltyNotice(500, '£5.00'))).toEqual([
    {
      code: 'penalty_outstanding',
      message: 'You owe £5.00. You can pay it with your next booking.',
      days: null,
    },
  ])
})

it('each reserved place of a waiting list is a notice', () => {
  const entry = (status: string) => ({ status, item: { name: 'Yoga' } })
  expect(inEnglish(offerNotices([entry('waiting'), entry('offered'), entry('passed')]))).toEqual([
    {
      code: 'waitlist_offer',
      message: "We've reserved a place in Yoga for you. Book it before it goes to the next person.",
      days: null,
    },
  ])
})
