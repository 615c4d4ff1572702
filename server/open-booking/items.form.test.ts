import { describe, expect, it } from 'vitest'
import { attendeeDetailsRequired, checkForm, isCompleteAttendee, presentForm } from './items.ts'
import type { Question } from './items.ts'

const feeds = 'https://onside.example/api/openactive/demo'
const field = (id: number) => `${feeds}/questions/${id}`
const question = (id: number, more: Partial<Question> = {}): Question => ({
  id,
  text: 'Level?',
  type: 'text',
  options: [],
  required: true,
  ...more,
})
const level = question(2, {
  type: 'select',
  options: [
    { value: 'new', label: 'I am new' },
    { value: 'fit', label: 'I am fit' },
  ],
})

it('questions are a form of the standard', () => {
  const born = question(3, { type: 'date', required: false })
  expect(presentForm([question(1), level, born], feeds)).toEqual([
    { '@type': 'ParagraphFormFieldSpecification', '@id': field(1), name: 'Level?', valueRequired: true },
    {
      '@type': 'DropdownFormFieldSpecification',
      '@id': field(2),
      name: 'Level?',
      valueRequired: true,
      valueOption: ['I am new', 'I am fit'],
    },
    {
      '@type': 'ShortAnswerFormFieldSpecification',
      '@id': field(3),
      name: 'Level?',
      description: 'YYYY-MM-DD',
      valueRequired: false,
    },
  ])
})

it('a box is never required by the standard, so its form says where it must be ticked', () => {
  const box = question(1, { type: 'checkbox', text: 'We play by the rules' })
  const form = {
    '@type': 'BooleanFormFieldSpecification',
    '@id': field(1),
    name: 'We play by the rules',
  }
  expect(presentForm([box], feeds)).toEqual([{ ...form, description: 'Must be ticked to book.' }])
  expect(presentForm([{ ...box, required: false }], feeds)).toEqual([form])
})

describe('the answers to a form', () => {
  const check = (questions: Question[], sent?: [number, string | boolean][]) =>
    checkForm(
      questions,
      {
        orderItemIntakeFormResponse: sent?.map(([id, value]) => ({
          '@type': 'PropertyValue' as const,
          propertyID: field(id),
          value,
        })),
      },
      feeds,
    )

  it('are stored, those of a list by their value', () => {
    expect(
      check(
        [question(1), level],
        [
          [1, 'None'],
          [2, 'I am fit'],
        ],
      ),
    ).toEqual({
      answers: [
        { questionId: 1, value: 'None' },
        { questionId: 2, value: 'fit' },
      ],
      errors: [],
    })
  })

  it('are missing or wrong, by the address of the field', () => {
    expect(check([question(1), level], [[2, 'I am tired']]).errors).toEqual([
      { type: 'IncompleteIntakeFormError', instance: field(1), description: 'Answer this question.' },
      { type: 'InvalidIntakeFormError', instance: field(2), description: 'Choose one of the answers.' },
    ])
    expect(check([question(1)]).errors).toHaveLength(1)
  })

  it('are text where text is asked for, and true or false for a box', () => {
    expect(check([question(1)], [[1, true]]).errors).toEqual([
      { type: 'InvalidIntakeFormError', instance: field(1), description: 'The answer has to be text.' },
    ])
    const box = question(1, { type: 'checkbox' })
    expect(check([box], [[1, true]])).toEqual({ answers: [{ questionId: 1, value: true }], errors: [] })
    expect(check([box], [[1, false]]).errors).toMatchObject([{ type: 'InvalidIntakeFormError' }])
  })

  it('are not stored where they may be left empty', () => {
    const optional = question(1, { required: false })
    expect(check([optional], [[1, '']])).toEqual({ answers: [], errors: [] })
    expect(check([optional])).toEqual({ answers: [], errors: [] })
  })
})

it('a person who takes part has both names and an address', () => {
  const ann = { '@type': 'Person' as const, givenName: 'Ann', familyName: 'Other', email: 'ann@example.com' }
  expect(isCompleteAttendee(ann)).toBe(true)
  expect(isCompleteAttendee({ ...ann, givenName: '' })).toBe(false)
  expect(isCompleteAttendee({ ...ann, familyName: undefined })).toBe(false)
  expect(isCompleteAttendee({ ...ann, email: undefined })).toBe(false)
  expect(isCompleteAttendee(undefined)).toBe(false)
  expect(attendeeDetailsRequired).toEqual([
    'https://schema.org/givenName',
    'https://schema.org/familyName',
    'https://schema.org/email',
  ])
})
