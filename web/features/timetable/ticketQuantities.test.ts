import { expect, it } from 'vitest'
import type { TicketType } from '#contract/shapes.ts'
import { quantitiesOf } from './ticketQuantities.ts'

it('are no more than there are places, or the kind of ticket allows', () => {
  const adult = {
    id: 1,
    maxQuantity: 4,
    pricingOptions: [],
    pricingOption: { id: 7 },
  } as unknown as TicketType
  const quantityOf = (chosen: number, places: number) =>
    quantitiesOf([adult], { '1': { quantity: chosen } }, places).map(({ quantity }) => quantity)
  expect(quantityOf(3, 10)).toEqual([3])
  expect(quantityOf(3, 2)).toEqual([2])
  expect(quantityOf(3, 0)).toEqual([0])
  expect(quantityOf(9, 10)).toEqual([4])
})
