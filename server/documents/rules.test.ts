import { describe, expect, it } from 'vitest'
import { bytesOf, isValidOn, mediaTypeOf, missingDocument, nameOf, presentDocument, typeOf } from './rules.ts'
import type { DocumentRow } from './rules.ts'

const today = '2027-03-04'
const row = (more: Partial<DocumentRow> = {}): DocumentRow => ({
  id: 7,
  documentType: 'student-card',
  status: 'accepted',
  message: null,
  uploadedAt: new Date('2027-01-02T03:04:05Z'),
  expiresOn: '2027-12-31',
  ...more,
})

it('types are slugs, however they are written', () => {
  expect(typeOf(' Student_Card ')).toBe('student-card')
  expect(nameOf('student-card')).toBe('Student card')
  expect(nameOf('proof-of-age')).toBe('Proof of age')
})

describe('DOCUMENT (wire §4)', () => {
  it('has the type with underscores, and its days', () => {
    expect(presentDocument(row(), today)).toMatchObject({
      id: 7,
      documentType: 'student_card',
      name: 'Student card',
      status: 'accepted',
      expiresOn: '2027-12-31',
      documentExpiringSoon: false,
      daysToExpiry: 302,
      message: null,
    })
    expect(presentDocument(row({ expiresOn: null }), today)).toMatchObject({
      status: 'accepted',
      documentExpiringSoon: false,
      daysToExpiry: null,
    })
  })

  it.each([
    ['2027-03-03', 'expired', false, -1],
    ['2027-03-04', 'accepted', true, 0],
    ['2027-04-03', 'accepted', true, 30],
    ['2027-04-04', 'accepted', false, 31],
  ])('that ends on %s is %s, soon: %s', (expiresOn, status, documentExpiringSoon, daysToExpiry) => {
    expect(presentDocument(row({ expiresOn }), today)).toMatchObject({
      status,
      documentExpiringSoon,
      daysToExpiry,
    })
  })

  it('that was not accepted does not expire', () => {
    for (const status of ['in_review', 'refused'] as const)
      for (const expiresOn of ['2027-03-03', today])
        expect(presentDocument(row({ status, expiresOn }), today)).toMatchObject({
          status,
          documentExpiringSoon: false,
        })
  })

  it('that was never uploaded is required', () => {
    expect(missingDocument('student-card')).toMatchObject({
      id: 0,
      documentType: 'student_card',
      name: 'Student card',
      status: 'required',
      documentExpiringSoon: false,
      daysToExpiry: null,
    })
  })
})

it('an accepted document is valid to its last day', () => {
  expect(isValidOn(row({ expiresOn: today }), today)).toBe(true)
  expect(isValidOn(row({ expiresOn: '2027-03-03' }), today)).toBe(false)
  expect(isValidOn(row({ expiresOn: null }), today)).toBe(true)
  expect(isValidOn(row({ status: 'in_review' }), today)).toBe(false)
})

describe('a file', () => {
  const jpeg = [0xff, 0xd8, 0xff, 0xe0]
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]

  it('is what its first bytes say', () => {
    expect(mediaTypeOf(Buffer.from(jpeg))).toBe('image/jpeg')
    expect(mediaTypeOf(Buffer.from(png))).toBe('image/png')
    expect(mediaTypeOf(Buffer.from('%PDF-1.7'))).toBe('application/pdf')
    expect(mediaTypeOf(Buffer.from('<svg>'))).toBeNull()
    expect(mediaTypeOf(Buffer.alloc(0))).toBeNull()
  })

  it('is of a type only where every one of those bytes is right', () => {
    for (let at = 0; at < 3; at += 1) expect(mediaTypeOf(Buffer.from(jpeg.with(at, 0)))).toBeNull()
    for (let at = 0; at < 8; at += 1) expect(mediaTypeOf(Buffer.from(png.with(at, 1)))).toBeNull()
    expect(mediaTypeOf(Buffer.from(' %PDF-1.7'))).toBeNull()
  })

  it('is sent as Base64, in lines or not', () => {
    expect(bytesOf('SGVs\nbG8=\n')?.toString()).toBe('Hello')
    expect(bytesOf('  ')?.toString()).toBe('')
    expect(bytesOf('SGVsbG8')).toBeNull()
    expect(bytesOf('SG.s')).toBeNull()
    expect(bytesOf('=SGV')).toBeNull()
    expect(bytesOf('S===')).toBeNull()
    expect(bytesOf('SGVsbG8=SGVs')).toBeNull()
  })
})
