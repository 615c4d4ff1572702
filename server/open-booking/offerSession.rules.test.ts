import { expect, it } from 'vitest'
import { withSession } from './offerSession.ts'

it('asks for the other session where it asked for the first, and for all else as before', () => {
  const address = (id: number) => `https://onside9.example:8443/api/openactive/scheduled-sessions/${id}`
  const request = {
    '@type': 'Order',
    orderedItem: [
      { position: 0, orderedItem: address(110), acceptedOffer: 'a' },
      { position: 1, orderedItem: address(11), acceptedOffer: 'b' },
    ],
  }
  expect(withSession(request, { from: 11, to: 205 })).toEqual({
    '@type': 'Order',
    orderedItem: [
      { position: 0, orderedItem: address(110), acceptedOffer: 'a' },
      { position: 1, orderedItem: address(205), acceptedOffer: 'b' },
    ],
  })
})
