import { dateTime, list, plural } from '#messages/format.ts'

export const title = 'Settings'
export const page = 'Settings – Front desk'
export const lead =
  'Change what customers read and what holds for bookings. An import of your files leaves it so.'
export const tabs = 'Settings'
export const venuesTab = 'Venues'
export const activitiesTab = 'Activities'
export const fromFilesTab = 'From files'
export const connectionsTab = 'Connections'
export const venue = 'Venue'
export const activity = 'Activity'
export const changedActivity = ({ name, count }: { name: string; count: number }): string =>
  `${name} (${plural(count, { one: '1 change', other: `${count} changes` })})`
export const noActivities = 'This venue has no activities yet'
export const noActivitiesHelp = 'Add them in Catalogue, or with your files.'
export const isHeading = 'This is a heading. The activities under it have rules of their own.'
export const noVenues = 'No venues yet'

/** What each field of a venue and of an activity is called, and what to know when it is changed. */
export const fields = {
  venue: {
    status: {
      label: 'Open for booking',
      hint: "Closed: nothing can be booked any more, and sessions without bookings go. What's booked stays; call it off on Today.",
    },
    description: { label: 'Description', hint: "It's on the venue's page." },
    openingHours: {
      label: 'Opening hours',
      hint: "As people read them on the venue's page. A later line is an exception to an earlier one.",
    },
    phone: { label: 'Phone', hint: undefined },
    email: { label: 'E-mail address', hint: undefined },
    amenities: { label: 'Amenities', hint: 'One a line.' },
    accessibility: { label: 'Accessibility', hint: 'One a line.' },
    release: { label: 'When booking opens', hint: 'How many days before, and at what time.' },
  },
  activity: {
    description: { label: 'Description', hint: 'Sessions without a text of their own have it, too.' },
    preBookingNotice: { label: 'Notice before booking', hint: 'People read it in their basket.' },
    whatToBring: {
      label: 'What to bring',
      hint: 'People read it before they book, and in their confirmation.',
    },
    release: { label: 'When booking opens', hint: undefined },
    lastBookableMinutes: {
      label: 'Booking closes',
      hint: 'Minutes after the start. With a minus sign: before it.',
    },
    freeCancelMinutes: {
      label: 'Free cancellation',
      hint: 'Until how many minutes before the start. 0: until it begins. Bookings keep what they were made with, if that is better for the customer.',
    },
    lateCancelFee: {
      label: 'Late cancellation fee',
      hint: 'What a cancellation costs after that. Leave it empty to give nothing back.',
    },
    noShowPenalty: { label: 'Penalty for not coming', hint: 'Leave it empty for none.' },
    nominalCode: { label: 'Nominal code', hint: "Where its income stands in your accountant's books." },
    waitlist: { label: 'Waitlist', hint: undefined },
  },
} as const

// Values
export const none = 'None'
export const statuses = { open: 'Open', maintenance: 'Under maintenance', closed: 'Closed' } as const
export const hasWaitlist = 'People can wait for a place when a session is full'
export const yes = 'Yes'
export const no = 'No'
export const nothingBack = 'The whole price'
export const hoursLine = ({ days, hours }: { days: string; hours: string }): string => `${days}: ${hours}`
const minutesLong = (minutes: number): string => {
  if (minutes % 1440 === 0 && minutes > 0)
    return plural(minutes / 1440, { one: '1 day', other: `${minutes / 1440} days` })
  if (minutes % 60 === 0 && minutes > 0)
    return plural(minutes / 60, { one: '1 hour', other: `${minutes / 60} hours` })
  return plural(minutes, { one: '1 minute', other: `${minutes} minutes` })
}
export const bookingCloses = (minutes: number): string => {
  if (minutes === 0) return 'At the start'
  return minutes > 0 ? `${minutesLong(minutes)} after the start` : `${minutesLong(-minutes)} before the start`
}
export const freeUntil = (minutes: number): string =>
  minutes === 0 ? 'Until the start' : `Until ${minutesLong(minutes)} before the start`
const daysBefore = (days: number): string =>
  days === 0 ? 'on the day' : plural(days, { one: '1 day before', other: `${days} days before` })
export const venueRelease = ({
  visitorDays,
  customerDays,
  time,
}: {
  visitorDays: number
  customerDays: number
  time: string
}): string => `Visitors: ${daysBefore(visitorDays)}. Customers: ${daysBefore(customerDays)}. At ${time}.`
export const ownDays = ({ days, time }: { days: number; time: string }): string => {
  const before = daysBefore(days)
  return `${before.charAt(0).toUpperCase()}${before.slice(1)}, at ${time}`
}
export const ownMinutes = ({ minutes }: { minutes: number }): string =>
  `${minutesLong(minutes)} before the start`
