import type { Body } from '#contract/endpoint.ts'
import { dayFromText } from '#contract/dayText.ts'
import { ageInYears } from '#contract/time.ts'
import type { GuardianRelation, waivers } from '#contract/waivers.ts'
import * as messages from '#messages/shared/attendees.ts'
import { hasValidWaiver, type AttendeeLine } from './attendeeLines.ts'
import type { AttendeesDraft } from './attendeesDraft.ts'

/** The adult who signs for the people under 18; undefined when all are adults. */
export type GuardianSent = Body<typeof waivers.send>['guardian']

/** From this age a person signs for themselves. */
const adultAge = 18

/** First names of the people under 18 who need a signature. */
export const minorsOf = (
  lines: readonly AttendeeLine[],
  { values, chosen }: AttendeesDraft,
  today: string,
): string[] => {
  const names = lines.flatMap(({ item, required }) =>
    required.flatMap(({ key, person }) => {
      const attendee = chosen[key] ?? person
      if (hasValidWaiver(chosen[key], item)) return []
      const text = (field: string): string => String(values[`${key}.${field}`] ?? '').trim()
      const born = attendee?.dateOfBirth ?? dayFromText(text('dateOfBirth'))
      if (born === undefined || born > today || ageInYears(born, today) >= adultAge) return []
      return [attendee?.firstName ?? (text('firstName') || messages.unnamedMinor)]
    }),
  )
  return [...new Set(names)]
}

/** In the order in which they are offered. */
export const guardianRelations = [
  'parent',
  'guardian',
  'relative',
  'other',
] as const satisfies GuardianRelation[]

export const guardianToSend = (values: AttendeesDraft['values']): GuardianSent => {
  const name = values['guardian.name']
  const relation = guardianRelations.find((one) => one === values['guardian.relation'])
  return typeof name !== 'string' || relation === undefined ? undefined : { name: name.trim(), relation }
}
