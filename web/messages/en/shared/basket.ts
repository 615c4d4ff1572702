import { plural } from '#messages/format.ts'

export const shoppingBasket = 'Shopping basket'
export const bookActivity = 'Book an activity'

/** The exact texts of the specification, section 8. */
export const added = 'Successfully added item to the basket.'
export const removed = 'Successfully removed item from the basket.'

export const failed = 'Something went wrong. Please try again.'

// Empty, or being paid
export const basketEmpty = 'Your basket is empty'
export const basketEmptyHint = "Choose an activity. We'll hold your place while you pay."
export const basketEmptyText = ({ minutes }: { minutes: number }) =>
  plural(minutes, {
    one: `Choose an activity, a day and a time. We'll hold your places for ${minutes} minute.`,
    other: `Choose an activity, a day and a time. We'll hold your places for ${minutes} minutes.`,
  })
