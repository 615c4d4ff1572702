import { describe, expect, it } from 'vitest'
import { dayFromText } from './dayText.ts'

describe('a day as people type it', () => {
  it.each([
    ['1990-06-21'],
    ['21 6 1990'],
    [' 21/06/1990 '],
    ['21.6.1990'],
    ['21-6-1990'],
    ['21061990'],
    ['21 June 1990'],
    ['21st Jun, 1990'],
  ])('is read from %s', (text) => {
    expect(dayFromText(text)).toBe('1990-06-21')
  })

  it.each(['', '21/6/90', '31/2/1990', '6/21/1990', '1990', '21 Foo 1990', '21 6 1990 5'])(
    'is not guessed from “%s”',
    (text) => {
      expect(dayFromText(text)).toBeUndefined()
    },
  )
})
