import { expect, it } from 'vitest'
import type { Language } from '#server/messages/languages.ts'
import { offeredLanguage, readerLanguage } from './readerLanguage.ts'

const [en, cy] = ['en', 'cy'] as Language[] as [Language, Language]
const signs = { link: undefined, cookie: undefined, account: undefined, accepted: undefined }

it.each([
  [{ link: 'cy', cookie: 'en', account: 'en-GB', accepted: 'en' }, cy],
  [{ cookie: 'cy', account: 'en-GB', accepted: 'en' }, cy],
  [{ account: 'cy-GB', accepted: 'en' }, cy],
  [{ accepted: 'cy' }, cy],
  [{ accepted: 'de, CY-gb;q=0.8, en;q=0.5' }, cy],
  [{ accepted: 'cy;q=0.2, en' }, en],
  [{ accepted: 'cy;q=0, de' }, en],
  [{ link: 'de', cookie: 'xx', account: 'fr', accepted: 'cy' }, cy],
  [{}, en],
  [{ accepted: '*, ,;q=1' }, en],
])('%o reads %s', (given, language) => {
  expect(readerLanguage({ ...signs, ...given }, [en, cy])).toBe(language)
})

it('is the first that the operator offers where nothing says another', () => {
  expect(readerLanguage({ ...signs, accepted: 'de' }, [cy, en])).toBe(cy)
  expect(readerLanguage({ ...signs, link: 'cy', cookie: 'cy', accepted: 'cy' }, [en])).toBe(en)
})

it('a tag is a language by its first part, whatever the case of its letters', () => {
  expect(['cy', 'cy-GB', 'CY', 'cyx', '', null].map((tag) => offeredLanguage(tag, [en, cy]))).toEqual([
    cy,
    cy,
    cy,
    undefined,
    undefined,
    undefined,
  ])
})
