import { listAll, plural } from './format.ts'

/* What an import changes, finds and refuses. */

export const change = ({ how, what, fields }: { how: string; what: string; fields: readonly string[] }) =>
  fields.length === 0 ? `  ${how.padEnd(9)} ${what}` : `  ${how.padEnd(9)} ${what}: ${fields.join('; ')}`
export const fieldChanged = ({ name, from, to }: { name: string; from: string; to: string }) =>
  `${name} ${from} → ${to}`
export const textChanged = ({ name }: { name: string }) => `${name} changed`
export const values = {
  none: 'none',
  yes: 'yes',
  no: 'no',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as readonly string[],
}
/** By the names of the columns. */
export const fields = {
  accessibility: 'accessibility',
  accountLimit: 'account limit',
  activities: 'activities',
  activitiesV2Enabled: 'ids of the second world',
  activityId: 'activity',
  addressLineOne: 'address',
  ageMax: 'highest age',
  ageMin: 'lowest age',
  allocationStrategy: 'who picks the court',
  allowance: 'uses',
  allowancePeriod: 'uses are counted by',
  allowsAnonymousBookings: 'booking without logging in',
  allowsOverlap: 'may overlap',
  amenities: 'amenities',
  analyticsContainerIds: 'analytics containers',
  appLogo: 'logo',
  band: 'band',
  basketHoldSeconds: 'seconds that a basket is held',
  bearerTokenEnabled: 'access by token',
  benefitsNeedLogin: 'benefits need a log-in',
  billingAddress: 'address that card payers give',
  billingDay: 'billing day',
  billingPeriod: 'billing period',
  bodyFont: 'text font',
  bookingTermsUrl: 'address of the booking terms',
  boughtOn: 'bought on',
  browseBy: 'what is asked first',
  cancellationNoticeDays: 'days of notice',
  cancelledAt: 'cancelled on',
  capacity: 'places',
  changedAt: 'changed on',
  collectedHere: 'collected here',
  collectionNoticeDays: 'days of notice of a collection',
  collectionRetryDays: 'days between collections',
  collectionTries: 'tries of a collection',
  conceptIds: 'OpenActive concepts',
  concession: 'concession',
  coversAll: 'covers every activity',
  createdAt: 'made on',
  currencySymbol: 'currency',
  customerId: 'customer',
  customerRefund: "full refund to partners' customers",
  darkBgColour: 'dark background colour',
  description: 'description',
  deskOnly: 'kept for the desk',
  displayVenueSelectionButton: '"Change venue" button',
  documentType: 'proof',
  durationMinutes: 'minutes',
  email: 'e-mail',
  endsOn: 'ends on',
  expiresOn: 'expires on',
  firstDays: 'first days',
  fixedPrice: 'price',
  footerHtml: 'footer',
  frameOrigins: 'sites that may show ours',
  freeCancelMinutes: 'free cancellation, minutes before',
  freezeMonths: 'months of freeze',
  frozenFrom: 'frozen from',
  frozenUntil: 'frozen until',
  gives: 'inductions given',
  hasWaitlist: 'waitlist',
  headerBgColour: 'header background colour',
  headerPrimaryColour: 'header text colour',
  headingFont: 'heading font',
  html: 'text',
  icon: 'icon',
  id: 'number',
  importedDigest: 'files',
  importedFiles: 'files',
  instructorIds: 'instructors',
  isNegotiable: 'negotiable',
  joiningFee: 'joining fee',
  joinLink: 'link to join online',
  kind: 'kind',
  kioskHomeUrl: 'kiosk home address',
  lastBookableMinutes: 'last booking, minutes after the start',
  lat: 'latitude',
  lateCancelFee: 'late cancellation fee',
  legalName: 'legal name',
  level: 'level',
  lng: 'longitude',
  locationId: 'location',
  locations: 'locations',
  mailLogo: 'logo of e-mails',
  mandateId: 'mandate',
  maxAdults: 'most adults',
  maxMembers: 'most members',
  maxQuantity: 'most tickets',
  means: 'meaning',
  migrationDate: 'migration date',
  minimumTermMonths: 'months of minimum term',
  minimumUntil: 'minimum term until',
  name: 'name',
  needsApproval: 'the desk accepts orders',
  needsAttendee: 'partners name who takes part',
  nextBillingOn: 'next billing day',
  nextPlanFrom: 'next plan from',
  nextPlanId: 'next plan',
  nextPrice: 'next price',
  noShowPenalty: 'penalty for not coming',
  note: 'note',
  onlineGuestPassesEnabled: 'guest passes online',
  onlineJoiningEnabled: 'joining online',
  onePlace: 'staff log in on one screen at a time',
  openBooking: 'booking by partners',
  openDataDiscussion: 'where open data are discussed',
  openDataSite: 'site of open data',
  openingHours: 'opening hours',
  operatorId: 'operator',
  options: 'answers',
  outstandingPenalties: 'people who owe a penalty',
  parentId: 'heading',
  payeeAccount: 'account of the payee',
  payeeName: 'name of the payee',
  payeeProvider: 'provider of the payee',
  payerId: 'payer',
  paymentMethod: 'payment method',
  paymentMethods: 'payment methods',
  perAttendee: 'agreed by everybody',
  percentOff: 'per cent off',
  phone: 'phone',
  places: 'places',
  planId: 'plan',
  nominalCode: 'nominal code',
  plannedOn: 'timetable made on',
  position: 'order',
  postcode: 'postcode',
  preBookingNotice: 'notice before booking',
  whatToBring: 'what to bring',
  prepayment: 'prepayment by partners',
  price: 'price',
  pricesBy: 'which day a price begins by',
  secondPerson: 'approval by a second person',
  primaryColour: 'first colour',
  printReceipt: 'receipt printed',
  productId: 'package',
  proof: 'proof',
  proposalEmail: 'e-mail for requests',
  proposalHours: 'hours to accept a request',
  publicId: 'public id',
  purpose: 'agreed to on',
  reference: 'reference',
  refundsTo: 'refunds go to',
  region: 'county',
  releaseDays: 'days ahead',
  releaseDaysCustomer: 'days ahead for customers',
  releaseDaysVisitor: 'days ahead for visitors',
  releaseMinutes: 'minutes ahead',
  releaseTime: 'booking opens at',
  required: 'required',
  restrictionId: 'restriction',
  restrictions: 'restrictions',
  sameAs: 'pages elsewhere',
  savedCardId: 'saved card',
  secondaryButtonStyle: 'second button',
  secondaryColourOne: 'second colour',
  secondaryColourTwo: 'third colour',
  searchWords: 'words that people search by',
  slug: 'slug',
  soldOnline: 'sold online',
  spaces: 'pieces of floor',
  staffNeedSecondFactor: 'staff need a second factor',
  startsOn: 'starts on',
  startTime: 'start',
  status: 'state',
  stepMinutes: 'minutes from start to start',
  exceptions: 'days without sessions',
  tagIds: 'tags',
  takeOverEmail: 'e-mail for taken over payments',
  taxMode: 'prices for partners',
  terms: 'terms',
  text: 'question',
  themeId: 'theme',
  ticketTypeId: 'ticket',
  timezone: 'time zone',
  totalUses: 'visits',
  town: 'town',
  type: 'type of answer',
  untilTime: 'until',
  uses: 'visits',
  usesLeft: 'visits left',
  validDays: 'days valid',
  validFrom: 'first day',
  validMonths: 'months valid',
  validUntil: 'last day',
  vatNumber: 'VAT number',
  vatRate: 'VAT',
  venueId: 'venue',
  venues: 'venues',
  venueType: 'type of venue',
  weekdays: 'days',
  weeklyLimit: 'times a week',
  withdrawn: 'withdrawn',
}
export const moreChanges = ({ count }: { count: number }) =>
  `  … and ${count} more. --report FILE writes them all.`
