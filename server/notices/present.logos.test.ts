import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mailLogo } from './present.ts'

const file = readFileSync(new URL('../../demo/assets/quillmoor-mail.png', import.meta.url))
const png = `data:image/png;base64,${file.toString('base64')}`

it('E14: the logo of a message is 40 px high, and at an address that names its contents', () => {
  expect(mailLogo(1, png)).toMatchObject({
    path: expect.stringMatching(/^\/mail-logos\/1-[0-9a-f]{12}\.png$/) as string,
    width: 198,
    height: 40,
    bytes: new Uint8Array(file),
  })
  expect(mailLogo(1, 'https://pictures.example/logo.png')).toEqual({
    address: 'https://pictures.example/logo.png',
    height: 40,
  })
})

it.each([
  null,
  '',
  'data:image/svg+xml,<svg/>',
  'https://pictures.example/logo.svg',
  'http://pictures.example/logo.png',
  'data:image/png;base64,AAAA',
])('E14: is the name where a mail program could not draw it: %s', (logo) => {
  expect(mailLogo(1, logo)).toBeNull()
})
