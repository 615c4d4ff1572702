import { expect, it } from 'vitest'
import { actName, factText } from './AuditLog.tsx'

it('says acts and what is recorded of them in words, and what has none as the log does', () => {
  expect(actName('booking refunded')).toBe('Booking refunded')
  expect(actName('an act of an earlier version')).toBe('an act of an earlier version')
  expect(factText({ name: 'reason', before: null, value: 'Pump failed' })).toBe('Reason: Pump failed')
  expect(factText({ name: 'lastName', before: 'Cobb', value: 'Cole' })).toBe('Last name: Cobb → Cole')
  expect(factText({ name: 'unheard_of', before: null, value: '3' })).toBe('unheard_of: 3')
})
