import { plural } from '#messages/format.ts'

export const shoppingBasket = 'Shopping basket'
export const bookActivity = 'Book an activity'

/** The exact texts of the specification, section 8. */
export const added = 'Successfully added item to the basket.'
export const removed = 'Successfully removed item from the basket.'
export const updated = 'Successfully updated item in the basket.'
export const cleared = 'Successfully cleared order.'
export const benefitRemoved = 'Successfully removed benefit.'
export const packageRemoved = 'Successfully removed package usage.'

export const failed = 'Something went wrong. Please try again.'

// The lines
export const forYou = 'For you'
export const forPerson = ({ name }: { name: string }) => `For ${name}`
export const forSomeoneElse = 'For someone else'
export const penalties = 'Penalties'
export const remove = 'Remove'
export const removing = 'Removing…'
export const applyBenefit = ({ name }: { name: string }) => `Use ${name}`
export const removeBenefit = ({ name }: { name: string }) => `Remove ${name}`
export const price = 'Price'
export const quantity = 'Quantity'

// How long the places are held
export const extended = 'We extended your places.'
export const extendedUntil = ({ time }: { time: string }) => `Your places are now held until ${time}.`

// Totals
export const goToCheckout = 'Go to checkout'

// Empty, or being paid
export const basketEmpty = 'Your basket is empty'
export const basketEmptyHint = "Choose an activity. We'll hold your place while you pay."
export const basketEmptyText = ({ minutes }: { minutes: number }) =>
  plural(minutes, {
    one: `Choose an activity, a day and a time. We'll hold your places for ${minutes} minute.`,
    other: `Choose an activity, a day and a time. We'll hold your places for ${minutes} minutes.`,
  })
