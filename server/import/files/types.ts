import type { z } from 'zod'
import type { LineColumn } from '#server/timetable/occurrence.ts'
import type { OneOff, Series } from '#server/timetable/programme.ts'
import type { activityEntry, restrictionEntry } from './schema/activities.ts'
import type { membershipEntry, packageEntry } from './schema/memberships.ts'
import type { operatorFile, termsEntry, themeEntry, venueEntry } from './schema/operator.ts'
import type { personEntry } from './schema/people.ts'
import type { saleEntry, waitlistEntry } from './schema/timetable.ts'

/* The normalised content of the files: one activity a venue, inherited values written out. Rows refer to each other by slug. */

/*
 * An operator's files as the tables want them: one activity a venue, every name known, everything inherited
 * written out. Rows name each other by slug.
 */
export type RestrictionFile = z.output<typeof restrictionEntry>

export type QuestionFile = RestrictionFile['questions'][number]

export type Activity = z.output<ReturnType<typeof activityEntry>>['children'][number]

type OperatorEntry = z.output<ReturnType<typeof operatorFile>>

type ThemeEntry = z.output<typeof themeEntry>

export type VenueFile = z.output<ReturnType<typeof venueEntry>>

export type SaleFile = z.output<ReturnType<typeof saleEntry>>

export type WaitlistFile = z.output<ReturnType<typeof waitlistEntry>>

/** A session, by when it is. */
export type SessionReference = Pick<SaleFile, 'venue' | 'activity' | 'session' | 'on' | 'at'>

export type PersonFile = z.output<ReturnType<typeof personEntry>>

export type ProofFile = PersonFile['documents'][number] & {
  reference: string
  bytes: Buffer
  mediaType: 'image/jpeg' | 'image/png' | 'application/pdf'
}

export type MembershipFile = z.output<ReturnType<typeof membershipEntry>>

export type PackageFile = z.output<typeof packageEntry>

export type LocationFile = {
  venue: string
  slug: string
  name: string
  kind: 'resource' | 'venue'
  position: number
  /** The smallest pieces of floor it stands on, by slug. */
  spaces: string[]
}

/** Where something begins in the files, and where each field that it has does. The first line is 1. */
export type FilePosition = { file: string; line: number; fieldLines: Readonly<Record<string, number>> }

/** Where a venue stands in the files, or an activity of one. */
export type PositionInFiles = FilePosition & { venue: string; activity: string | null }

export type ActivityFile = {
  venue: string
  parent: string | null
  slug: string
  position: number
  heading: boolean
  name: string
  description: string | null
  /** A picture's address, or empty. */
  icon: string
  kind: 'classes' | 'courts' | 'tickets'
  browseBy: 'location' | 'time'
  allocationStrategy: 'customer' | 'automatic'
  allowsAnonymousBookings: boolean
  allowsOverlap: boolean
  preBookingNotice: string | null
  whatToBring: string | null
  /** Hundredths of a per cent. */
  vatRate: number
  releaseDays: number | null
  releaseTime: string | null
  releaseMinutes: number | null
  lastBookableMinutes: number
  freeCancelMinutes: number
  lateCancelFee: number | null
  customerRefund: boolean
  prepayment: 'required' | 'optional' | 'unavailable' | null
  needsAttendee: boolean
  needsApproval: boolean
  /** An address, or empty. */
  joinLink: string
  noShowPenalty: number | null
  hasWaitlist: boolean
  printReceipt: boolean
  ageMin: number | null
  ageMax: number | null
  level: string
  accessibility: string[]
  conceptIds: string[]
  weeklyLimit: number | null
  /** Slugs of what is asked of people. */
  restrictions: string[]
  gives: string[]
  questions: QuestionFile[]
}

export type OfActivity = { venue: string; activity: string }

export type TicketFile = OfActivity & {
  slug: string
  name: string
  places: number
  maxQuantity: number | null
  ageMin: number | null
  ageMax: number | null
  position: number
}

export type PriceFile = OfActivity & {
  ticket: string | null
  slug: string
  band: string
  name: string
  price: number
  concession: boolean
  /** Hundredths of a per cent; null: the activity's. */
  vatRate: number | null
  proof: string | null
  ageMin: number | null
  ageMax: number | null
  position: number
}

/** What a price is from a day on. */
export type PriceStepFile = OfActivity &
  Pick<PriceFile, 'ticket' | 'band' | 'slug' | 'price'> & { fromDay: string }

/** A line of the programme, with slugs for what the database has ids for. */
type Programmed = OfActivity &
  Omit<Pick<OneOff, LineColumn | 'slug' | 'startTime' | 'durationMinutes'>, 'instructorIds' | 'tagIds'> & {
    instructors: string[]
    tags: string[]
  }

export type SeriesFile = Programmed &
  Pick<Series, 'weekdays' | 'untilTime' | 'stepMinutes' | 'validFrom' | 'validUntil' | 'exceptions'> & {
    locations: string[]
  }

export type OneOffFile = Programmed & Pick<OneOff, 'date'> & { location: string }

export type ClosureFile = {
  venue: string
  location: string | null
  startsAt: Date
  /** null: until further notice. */
  endsAt: Date | null
  reason: string
}

export type BlockBookingFile = OfActivity & {
  slug: string
  location: string | null
  weekdays: number[]
  startTime: string
  untilTime: string
  validFrom: string | null
  validUntil: string | null
  places: number | null
  deskOnly: boolean
  note: string
}

export type OperatorFiles = {
  /** What the database remembers of their import. */
  importDigest: string
  /** The files that are there, without assets. */
  names: string[]
  operator: OperatorEntry
  themes: ThemeEntry[]
  venues: VenueFile[]
  /** Of the venues and the activities. */
  positions: PositionInFiles[]
  locations: LocationFile[]
  instructors: { slug: string; name: string }[]
  tags: { slug: string; name: string; means: string }[]
  terms: z.output<typeof termsEntry>[]
  restrictions: RestrictionFile[]
  activities: ActivityFile[]
  tickets: TicketFile[]
  prices: PriceFile[]
  priceSteps: PriceStepFile[]
  series: SeriesFile[]
  oneOffs: OneOffFile[]
  closures: ClosureFile[]
  blockBookings: BlockBookingFile[]
  memberships: MembershipFile[]
  packages: PackageFile[]
  people: PersonFile[]
  proofs: ProofFile[]
  sales: SaleFile[]
  waiting: WaitlistFile[]
}
