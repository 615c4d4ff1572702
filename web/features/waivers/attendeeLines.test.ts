import { describe, expect, it } from 'vitest'
import type { BasketItem } from '#contract/baskets.ts'
import type { BookingQuestion, WaiverRequest, WaiverLine } from '#contract/waivers.ts'
import { attendeeLines } from './attendeeLines.ts'
import { answersToSend, waiversToSend } from './attendeePayload.ts'
import { answerErrors, missingFields, waiverErrors } from './attendeeValidation.ts'

const item = (id: number) =>
  ({ id, name: `Yoga ${id}`, cartableResource: { date: { raw: '2027-03-04' } } }) as BasketItem

const ann = { firstName: 'Ann', lastName: 'Example', dateOfBirth: '1990-05-01', validUntil: null }
const line = (cartItemId: number, more: Partial<WaiverLine> = {}): WaiverLine => ({
  cartItemId,
  total: 1,
  open: 1,
  person: null,
  sent: [],
  ...more,
})
const waiver = (...lines: WaiverLine[]): WaiverRequest => ({
  restrictionId: 31,
  title: 'Health statement',
  html: '<p>I am well.</p>',
  perAttendee: true,
  questions: [{ id: 5, text: 'Any injury?', type: 'text', required: true, options: [] }],
  lines,
})
const question = (more: Partial<BookingQuestion> = {}): BookingQuestion => ({
  id: 11,
  cartItemId: 1,
  activityId: 'AQG',
  text: 'A mat?',
  type: 'select',
  required: true,
  options: [],
  answer: null,
  ...more,
})

describe('attendee lines', () => {
  it('have one required waiver for each that is open', () => {
    const [first] = attendeeLines(
      [item(1)],
      [waiver(line(1, { total: 3, open: 2, sent: [{ ...ann, id: 1, attendeeId: 1 }] }))],
      [],
    )
    expect(first?.required.map(({ key, number, total }) => [key, number, total])).toEqual([
      ['w1-31-1', 2, 3],
      ['w1-31-2', 3, 3],
    ])
    expect(first?.accepted).toEqual([{ name: 'Ann Example', waiver: 'Health statement', until: null }])
  })

  it('require a waiver of a person once, for all their lines', () => {
    const lines = attendeeLines(
      [item(1), item(2)],
      [waiver(line(1, { person: ann }), line(2, { person: ann }))],
      [],
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]?.required[0]).toMatchObject({ cartItemIds: [1, 2], person: ann })
    expect(waiversToSend(lines, { values: {}, chosen: {} }).map(({ waiver: one }) => one.cartItemId)).toEqual(
      [1, 2],
    )
  })

  it('leave out lines that need nothing', () => {
    expect(attendeeLines([item(1)], [], [])).toEqual([])
    expect(attendeeLines([item(1)], [], [question({ cartItemId: 2 })])).toEqual([])
  })
})

describe('missing fields', () => {
  const lines = attendeeLines([item(1)], [waiver(line(1))], [question()])
  const key = 'w1-31-0'

  it('are named', () => {
    expect(Object.keys(missingFields(lines, { values: {}, chosen: {} }))).toEqual([
      `${key}.firstName`,
      `${key}.lastName`,
      `${key}.dateOfBirth`,
      `${key}.q5`,
      `${key}.accepted`,
      'q1-11',
    ])
  })

  it('say what is missing, and of whom', () => {
    const named = attendeeLines([item(1)], [waiver(line(1, { person: ann }))], [question()])
    expect(Object.values(missingFields(named, { values: {}, chosen: {} })).flat()).toEqual([
      'Ann: answer “Any injury?”',
      'Ann: agree to the health statement',
      'Choose an answer to “A mat?”',
    ])
  })

  it('are fewer for a chosen person, and fewer still when their waiver is valid on the day', () => {
    const tom = {
      id: 881,
      firstName: 'Tom',
      lastName: 'Example',
      dateOfBirth: '2017-06-01',
      waiverValidUntil: null,
    }
    const missing = (waiverValidUntil: string | null) =>
      Object.keys(missingFields(lines, { values: {}, chosen: { [key]: { ...tom, waiverValidUntil } } }))
    expect(missing(null)).toEqual([`${key}.q5`, `${key}.accepted`, 'q1-11'])
    expect(missing('2027-03-03')).toEqual([`${key}.q5`, `${key}.accepted`, 'q1-11'])
    expect(missing('2027-03-04')).toEqual(['q1-11'])
  })
})

describe('the payload', () => {
  it('E11: groups answers by the id of their activity', () => {
    const lines = attendeeLines(
      [item(1), item(2)],
      [],
      [question(), question({ cartItemId: 2, activityId: 4_400_001, id: 12 })],
    )
    expect(answersToSend(lines, { 'q1-11': 'yes', 'q2-12': true })).toMatchObject([
      { activityId: 'AQG', answers: [{ questionId: 11, cartItemId: 1, value: 'yes' }] },
      { activityId: 4_400_001, answers: [{ questionId: 12, cartItemId: 2, value: true }] },
    ])
  })

  it('errors return to the fields they came from', () => {
    const lines = attendeeLines([item(1)], [waiver(line(1))], [question()])
    const sent = waiversToSend(lines, { values: {}, chosen: {} })
    expect(
      waiverErrors(
        {
          'waivers.0.attendee.first_name': ['Enter the first name.'],
          'waivers.0.answers.0.value': ['Answer this question.'],
          'waivers.0.accepted': ['Please agree.'],
          'waivers.0.cart_item_id': ['Gone.'],
        },
        sent,
      ),
    ).toEqual({
      'w1-31-0.firstName': ['Enter the first name.'],
      'w1-31-0.q5': ['Answer this question.'],
      'w1-31-0.accepted': ['Please agree.'],
      '': ['Gone.'],
    })
    expect(answerErrors({ 'answers.0.value': ['Choose.'] }, [question()])).toEqual({ 'q1-11': ['Choose.'] })
  })
})
