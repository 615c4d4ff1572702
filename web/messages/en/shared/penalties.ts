import { plural } from '#messages/format.ts'

export const missedPayments = ({ count }: { count: number }) =>
  plural(count, {
    one: 'You have a membership payment to pay',
    other: `You have ${count} membership payments to pay`,
  })
export const amounts = ({ count }: { count: number }) =>
  plural(count, { one: 'You have an amount to pay', other: `You have ${count} amounts to pay` })
export const penalties = ({ count }: { count: number }) =>
  plural(count, { one: 'You have a penalty to pay', other: `You have ${count} penalties to pay` })
export const addToBasket = 'Add to basket'
export const addItemToBasket = ({ item, amount }: { item: string; amount: string }) =>
  `Add to basket: ${item}, ${amount}`
