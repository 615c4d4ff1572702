import { expect, it } from 'vitest'
import { normalise } from './searchText.ts'

it('compares text without case, accents, punctuation and further spaces', () => {
  expect(normalise(' Éclair  –  Yoga! ')).toBe('eclair yoga')
  expect(normalise("St. Anne’s / St Anne's")).toBe('st annes st annes')
  expect(normalise('KB1 2AA')).toBe('kb1 2aa')
  expect(normalise('–')).toBe('')
})
