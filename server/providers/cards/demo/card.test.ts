import { describe, expect, it } from 'vitest'
import { listDemoCards, readCard } from './card.ts'

const now = new Date('2027-02-28T10:00:00Z')
const typed = {
  cardholderName: ' A Example ',
  cardNumber: '4000 0000-0000 0006',
  expiryDate: '09/30',
  securityCode: '123',
}

describe('a card', () => {
  it('is kept by its last four digits and what it does; of the number nothing else', () => {
    expect(readCard(typed, now)).toEqual({
      cardHolderName: 'A Example',
      brand: 'Visa',
      lastFour: '0006',
      expiry: '0930',
      behaviour: 'authorise',
    })
  })

  it.each([
    ['0002', 'decline'],
    ['0003', 'challenge_pass'],
    ['0004', 'challenge_fail'],
    ['0005', 'pend'],
    ['0259', 'dispute'],
    ['1111', 'authorise'],
  ])('E01: ending %s: %s', (ending, behaviour) => {
    expect(readCard({ ...typed, cardNumber: `400000000000${ending}` }, now)).toMatchObject({ behaviour })
  })

  it('is listed with what it does when the product starts, the disputed one as well', () => {
    expect(listDemoCards()).toEqual([
      '4000 0000 0000 0006 is accepted',
      '4000 0000 0000 0002 is declined',
      '4000 0000 0000 0003 is verified by the bank',
      '4000 0000 0000 0004 fails verification',
      '4000 0000 0000 0005 stays pending',
      '4000 0000 0000 0259 is accepted, and disputed a minute later',
    ])
  })

  it.each([
    ['5100000000000006', 'Mastercard'],
    ['2221000000000006', 'Mastercard'],
    ['340000000000006', 'American Express'],
    ['6000000000000006', 'Demo'],
  ])('%s is a %s', (cardNumber, brand) =>
    expect(readCard({ ...typed, cardNumber }, now)).toMatchObject({ brand }),
  )

  it.each([
    ['cardholderName', ''],
    ['cardholderName', 'x'.repeat(101)],
    ['cardNumber', '4000 0000 000'],
    ['cardNumber', 'four thousand'],
    ['cardNumber', 4000000000000006],
    ['expiryDate', '1330'],
    ['expiryDate', '0030'],
    ['expiryDate', '930'],
    ['expiryDate', '0127'],
    ['securityCode', '12'],
    ['securityCode', '12345'],
    ['securityCode', undefined],
  ])('%s of %s is refused, and only that', (field, value) => {
    const read = readCard({ ...typed, [field]: value }, now)
    expect(read).toEqual({ errors: { [field]: [expect.any(String)] } })
  })

  it('is good until the last moment of its month', () => {
    expect(readCard({ ...typed, expiryDate: '0227' }, now)).toMatchObject({ expiry: '0227' })
    expect(readCard({ ...typed, expiryDate: '0227' }, new Date('2027-03-01T00:00:00Z'))).toMatchObject({
      errors: { expiryDate: ['This card has expired.'] },
    })
  })
})
