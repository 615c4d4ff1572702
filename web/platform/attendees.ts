import type { Basket } from '#contract/baskets.ts'
import { links } from './links.ts'

/** Whether the basket says for whom each line is: not where everything is for the customer who books. */
export const namesAttendees = (items: Basket['items'], customerId: number | null): boolean =>
  items.some(({ attendee, forGuest }) => forGuest || (attendee !== null && attendee.userId !== customerId))

/** Whether attendees must accept a waiver or answer a question before the basket can be paid (E09). */
export const requiresAttendeeAnswers = ({
  attendeeWaiversRequired,
  items,
}: Pick<Basket, 'attendeeWaiversRequired' | 'items'>): boolean =>
  attendeeWaiversRequired || items.some(({ questionsRequired }) => questionsRequired > 0)

/** Also true for optional questions, which are offered before the checkout and do not block it. */
export const hasAttendeeQuestions = (basket: Pick<Basket, 'attendeeWaiversRequired' | 'items'>): boolean =>
  requiresAttendeeAnswers(basket) || basket.items.some(({ questionsOptional }) => questionsOptional > 0)

/** The page that leads to paying: the questions first, also where answers are optional. */
export const nextToPay = (basket: Pick<Basket, 'attendeeWaiversRequired' | 'items'> | undefined): string =>
  basket && hasAttendeeQuestions(basket) ? links.attendees() : links.checkout()
