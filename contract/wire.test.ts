import { expect, test } from 'vitest'
import { camelName, snakeName } from './wire.ts'

test.each([
  ['startsAt', 'starts_at'],
  ['format24Hour', 'format_24_hour'],
  ['isV2', 'is_v2'],
  ['v1Type', 'v1_type'],
  ['address2', 'address_2'],
  ['dev2', 'dev_2'],
  ['secondaryColour12', 'secondary_colour_12'],
  ['id', 'id'],
])('%s is %s on the wire', (ours, wire) => {
  expect(snakeName(ours)).toBe(wire)
})

// Quadratic time would be minutes.
test('a long name is converted like any other', () => {
  const long = 'a'.repeat(1_000_000)
  expect(snakeName(long)).toBe(long)
  expect(snakeName(`${long}1`)).toBe(`${long}_1`)
  expect(camelName(`${long}_1`)).toBe(`${long}1`)
})