export const notMade = (session: {
  name: string
  venue: string
  at: string
  why: 'floor_taken' | 'booked_as_it_was' | 'there_already' | 'called_off' | 'day_over' | 'block_over_booking'
  occupant?: { name: string; at: string } | undefined
}) =>
  `  not made  ${session.name} at ${session.venue}, ${session.at}: ${
    session.occupant === undefined
      ? notMadeReasons[session.why]
      : `${session.occupant.name}, ${session.occupant.at}, has its space`
  }`
const notMadeReasons = {
  floor_taken: 'people have booked its space, or another session has it',
  booked_as_it_was: 'places are already booked',
  called_off: 'this session was cancelled, and people were told',
  there_already: 'another line of the timetable makes it',
  day_over: 'this day is over. Check the date in sessions.csv',
  block_over_booking: 'a block booking covers it, but people have booked it',
} as const
type AffectedPeople = { bookings: number; customers: number; refund: string | null }

export const calledOff = (session: {
  name: string
  venue: string
  at: string
  places: number
  effect: AffectedPeople | null
}) =>
  `  cancelled ${session.name} at ${session.venue}, ${session.at}: ${
    session.effect === null ? bookedPlaces(session.places) : affectedPeople(session.effect)
  }`
/** Of all sessions that would be called off together. */
export const effect = ({
  emailed,
  byPartner,
  toRing,
  ...people
}: AffectedPeople & { emailed: number; byPartner: number; toRing: number }) =>
  `  people    ${[
    affectedPeople(people),
    ...(emailed === 0 ? [] : [`write to ${emailed}`]),
    ...(byPartner === 0 ? [] : [`partners write to ${byPartner}`]),
    ...(toRing === 0 ? [] : [`ring ${toRing}`]),
  ].join(', ')}`
