import { expect, it } from 'vitest'
import { money, siteOrigin, weekdays } from './fields.ts'

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
