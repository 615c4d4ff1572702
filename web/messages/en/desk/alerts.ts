import { list, plural } from '#messages/format.ts'

export const summary = ({ count }: { count: number }): string => `${count} things to see to`
export const noInstructor = ({ session, time }: { session: string; time: string }): string =>
  `${session} at ${time} has no instructor.`
export const chooseInstructor = 'Choose one'
export const fewBooked = ({
  session,
  time,
  count,
}: {
  session: string
  time: string
  count: number
}): string =>
  plural(count, {
    one: `Only 1 person has booked ${session} at ${time}.`,
    other: `Only ${count} people have booked ${session} at ${time}.`,
  })
export const notBooked = ({ session, time }: { session: string; time: string }): string =>
  `Nobody has booked ${session} at ${time}.`
export const openSession = 'Open it'
export const placesForWaitlist = ({
  session,
  time,
  waiting,
}: {
  session: string
  time: string
  waiting: number
}): string =>
  plural(waiting, {
    one: `${session} at ${time} has free places, and 1 person waits.`,
    other: `${session} at ${time} has free places, and ${waiting} people wait.`,
  })
export const offerPlaces = 'Offer places'
export const cashDue = ({ count, amount }: { count: number; amount: string }): string =>
  plural(count, {
    one: `${amount} is due to 1 person.`,
    other: `${amount} is due to ${count} people.`,
  })
export const payOut = 'Pay it out'
export const tillLeftOpen = ({ till, day }: { till: string; day: string }): string =>
  `${till} is open since ${day}.`
export const closeTill = 'Close it'
export const documents = ({ count }: { count: number }): string =>
  plural(count, { one: '1 document waits for a check.', other: `${count} documents wait for a check.` })
export const checkDocuments = 'Check'
export const requests = ({ count }: { count: number }): string =>
  plural(count, { one: '1 booking request waits.', other: `${count} booking requests wait.` })
export const decide = 'Decide'
export const failing = ({ what }: { what: readonly ('mail' | 'cards')[] }): string =>
  `Not working: ${list(what.map((one) => systems[one]))}.`
const systems = { mail: 'sending e-mail', cards: 'card payments and refunds' } as const
export const failingAct = 'See what waits'
export const hirerPaper = ({
  hirer,
  what,
  day,
  isOver,
}: {
  hirer: string
  what: 'safeguarding' | 'insurance'
  day: string
  isOver: boolean
}): string =>
  `${papers[what]} of ${hirer} ${isOver ? 'ended on' : what === 'insurance' ? 'ends on' : 'end on'} ${day}.`
const papers = { safeguarding: 'The safeguarding papers', insurance: 'The insurance' } as const
export const askForPaper = 'Open the hirer'
