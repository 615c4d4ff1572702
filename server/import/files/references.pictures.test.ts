import { expect, test } from 'vitest'
import { pictureAddress } from './references.ts'

const addressOf = (svg: string): string =>
  decodeURIComponent(
    pictureAddress({ asset: () => Buffer.from(svg) }, 'logo.svg', (sentence) => {
      throw new Error(sentence)
    }),
  )

test('a drawing stays the drawing it was when it becomes an address', () => {
  const plain = '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="#fff"/></svg>'
  expect(addressOf(plain)).toBe(`data:image/svg+xml,${plain.replaceAll('"', "'")}`)
  const quoted = `<svg xmlns="http://www.w3.org/2000/svg"><text font-family="Lato, 'Open Sans'">Hello</text></svg>`
  expect(addressOf(quoted)).toBe(`data:image/svg+xml,${quoted}`)
})
