import { expect, it } from 'vitest'
import { day, endTime, money, number, siteOrigin, time, weekdays } from './fields.ts'

it('reads amounts in the currency of the operator, and nothing that would be a fraction', () => {
  const pounds = money('£')
  expect(['13.45', '£13.45', '13.5', '£13.5', '0'].map((cell) => pounds.parse(cell))).toEqual([
    1345, 1345, 1350, 1350, 0,
  ])
  expect([money('€').parse('€13.45'), money('$').parse('$13.45')]).toEqual([1345, 1345])
  const cells = ['13.', '.45', '13,45', '1,345.00', '13.455', '-1.00', '£ 13.45', '£€1.00', '€13.45', '']
  expect(cells.filter((cell) => pounds.safeParse(cell).success)).toEqual([])
})

it.each([
  ['daily', [1, 2, 3, 4, 5, 6, 7]],
  ['Every day', [1, 2, 3, 4, 5, 6, 7]],
  ['Mon', [1]],
  ['Tuesdays', [2]],
  ['Mon-Fri', [1, 2, 3, 4, 5]],
  ['Mon–Fri', [1, 2, 3, 4, 5]],
  ['Mon — Fri', [1, 2, 3, 4, 5]],
  ['monday to friday', [1, 2, 3, 4, 5]],
  ['Sat/Sun', [6, 7]],
  ['Mon, Wed', [1, 3]],
  ['Mon, Wed and Fri', [1, 3, 5]],
  ['Mon & Thurs', [1, 4]],
  ['Mon Wed Sat-Sun', [1, 3, 6, 7]],
  ['Fri-Mon', [1, 5, 6, 7]],
])('reads the weekdays of "%s" whole', (cell, expected) => {
  expect(weekdays.parse(cell)).toEqual(expected)
})

it.each(
  `Monkey MonWedFri Mo Funday Mon-Wed-Fri -Mon Mon- Mon/ Mon.. M-F weekdays Mon(term) Sat/Sunshine Mon--Fri Mon~Fri
  daily,except,Mon Mon1`.split(/\s+/),
)('refuses "%s" as weekdays', (cell) => {
  expect(weekdays.safeParse(cell).success).toBe(false)
})

it('reads the address of a site, and refuses one with a path', () => {
  expect(siteOrigin.parse('https://town.example/')).toBe('https://town.example')
  const cells = [
    'https://town.example/books',
    'https://town.example?x',
    'https://me@town.example',
    'ftp://x.example',
  ]
  expect(cells.filter((cell) => siteOrigin.safeParse(cell).success)).toEqual([])
})

/** What a cell is read as, or the sentence with which it is refused. */
const read = (schema: { safeParse: typeof time.safeParse }, cell: string): unknown => {
  const parsed = schema.safeParse(cell)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}

it.each([
  ['2026-12-24', '2026-12-24'],
  ['24/12/2026', '2026-12-24'],
  ['12/24/2026', '2026-12-24'],
  ['24.12.2026', '2026-12-24'],
  ['5/5/2026', '2026-05-05'],
  ['2026/12/24', '2026-12-24'],
  ['24 Dec 2026', '2026-12-24'],
  ['4-September-2026', '2026-09-04'],
  ['today', '2027-03-01'],
])('reads "%s" as a day, since it can be no other', (cell, expected) => {
  expect(read(day('2027-03-01'), cell)).toBe(expected)
})

it.each([
  ['03/04/2026', ' Did you mean 2026-04-03 or 2026-03-04?'],
  ['24/12/26', ' Did you mean 2026-12-24?'],
  ['24-Dec-26', ' Did you mean 2026-12-24?'],
  ['31/02/2026', ''],
  ['24 Nop 2026', ''],
  ['soon', ''],
])('refuses "%s" as a day, with what it may be', (cell, suggestion) => {
  expect(read(day('2027-03-01'), cell)).toBe(
    `should be a date such as 2027-03-04, today or +3d.${suggestion}`,
  )
})

it('reads times with am or pm, and refuses twelve and times without a colon with what they may be', () => {
  const cells = ['9:00', '6:00pm', '6:30 PM', '6.15 p.m.', '9am', '11:59:00 am']
  expect(cells.map((cell) => read(time, cell))).toEqual([
    '09:00',
    '18:00',
    '18:30',
    '18:15',
    '09:00',
    '11:59',
  ])
  expect(read(endTime, '24:00')).toBe('24:00')
  const form = 'should be a time such as 18:30.'
  expect(['12pm', '18:00pm', '1830', '6.30', '25:00', 'noon'].map((cell) => read(time, cell))).toEqual([
    `${form} Did you mean 12:00 or 00:00?`,
    `${form} Did you mean 18:00?`,
    `${form} Did you mean 18:30?`,
    `${form} Did you mean 06:30?`,
    form,
    form,
  ])
})

it('names what an amount or a number with a comma may be', () => {
  const form = 'should be pounds and pence such as 13.45.'
  expect(
    ['6.2', '13,45', '1,345.00', '£ 13.45', 'free'].map((cell) => read(money('£') as never, cell)),
  ).toEqual([
    620,
    `${form} Did you mean 13.45?`,
    `${form} Did you mean 1345.00?`,
    `${form} Did you mean 13.45?`,
    form,
  ])
  expect(['16', '16.0', '1,000', '1,5'].map((cell) => read(number() as never, cell))).toEqual([
    16,
    16,
    'should be a whole number. Did you mean 1000?',
    'should be a whole number.',
  ])
})
