import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeRows, encodeRows } from './sharedRows.ts'

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const slot = (n: number) => ({
  id: `slot-${n}`,
  name: 'Badminton 60 minutes',
  price: { amount: 1050, formatted: '£10.50', options: [{ id: 1, name: 'Adult' }] },
  location: { id: 'hall', name: 'Hall', court: `Court ${n % 4}` },
  waitlistId: n % 11 === 0 ? n : null,
})

test('any list of objects is decoded unchanged', () => {
  const key = fc.constantFrom('id', 'name', 'price', 'constructor', '0', '-')
  const value = fc.letrec<{ value: unknown; object: object }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(null, true, 0, 1, '', 'a', [], [1, null], {}),
      tie('object'),
    ),
    object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  }))
  fc.assert(
    fc.property(fc.array(value.object, { minLength: 2, maxLength: 5 }), (rows) => {
      const encoded = encodeRows(rows)
      expect(decodeRows(overTheWire(encoded) as NonNullable<typeof encoded>)).toEqual(rows)
    }),
  )
})

test('anything but a list of at least two objects is not encoded', () => {
  for (const other of [null, 'text', {}, [], [slot(1)], [1, 2], [slot(1), null], [[], []]])
    expect(encodeRows(other)).toBeUndefined()
})

test('similar rows take at most a third of the bytes', () => {
  const rows = Array.from({ length: 44 }, (_, n) => slot(n))
  expect(JSON.stringify(encodeRows(rows)).length).toBeLessThan(JSON.stringify(rows).length / 3)
})
