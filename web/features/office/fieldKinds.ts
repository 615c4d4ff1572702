import type { ActivityField, FieldValue, Subject, VenueField } from '#contract/office.ts'
import * as messages from '#messages/desk/settings.ts'
import type { FormValues } from '#web/platform/useForm.ts'

/*
 * How a field is typed in, and how its value reads. The server checks what is typed as it checks a file, so that here it is
 * only put into the form that a file has.
 */

const kinds = {
  venue: {
    status: 'status',
    description: 'text',
    openingHours: 'hours',
    phone: 'line',
    email: 'line',
    amenities: 'list',
    accessibility: 'list',
    release: 'venueRelease',
  },
  activity: {
    description: 'optionalText',
    preBookingNotice: 'optionalText',
    whatToBring: 'optionalText',
    release: 'ownRelease',
    lastBookableMinutes: 'number',
    freeCancelMinutes: 'number',
    lateCancelFee: 'amount',
    noShowPenalty: 'amount',
    nominalCode: 'line',
    waitlist: 'yesNo',
  },
} as const satisfies { venue: Record<VenueField, string>; activity: Record<ActivityField, string> }

export type FieldKind = (typeof kinds)['venue'][VenueField] | (typeof kinds)['activity'][ActivityField]

/** How the field is typed in, what it is called and what to know of it. */
export const fieldOf = (
  subject: Subject,
  name: string,
): { kind: FieldKind; label: string; hint: string | undefined } => {
  const kind = (kinds[subject] as Readonly<Record<string, FieldKind>>)[name]
  const words = (
    messages.fields[subject] as Readonly<Record<string, { label: string; hint: string | undefined }>>
  )[name]
  if (kind === undefined || words === undefined) throw new Error(`No field ${name} of a ${subject}`)
  return { kind, ...words }
}

export type OpeningTimes = { days: string; hours: string }
export type VenueRelease = { visitorDays: number; customerDays: number; time: string }
export type OwnRelease = { days: number; time: string } | { minutes: number } | null

/** A value as people read it; a list or several lines as several. */
export const describeValue = (
  subject: Subject,
  name: string,
  value: FieldValue,
  currencySymbol: string,
): string[] => {
  const lines = linesOf(subject, name, value, currencySymbol)
  return lines.length === 0 ? [messages.none] : lines
}

const linesOf = (subject: Subject, name: string, value: FieldValue, currencySymbol: string): string[] => {
  switch (fieldOf(subject, name).kind) {
    case 'status':
      return [messages.statuses[value as keyof typeof messages.statuses]]
    case 'hours':
      return (value as OpeningTimes[]).map(messages.hoursLine)
    case 'list':
      return value as string[]
    case 'number':
      return [
        name === 'freeCancelMinutes'
          ? messages.freeUntil(value as number)
          : messages.bookingCloses(value as number),
      ]
    case 'amount':
      if (value === null) return name === 'lateCancelFee' ? [messages.nothingBack] : []
      return [`${currencySymbol}${value as string}`]
    case 'yesNo':
      return [value === true ? messages.yes : messages.no]
    case 'venueRelease':
      return [messages.venueRelease(value as VenueRelease)]
    case 'ownRelease':
      return [describeOwnRelease(value as OwnRelease)]
    default:
      return ((value as string | null) ?? '').split('\n').filter((line) => line !== '')
  }
}

const describeOwnRelease = (release: OwnRelease): string => {
  if (release === null) return messages.asVenue
  return 'minutes' in release ? messages.ownMinutes(release) : messages.ownDays(release)
}

/** What was typed, as it would stand in a file. */
export const typedValue = (kind: FieldKind, { text, all, isChecked }: FormValues): FieldValue => {
  const number = (name: string): number => (text(name).trim() === '' ? Number.NaN : Number(text(name)))
  switch (kind) {
    case 'hours': {
      const hours = all('hours')
      return all('days')
        .map((days, line) => ({ days: days.trim(), hours: (hours[line] ?? '').trim() }))
        .filter((line) => line.days !== '' || line.hours !== '')
    }
    case 'list':
      return text('value')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    case 'number':
      return number('value')
    case 'amount':
    case 'optionalText':
      return text('value').trim() === '' ? null : text('value').trim()
    case 'yesNo':
      return isChecked('value')
    case 'venueRelease':
      return { visitorDays: number('visitorDays'), customerDays: number('customerDays'), time: text('time') }
    case 'ownRelease': {
      const rule = text('rule')
      if (rule === 'minutes') return { minutes: number('minutes') }
      return rule === 'days' ? { days: number('days'), time: text('time') } : null
    }
    default:
      return text('value')
  }
}
