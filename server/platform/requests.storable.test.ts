import { expect, test } from 'vitest'
import { couldBeUnstorable, isStorable, unstorablePaths } from './requests.ts'

test('text with U+0000 or half of a surrogate pair cannot be stored', () => {
  expect(['', 'Zoë 🏸', '\t\n'].map(isStorable)).toEqual([true, true, true])
  expect(['\0', 'a\0b', '\ud83c', '\udff8 a'].map(isStorable)).toEqual([false, false, false, false])
})

test('what was sent is searched when it could hold such text, however it is written', () => {
  for (const sent of ['?a=%00', '{"a":"\\u0000"}', '{"a":"\\uD83c"}', 'a\0'])
    expect(couldBeUnstorable(sent)).toBe(true)
  for (const sent of ['?a=%20', '{"a":"\\u00e9"}', 'Zoë 🏸']) expect(couldBeUnstorable(sent)).toBe(false)
})

test('fields with such text are found by their path, and names that have it by the path of their object', () => {
  expect(
    unstorablePaths({ name: 'Ada', lines: [{ note: 'x\0' }, { note: 'y' }], count: 2, none: null }),
  ).toEqual([['lines', '0', 'note']])
  expect(unstorablePaths({ answers: { 'a\0': 'b' } })).toEqual([['answers']])
  expect(unstorablePaths('\0')).toEqual([[]])
})
