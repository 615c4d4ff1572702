import { describe, expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Text } from '#server/messages/languages.ts'
import { inEnglish } from '#test/inEnglish.ts'
import { refuseDuplicates } from './agreements.ts'
import { checkWaiver } from './rules.ts'
import type { AcceptedWaiver, BasketLine, SubmissionContext, WaiverSent } from './rules.ts'

const today = '2027-03-01'
const waiver = { id: 5, name: 'Climbing', html: '', perAttendee: true, validMonths: 12 }
const line: BasketLine = {
  id: 61,
  occurrenceId: 1,
  publicId: 'AQG',
  idForm: 'v1',
  localDate: '2027-03-04',
  personId: null,
  ageMin: null,
  ageMax: null,
  ticketAgeMin: null,
  ticketAgeMax: null,
  waiverNeeds: [{ restrictionId: 5, name: 'Climbing', needed: 1, sent: 0, coveredUntil: null }],
}
const jo = { id: 31, personId: 3, firstName: 'Jo', lastName: 'Bright', dateOfBirth: '2015-03-05' }

const stored = (more: Partial<SubmissionContext> = {}): SubmissionContext => ({
  lines: [line],
  waivers: [waiver],
  questions: [],
  attendees: [jo],
  holdsUntil: new Map(),
  people: [],
  ...more,
})
const sent = (more: Partial<WaiverSent> = {}): WaiverSent => ({
  cartItemId: 61,
  restrictionId: 5,
  attendee: {
    firstName: 'Sam',
    lastName: 'Bright',
    dateOfBirth: '1990-05-01',
    email: undefined,
    id: undefined,
  },
  accepted: true,
  answers: [],
  ...more,
})
const named = (more: Partial<WaiverSent['attendee']>): WaiverSent =>
  sent({ attendee: { ...sent().attendee, ...more } })
const wrongOf = (what: WaiverSent, context = stored()) => checkWaiver(what, context, today).wrong

describe('a waiver that was sent', () => {
  it('is accepted for a new person, and for one who is known', () => {
    const { accepted, wrong } = checkWaiver(sent(), stored(), today)
    expect(wrong).toEqual({})
    expect(accepted?.attendee).toEqual({
      firstName: 'Sam',
      lastName: 'Bright',
      dateOfBirth: '1990-05-01',
      email: '',
    })
    expect(accepted).toMatchObject({ heldUntil: null, answers: [] })
    expect(
      checkWaiver(named({ email: 'sam@example.com' }), stored(), today).accepted?.attendee,
    ).toMatchObject({
      email: 'sam@example.com',
    })
    expect(checkWaiver(named({ id: 31 }), stored(), today).accepted?.attendee).toBe(jo)
  })

  it('belongs to a line of the basket that needs it', () => {
    expect(inEnglish(wrongOf(sent({ cartItemId: 62 })))).toEqual({
      cart_item_id: 'This is no longer in your basket.',
    })
    const notNeeded = { restriction_id: "This waiver isn't needed here." }
    expect(inEnglish(wrongOf(sent({ restrictionId: 6 })))).toEqual(notNeeded)
    expect(inEnglish(wrongOf(sent(), stored({ lines: [{ ...line, waiverNeeds: [] }] })))).toEqual(notNeeded)
    const two = stored({ waivers: [waiver, { ...waiver, id: 6 }] })
    expect(inEnglish(wrongOf(sent({ restrictionId: 6 }), two))).toEqual(notNeeded)
  })

  it('is agreed to, unless an earlier agreement is still valid', () => {
    expect(inEnglish(wrongOf(sent({ accepted: false })))).toEqual({
      accepted: 'You must agree to: Climbing.',
    })
    const holdsUntil = new Map([['31/5/61', '2027-12-31']])
    const again = sent({ attendee: { ...sent().attendee, id: 31 }, accepted: false })
    expect(checkWaiver(again, stored({ holdsUntil }), today).accepted?.heldUntil).toBe('2027-12-31')
    expect(checkWaiver(again, stored(), today).accepted).toBeNull()
  })

  it('names all that is missing of a person', () => {
    expect(
      inEnglish(wrongOf(named({ firstName: undefined, lastName: undefined, dateOfBirth: undefined }))),
    ).toEqual({
      'attendee.first_name': 'Enter the first name.',
      'attendee.last_name': 'Enter the last name.',
      'attendee.date_of_birth': 'Enter the date of birth.',
    })
    expect(inEnglish(wrongOf(named({ firstName: undefined })))).toEqual({
      'attendee.first_name': 'Enter the first name.',
    })
    expect(inEnglish(wrongOf(named({ lastName: undefined })))).toEqual({
      'attendee.last_name': 'Enter the last name.',
    })
    expect(inEnglish(wrongOf(named({ dateOfBirth: '2027-03-02' })))).toEqual({
      'attendee.date_of_birth': 'Enter a date in the past.',
    })
    expect(inEnglish(wrongOf(named({ id: 32 })))).toEqual({
      'attendee.id': "We couldn't find this person. Enter their name.",
    })
  })

  it('is refused outside the ages of the activity or of the ticket, on the day of the session', () => {
    const born = sent({ attendee: { ...sent().attendee, id: 31 } })
    const ages = (more: Partial<BasketLine>) =>
      Object.keys(wrongOf(born, stored({ lines: [{ ...line, ...more }] })))
    // Jo is 11 until the day after the session.
    expect(ages({ ageMin: 11 })).toEqual([])
    expect(ages({ ageMin: 12 })).toEqual(['attendee.date_of_birth'])
    expect(ages({ ticketAgeMin: 12 })).toEqual(['attendee.date_of_birth'])
    expect(ages({ ticketAgeMax: 11 })).toEqual([])
    expect(ages({ ticketAgeMax: 10 })).toEqual(['attendee.date_of_birth'])
    expect(ages({ ticketAgeMin: 12, localDate: '2027-03-05' })).toEqual([])
  })
})

