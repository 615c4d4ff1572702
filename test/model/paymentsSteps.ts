import * as fc from 'fast-check'
import type { cardEnding } from '#test/support/payments.ts'

/** How many people buy. */
export const buyers = 3

export type Card = keyof typeof cardEnding
export type Step =
  | { is: 'add'; who: number }
  | { is: 'authorise'; who: number; card: Card; diesAt: number | null }
  | { is: 'answer bank'; who: number }
  | { is: 'complete'; who: number; which: number; diesAt: number | null }
  | { is: 'drive'; diesAt: number | null }
  | { is: 'sweep' }
  | { is: 'apply'; who: number; amount: number; type: 'general' | 'membership' }
  | { is: 'complete without a card'; who: number; diesAt: number | null }
  | { is: 'clear'; who: number }
  | { is: 'pass'; seconds: number }

const who = fc.nat({ max: buyers - 1 })
/** Mostly nothing dies; otherwise at one of the steps that a call takes. */
const diesAt = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
)
const card = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Card>('accepted', 'challengedAndPassed') },
  { weight: 1, arbitrary: fc.constantFrom<Card>('declined', 'challengedAndFailed', 'pending') },
)
/** Mostly the last payment; sometimes an older one. */
const which = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('add' as const), who }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant('authorise' as const), who, card, diesAt }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('answer bank' as const), who }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant('complete' as const), who, which, diesAt }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('drive' as const), diesAt }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('sweep' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('apply' as const),
      who,
      amount: fc.constantFrom(0, 1, 200, 300, 499, 500, 501),
      type: fc.constantFrom('general' as const, 'membership' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('complete without a card' as const), who, diesAt }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('clear' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('pass' as const), seconds: fc.constantFrom(5, 61, 601, 1801) }),
  },
)

/** What chance alone seldom brings about: a bank that takes longer than places are held, and a faster buyer. */
const lateBank: fc.Arbitrary<Step[]> = fc
  .record({ late: who, quick: who, diesAt })
  .map(({ late, quick, diesAt: dies }) => [
    { is: 'add', who: late },
    { is: 'authorise', who: late, card: 'accepted', diesAt: null },
    { is: 'pass', seconds: 1801 },
    { is: 'add', who: quick },
    { is: 'complete', who: late, which: 0, diesAt: dies },
  ])

/** A run of buying. */
export const steps: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 9, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: lateBank }), {
    minLength: 5,
    maxLength: 40,
  })
  .map((some) => some.flat())

/** The ends that chance might leave out of a run. */
const refusedByTheBank: Step[] = [
  { is: 'authorise', who: 0, card: 'declined', diesAt: null },
  { is: 'authorise', who: 1, card: 'challengedAndFailed', diesAt: null },
  { is: 'answer bank', who: 1 },
]
const tooLate: Step[] = [
  { is: 'authorise', who: 0, card: 'accepted', diesAt: null },
  { is: 'pass', seconds: 1801 },
  { is: 'add', who: 1 },
  { is: 'add', who: 2 },
  { is: 'complete', who: 0, which: 0, diesAt: null },
]
const bought: Step[] = [
  { is: 'authorise', who: 0, card: 'accepted', diesAt: null },
  { is: 'complete', who: 0, which: 0, diesAt: null },
]
const leftAtTheBank: Step[] = [
  { is: 'authorise', who: 0, card: 'challengedAndPassed', diesAt: null },
  { is: 'pass', seconds: 1801 },
  { is: 'drive', diesAt: null },
]

const paidTwoWays: Step[] = [
  { is: 'apply', who: 1, amount: 200, type: 'general' },
  { is: 'apply', who: 1, amount: 100, type: 'membership' },
  { is: 'authorise', who: 1, card: 'accepted', diesAt: null },
  { is: 'complete', who: 1, which: 0, diesAt: null },
]
const paidByCredit: Step[] = [
  { is: 'apply', who: 1, amount: 500, type: 'general' },
  { is: 'complete without a card', who: 1, diesAt: null },
]

export const examples: [Step[]][] = [
  [refusedByTheBank],
  [tooLate],
  [bought],
  [leftAtTheBank],
  [paidTwoWays],
  [paidByCredit],
]