const affectedPeople = ({ bookings, customers, refund }: AffectedPeople) =>
  bookings === 0
    ? 'booked by a club or partner, none of our customers'
    : `${plural(bookings, { one: '1 booking', other: `${bookings} bookings` })} of ${plural(customers, {
        one: '1 customer',
        other: `${customers} customers`,
      })}, ${refund === null ? 'nothing to refund' : `${refund} back`}`
const bookedPlaces = (places: number) =>
  plural(places, { one: '1 place is booked', other: `${places} places are booked` })
export const retainedSessions = (session: {
  name: string
  venue: string
  at: string
  places: number
  /** What is added on the same day, by whom both are taken. */
  beside: { name: string; at: string; instructors: readonly string[] } | undefined
}) =>
  `  kept      ${session.name} at ${session.venue}, ${session.at}: ${bookedPlaces(
    session.places,
  )}, and the files no longer have it${session.beside === undefined ? '' : `. ${besideIt(session.beside)}`}`
const besideIt = ({ name, at, instructors }: { name: string; at: string; instructors: readonly string[] }) =>
  `${name}, ${at}, is added beside it${
    instructors.length === 0 ? '' : `, and ${listAll(instructors)} would take both`
  }`
export const finding = ({ text }: { text: string }) => `  note      ${text}`
export const rightsStay = ({ reference, files, now }: { reference: string; files: string; now: string }) =>
  `${reference} is ${now} and stays so. people.json says ${files}; change rights at the front desk.`
export const coversNoSession = ({ block }: { block: string }) =>
  `block booking ${block} covers no session. Check place, days and times.`
export const restrictionUnused = ({ slug, kind }: { slug: string; kind: string }) =>
  `${kind} ${slug} belongs to no activity, so nobody is asked.`

// What was changed in the browser
/** `fields` as they change by it: "late cancellation fee £3.00 → £2.00" */
type Overridden = { what: string; by: string; on: string; fields: readonly string[] }
export const overrideLost = ({ what, by, on, fields: columns }: Overridden) =>
  `  lost      ${what}: ${columns.join('; ')}. ${by} had changed it on ${on}.`
export const overrideDiffers = ({ what, by, on, fields: columns }: Overridden) =>
  `  differs   ${what}: ${columns.join('; ')} in the files. What ${by} set on ${on} stays; Settings, From files has both.`
export const overridesRetained = ({ count }: { count: number }) =>
  `  retained  ${plural(count, {
    one: '1 field that was changed in the browser',
    other: `${count} fields that were changed in the browser`,
  })}`
type LiftedClosure = {
  venue: string
  places: readonly string[]
  from: string
  /** null: until further notice. */
  until: string | null
  by: string
  on: string
}
const closureOf = ({ venue, places, from, until }: LiftedClosure) =>
  `closure of ${venue}${places.length === 0 ? '' : `, ${listAll(places)}`}, ${from} ${until === null ? 'until further notice' : `to ${until}`}`
