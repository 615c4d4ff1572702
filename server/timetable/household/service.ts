import type { HouseholdPerson } from '#contract/timetable.ts'
import * as messages from '#server/messages/en/eligibility.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { loadWallets } from '#server/pricing/service.ts'
import { callerFor } from '#server/timetable/actions/rules.ts'
import type { CallerProfile } from '#server/timetable/actions/rules.ts'
import type { Day } from '#server/timetable/days/rules.ts'
import { whyNot } from '#server/timetable/rules.ts'
import type { Form } from '#server/timetable/rules.ts'
import { toCandidate } from '#server/waivers/rules.ts'
import { listLastAttendees } from './queries.ts'
import { ticketsFor } from './rules.ts'

/** The caller's basket lines and household, as far as they concern a day. */
export type HouseholdProfile = Pick<CallerProfile, 'basketId'> & {
  lines: readonly (CallerProfile['lines'][number] & { personId: number | null })[]
  people: readonly (CallerProfile['people'][number] & { firstName: string; lastName: string })[]
}

/** The customer and those they may book for: who can go to an occurrence, who cannot and why, and what each pays. */
export const readHousehold = async (
  db: Database,
  { person, customerId }: Actor,
  { basketId, lines, people }: HouseholdProfile,
  { day, occurrenceId, form }: { day: Day; occurrenceId: number; form: Form },
  now: Date,
): Promise<HouseholdPerson[]> => {
  const found = day.occurrences.find(({ row }) => row.id === occurrenceId)
  if (found === undefined || customerId === null) throw notFound()
  const { offering, day: localDate } = day
  const ids = people.map(({ id }) => id)
  const [wallets, lastAttendees] = await Promise.all([
    loadWallets(db, ids, [{ ...offering, day: localDate }], now),
    listLastAttendees(db, ids, offering.activityId),
  ])
  const { self, linked } = callerFor(found.row, { basketId, lines, people }, false)
  const states = self === null ? [] : [self, ...linked]
  const occurrence = { ...found.occurrence, window: found.windows.customer }
  return people.flatMap((row, index): HouseholdPerson[] => {
    const state = states[index]
    if (state === undefined) return []
    const isSelf = row.id === customerId
    const firstName = isSelf && person?.id === customerId ? null : row.firstName
    const candidate = toCandidate(row, localDate)
    const wallet = wallets.get(row.id) ?? null
    const tickets = ticketsFor(found, candidate, firstName, wallet, { offering, form, day: localDate })
    const why = whyNot(occurrence, state, basketId, now, firstName)
    const noTicket = why === null && tickets.length === 0
    return [
      {
        id: row.id,
        firstName: row.firstName,
        lastName: row.lastName,
        age: candidate.age,
        isSelf,
        wentLast: lastAttendees.includes(row.id),
        isInBasket: lines.some((line) => line.occurrenceId === occurrenceId && line.personId === row.id),
        reason: noTicket ? messages.noTicketForAge({ firstName }) : (why?.message ?? null),
        reasonCode: noTicket ? 'age' : (why?.code ?? null),
        tickets,
      },
    ]
  })
}
