import { expect, test } from 'vitest'
import { vtimezone } from './vtimezone.ts'

const lines = (zone: string, from: string, until = from): string[] =>
  vtimezone(zone, new Date(from), new Date(until)).split('\r\n')

test('names the change in force at the first time and those of the year that follows', () => {
  const london = lines('Europe/London', '2027-03-04T13:30:00Z')
  expect(london.slice(0, 8)).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/London',
    'BEGIN:STANDARD',
    'DTSTART:20261025T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0000',
    'TZNAME:GMT',
    'END:STANDARD',
  ])
  expect(london).toContain('DTSTART:20270328T010000')
  expect(london).toContain('DTSTART:20271031T020000')
  expect(london.at(-1)).toBe('END:VTIMEZONE')
})

test('summer time is DAYLIGHT, with its own name', () => {
  const text = lines('Europe/London', '2027-07-01T12:00:00Z').join('\n')
  expect(text).toContain(
    'BEGIN:DAYLIGHT\nDTSTART:20270328T010000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\nTZNAME:BST',
  )
})

test('a zone whose clocks have not changed since has its last change and nothing to come', () => {
  expect(lines('Asia/Kolkata', '2027-03-04T13:30:00Z')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Kolkata',
    'BEGIN:STANDARD',
    expect.stringMatching(/^DTSTART:19/),
    expect.stringMatching(/^TZOFFSETFROM:/),
    'TZOFFSETTO:+0530',
    expect.stringMatching(/^TZNAME:/),
    'END:STANDARD',
    'END:VTIMEZONE',
  ])
})

test('a zone that never changes still says what it is', () => {
  expect(lines('UTC', '2027-03-04T13:30:00Z')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:UTC',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0000',
    'TZNAME:UTC',
    'END:STANDARD',
    'END:VTIMEZONE',
  ])
})