export const closureStaysLifted = (closure: LiftedClosure) =>
  `  retained  ${closureOf(closure)}: ${closure.by} opened it again on ${closure.on}. It stays open.`
export const closureBack = (closure: LiftedClosure) =>
  `  lost      ${closureOf(closure)}: ${closure.by} had opened it again on ${closure.on}. It is closed now.`
export const withdrawnInUse = ({
  what,
  bookings,
  fields: columns,
}: {
  what: string
  bookings: number
  fields: readonly string[]
}) =>
  `  withdrawn ${what}, although ${listAll([
    ...(bookings === 0
      ? []
      : [plural(bookings, { one: '1 booking is to come', other: `${bookings} bookings are to come` })]),
    ...(columns.length === 0
      ? []
      : [
          `${listAll(columns)} ${plural(columns.length, { one: 'was', other: 'were' })} changed in the browser`,
        ]),
  ])}`

// What is refused unless it is accepted
export const refused = ({ objections }: { objections: readonly { code: string; sentence: string }[] }) =>
  [
    'Nothing was changed, because this is likely a mistake:',
    ...objections.map(({ code, sentence }) => `  ${sentence} (${code})`),
    `If it is meant, add ${[...new Set(objections.map(({ code }) => `--accept ${code}`))].join(' ')}.`,
  ].join('\n')
export const wouldBeRefused = ({ code, sentence }: { code: string; sentence: string }) =>
  `  refused   ${sentence} Unless --accept ${code} is added.`
export const operatorNotHere = ({ slug, others }: { slug: string; others: readonly string[] }) =>
  `operator.json says ${slug}, and this database has ${listAll(others)}. A second operator would be added.`
export const filesMissing = ({ files: names }: { files: readonly string[] }) =>
  `${listAll(names)} ${names.length === 1 ? 'was' : 'were'} imported before and ${
    names.length === 1 ? 'is' : 'are'
  } not in the folder. All that came from there would be withdrawn.`
/** More than these are counted. */
const mostUndone = 5
export const browserChanges = ({ undone }: { undone: readonly string[] }) =>
  `This would undo what was changed in the browser: ${listAll(
    undone.length > mostUndone
      ? [...undone.slice(0, mostUndone), `${undone.length - mostUndone} more`]
      : undone,
  )}. To keep it, export the files and go on from those.`
export const sessionsLost = ({ lost, of }: { lost: number; of: number }) =>
  `${lost} of ${of} coming sessions would be withdrawn.`
export const bookingsLost = ({ sessions }: { sessions: number }) =>
  `${sessions} sessions that people have booked would be called off.`
export const priceJump = ({
  name,
  from,
  to,
  percent,
}: {
  name: string
  from: string
  to: string
  percent: number | null
}) => `${name}: ${from} → ${to}${percent === null ? '' : ` (${percent > 0 ? '+' : ''}${percent} %)`}.`
export const summary = ({
  check,
  changes,
  added,
  changed,
  withdrawn,
  cancelled,
  notMade: left,
  retained,
}: {
  check: boolean
  changes: number
  added: number
  changed: number
  withdrawn: number
  cancelled: number
  notMade: number
  retained: number
}) => {
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [withdrawn, 'withdrawn'],
    [cancelled, 'called off'],
    [left, 'not made'],
    [retained, 'kept for their bookings'],
  ] as const
  const some = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  if (changes === 0 && some.length === 0) return check ? 'Nothing would change.' : 'Nothing has changed.'
  const sessions = `Sessions: ${some.length === 0 ? 'none' : some.join(', ')}.`
  return check
    ? `Would change the catalogue in ${changes} places. ${sessions}`
    : `Changed the catalogue in ${changes} places. ${sessions}`
}

/** `ours` null: staff have taken back what the files say. */
export const priceOfStaff = ({
  which,
  by,
  ours,
  files,
}: {
  which: string
  by: string
  ours: string | null
  files: string
}) =>
  ours === null
    ? `${by} has taken back the price of ${which}, and it stays so. The files say ${files}.`
    : `The price of ${which} stays ${ours}, as ${by} set it. The files say ${files}.`
