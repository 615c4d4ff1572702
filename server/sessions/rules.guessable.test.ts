import { expect, it } from 'vitest'
import { isGuessedFirst, lettersOf } from './rules.ts'

it.each([
  'qwerty',
  'ertyuiop',
  '87654321',
  'zyxwvuts',
  '1q2w3e4r5t',
  'qwertyqwerty',
  'aaaaaaaa',
  'abcabcabc',
  'aabbccaabbcc',
  'password1!',
  'p@ssw0rd',
  '2027summer',
  'l1verpool',
  'arsen4l-2027',
  'manunitedmanunited',
  'leisurecentre2027',
  'letmein123',
  'superman!!',
  'd0lphin1999',
  'zzkzzqkkqzqk',
  'ncc1701',
  'ncc1701ncc1701',
  'tiger-1999',
])('%s is guessed among the first', (password) => {
  expect(isGuessedFirst(password)).toBe(true)
})

it.each([
  'kestrel-over-marsh',
  'northgate-tuesday-swim',
  'qwerty and a long sentence',
  'vq7!mzk2#tdw',
  'abxcdy',
  'zzkxzqkkqzqx',
  'jack1999!!',
  'summerhouse-lane-41',
])('%s is not', (password) => {
  expect(isGuessedFirst(password)).toBe(false)
})

it('letters are compared without digits and signs', () => {
  expect(lettersOf('2027-summer!')).toBe('summer')
  expect(lettersOf('1234')).toBe('')
})
