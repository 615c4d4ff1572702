import { describe, expect, it } from 'vitest'
import { openBooking } from './open-booking.ts'

const accepts = (address: string): boolean =>
  openBooking.registerPartner.body.safeParse({ name: 'FitFinder', redirectUris: [address] }).success

describe("a booking partner's callback", () => {
  it.each([
    'https://partner.example/callback',
    'https://partner.example/callback?from=onside',
    'http://localhost:3000/callback',
    'http://127.0.0.1:8080/',
  ])('may be %s', (address) => {
    expect(accepts(address)).toBe(true)
  })

  it.each([
    'http://partner.example/callback',
    'https://partner.example/callback#part',
    'https://partner.example/callback#',
    'https://ann:secret@partner.example/callback',
    'https://ann@partner.example/callback',
    'https://*.partner.example/callback',
    'https://partner.example/*',
    'http://localhost.partner.example/',
    'javascript:alert(1)',
    'partner.example',
  ])('may not be %s', (address) => {
    expect(accepts(address)).toBe(false)
  })
})
