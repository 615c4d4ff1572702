import { expect, it } from 'vitest'
import { failuresOf } from '#test/support/partners.ts'
import { orderContext, presentAccess } from './present.ts'

it('gives the code of a place as text, as a picture and as a barcode, and the link to join online, valid by the standard', async () => {
  const access = presentAccess('http://bookings.example', {
    accessCode: '7K2M9X',
    joinLink: 'https://online.example/yoga',
  })
  const url = 'https://bookings.example/codes/7K2M9X.png'
  expect(access).toEqual({
    accessCode: [{ '@type': 'PropertyValue', name: expect.any(String), description: '7K2M9X' }],
    accessPass: [
      { '@type': 'ImageObject', url },
      { '@type': 'Barcode', url, text: '7K2M9X', 'beta:codeType': 'qr' },
    ],
    accessChannel: {
      '@type': 'VirtualLocation',
      name: 'Join online',
      url: 'https://online.example/yoga',
    },
  })
  const failures = await failuresOf(
    { '@context': orderContext, '@type': 'Order', orderedItem: [{ '@type': 'OrderItem', ...access }] },
    'BResponse',
  )
  expect(failures.filter((failure) => /access|context/.test(failure))).toEqual([])
})