it('the age of a person is not judged before their details are complete', () => {
  const old = stored({ lines: [{ ...line, ageMin: 60 }] })
  expect(Object.keys(wrongOf(sent(), old))).toEqual(['attendee.date_of_birth'])
  expect(Object.keys(wrongOf(named({ firstName: undefined }), old))).toEqual(['attendee.first_name'])
  expect(Object.keys(wrongOf(named({ lastName: undefined }), old))).toEqual(['attendee.last_name'])
  expect(inEnglish(wrongOf(named({ dateOfBirth: '2027-03-02' }), old))).toEqual({
    'attendee.date_of_birth': 'Enter a date in the past.',
  })
})

describe('the answers of a waiver', () => {
  const question = {
    id: 71,
    restrictionId: 5,
    text: 'Level?',
    type: 'text' as const,
    options: [],
    required: true,
  }
  const questions = [
    question,
    { ...question, id: 72, required: false },
    { ...question, id: 73, restrictionId: 6 },
  ]

  it('are stored, without those left empty', () => {
    const { accepted } = checkWaiver(
      sent({ answers: [{ questionId: 71, value: 'Beginner' }] }),
      stored({ questions }),
      today,
    )
    expect(accepted?.answers).toEqual([{ questionId: 71, text: 'Level?', value: 'Beginner' }])
  })

  it('are refused by their place; errors of missing ones come last', () => {
    expect(inEnglish(wrongOf(sent(), stored({ questions })))).toEqual({
      'answers.0.value': 'Answer this question.',
    })
    expect(
      inEnglish(wrongOf(sent({ answers: [{ questionId: 72, value: '' }] }), stored({ questions }))),
    ).toEqual({
      'answers.1.value': 'Answer this question.',
    })
    const empty = { questionId: 71, value: '' }
    expect(
      inEnglish(wrongOf(sent({ answers: [{ questionId: 72, value: '' }, empty] }), stored({ questions }))),
    ).toEqual({
      'answers.1.value': 'Answer this question.',
    })
    const second = [{ ...question, id: 70, required: false }, question]
    expect(inEnglish(wrongOf(sent(), stored({ questions: second })))).toEqual({
      'answers.1.value': 'Answer this question.',
    })
    expect(inEnglish(wrongOf(sent({ answers: [empty] }), stored({ questions: second })))).toEqual({
      'answers.0.value': 'Answer this question.',
    })
    const unknown = { questionId: 73, value: 'x' }
    expect(
      inEnglish(wrongOf(sent({ answers: [{ questionId: 71, value: 'x' }, unknown] }), stored({ questions }))),
    ).toEqual({ 'answers.1.question_id': "This question isn't asked here." })
  })

  it('are not asked for while an earlier agreement is valid', () => {
    const holdsUntil = new Map([['31/5/61', '2027-12-31']])
    expect(wrongOf(named({ id: 31 }), stored({ questions, holdsUntil }))).toEqual({})
  })
})

it('refuses a person who is named twice for the same line and waiver', () => {
  const of = (firstName: string, more: Partial<AcceptedWaiver> = {}): AcceptedWaiver => ({
    line,
    waiver,
    attendee: { firstName, lastName: 'Bright', dateOfBirth: '2015-03-05', email: '' },
    heldUntil: null,
    answers: [],
    ...more,
  })
  const errors: Record<string, Text[]> = {}
  refuseDuplicates(
    [
      of('Jo'),
      of('Kim'),
      of('JO'),
      of('Jo', { waiver: { ...waiver, id: 6 } }),
      of('Jo', { line: { ...line, id: 62 } }),
    ],
    errors,
  )
  expect(Object.keys(errors)).toEqual(['waivers.2.attendee.first_name'])
  expect(errors['waivers.2.attendee.first_name']?.map((text) => text(operatorMessages()))).toEqual([
    "You've already named this person.",
  ])
})
