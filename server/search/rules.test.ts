import { expect, it } from 'vitest'
import { splitPlace } from './rules.ts'

it('splits what from where', () => {
  expect(splitPlace('badminton near OL1 1AA')).toEqual({ words: 'badminton', place: 'OL1 1AA' })
  expect(splitPlace('badminton near me')).toEqual({ words: 'badminton', place: null })
  expect(splitPlace('badminton   near   OL1 1AA  ')).toEqual({ words: 'badminton', place: 'OL1 1AA' })
  expect(splitPlace('Near Oldham')).toEqual({ words: '', place: 'Oldham' })
  expect(splitPlace('near')).toEqual({ words: 'near', place: null })
  expect(splitPlace('yoga tomorrow')).toEqual({ words: 'yoga tomorrow', place: null })
})