export const asVenue = 'As the venue'

// Inputs
export const days = 'Days'
export const hours = 'Hours'
export const lineNumber = ({ label, line }: { label: string; line: number }): string =>
  `${label}, line ${line}`
export const visitorDays = 'Days before, for visitors'
export const customerDays = 'Days before, for customers'
export const time = 'Time'
export const byDays = 'Days before, at a time'
export const byMinutes = 'Minutes before the start'
export const daysBeforeLabel = 'Days before'
export const minutesBefore = 'Minutes before'
export const reason = 'Reason'
export const reasonHint = 'For your colleagues.'

// Where a value comes from
type Position = { file: string; line: number } | null
const positionOf = (position: Position): string =>
  position === null ? '' : ` (${position.file}, line ${position.line})`
/** `position` null: the files were imported before lines were stored. */
export const fromFiles = ({ position }: { position: Position }): string =>
  `From your files${positionOf(position)}`
export const changedBy = ({ person, at, zone }: { person: string; at: Date; zone: string }): string =>
  `Changed by ${person}, ${dateTime({ at, zone })}`
export const becauseOf = ({ reason: why }: { reason: string }): string => `“${why}”`
export const filesSay = ({ position }: { position: Position }): string =>
  `Your files say${positionOf(position)}`
export const filesChanged = 'Your files have changed'

// Changing
export const change = 'Change'
export const changeField = ({ label }: { label: string }): string => `Change: ${label}`
export const nowItIs = 'Now'
export const save = 'Save'
export const cancel = 'Cancel'
export const saved = ({ label }: { label: string }): string => `${label} has been saved.`

// From files
export const filesLead = 'Changed here and different in your files. An import leaves these as they are.'
export const noDifferences = 'Nothing differs from your files'
export const noDifferencesHelp = 'What you change in Settings is listed here until your files say the same.'
export const exportFiles = 'Export files'
export const exportHelp =
  'Download your files with everything in force. Once you import them, nothing differs any more.'
export const differences = 'What differs from your files'
export const ofActivity = ({ activity: of, venue: at }: { activity: string; venue: string }): string =>
  `${of}, ${at}`
export const field = ({ label, of }: { label: string; of: string }): string => `${label}: ${of}`
export const closedInFiles = ({ places, venue }: { places: readonly string[]; venue: string }): string =>
  places.length === 0 ? `Closed in your files: ${venue}` : `Closed in your files: ${list(places)}, ${venue}`
/** `until` null: until further notice. */
export const closedBetween = ({
  from,
  until,
  zone,
}: {
  from: Date
  until: Date | null
  zone: string
}): string =>
  `${dateTime({ at: from, zone })} ${until === null ? 'until further notice' : `to ${dateTime({ at: until, zone })}`}`
export const openedBy = ({ person, at, zone }: { person: string; at: Date; zone: string }): string =>
  `Open here: ${person} opened it again on ${dateTime({ at, zone })}. To close it after all, use Close on Today.`
export const inForce = 'In force'
export const takeFilesValue = "Take the files' value"
export const takeFor = ({ label, of }: { label: string; of: string }): string =>
  `Take the files' value: ${label}, ${of}`
export const stay = 'Stay with ours'
export const stayFor = ({ label, of }: { label: string; of: string }): string =>
  `Stay with ours: ${label}, ${of}`
export const taken = ({ label }: { label: string }): string => `${label} is what your files say.`
export const stayed = ({ label }: { label: string }): string => `${label} stays as it is here.`

// Uploading files
export const upload = 'Upload files'
export const uploadHelp =
  'Choose all files of your folder, or zip the folder and choose that. You see what they change before anything is imported.'
export const chooseFiles = 'Choose files'
export const uploadTooLarge = ({ megabytes }: { megabytes: number }): string =>
  `These files are larger than ${megabytes} MB. Leave out large pictures, or import on the server.`
export const unreadable = "We couldn't read these files. Choose them again."
export const changesOfFiles = 'What the files change'
export const moreLines = ({ count }: { count: number }): string =>
  plural(count, { one: '… and 1 more', other: `… and ${count} more` })
export const importAnyway = ({ text }: { text: string }): string => `Import all the same: ${text}`
export const importNow = ({ changes }: { changes: number }): string =>
  changes === 0
    ? 'Import, nothing changes'
    : plural(changes, { one: 'Import 1 change', other: `Import ${changes} changes` })
export const imported = 'Imported'
