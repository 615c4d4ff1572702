import { plural } from '#messages/format.ts'

/** What there is to edit, as people look for it. */
export const tab = 'Catalogue'
export const lead = 'Everything you sell, and where. You see what a change does before you save it.'
export const groups = {
  places: 'Where',
  programme: 'What and when',
  members: 'Members',
  agreements: 'What people agree to',
  looks: 'You and your looks',
}
type ListWords = {
  title: string
  /** What one of them is called. */
  one: string
  about: string
}
export const lists: Readonly<Record<string, ListWords>> = {
  operator: { title: 'Organisation', one: 'organisation', about: 'Name, contact and how refunds go.' },
  venues: {
    title: 'Venues and places',
    one: 'venue',
    about: 'Centres, with their halls, courts, studios and pools.',
  },
  activities: {
    title: 'Activities',
    one: 'activity',
    about: 'Classes, courts and tickets that people book.',
  },
  prices: { title: 'Prices', one: 'price', about: 'What each activity costs, and whom it costs less.' },
  timetable: {
    title: 'Weekly timetable',
    one: 'weekly time',
    about: 'What comes every week, where and with whom.',
  },
  sessions: { title: 'One-off sessions', one: 'one-off session', about: 'What happens once.' },
  blocks: {
    title: 'Kept places',
    one: 'rule for kept places',
    about: 'Places that the desk sells itself, or that nobody can book.',
  },
  instructors: { title: 'Instructors', one: 'instructor', about: 'Who gives the classes.' },
  tags: { title: 'Tags', one: 'tag', about: 'Words on a class: a level, women only.' },
  memberships: {
    title: 'Memberships',
    one: 'membership',
    about: 'Plans that people join, and what they get.',
  },
  packages: { title: 'Packages', one: 'package', about: 'Ten visits for the price of nine.' },
  restrictions: {
    title: 'Waivers and inductions',
    one: 'waiver or induction',
    about: 'What is asked of people before they take part.',
  },
  terms: { title: 'Terms', one: 'set of terms', about: 'What people accept when they book or join.' },
  themes: { title: 'Themes', one: 'theme', about: 'Logo, colours and fonts of your pages.' },
}
export const count = (entries: number): string =>
  plural(entries, { one: '1 entry', other: `${entries} entries` })
export const allLists = 'All of the catalogue'
export const add = ({ one }: { one: string }): string => `Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
export const added = ({ name }: { name: string }): string => `${name} is saved.`
export const takenOut = ({ name }: { name: string }): string => `${name} is taken out.`
export const nothingYet = 'Nothing here yet'
export const rowGone = 'This is not here any more'
export const find = 'Find'
export const nothingFound = 'Nothing found'
export const foundOf = ({ count: rows, of }: { count: number; of: number }): string => `${rows} of ${of}`
export const change = ({ name }: { name: string }): string => `Change ${name}`

// Opening for the first time
export const startHere = 'Four steps to your first sale'
export const steps = {
  venues: { title: 'Venues', todo: 'Add the places of your venues: halls, courts, studios, pools.' },
  activities: { title: 'Activities', todo: 'Add a class or a court with its price and its times.' },
  terms: { title: 'Terms', todo: 'Write what people accept when they book.' },
  themes: { title: 'Theme', todo: 'Give your pages your logo and colours.' },
}
export const stepDone = 'Done'

// The form
export const saveSteps = 'Continue'
export const saveNow = 'Save'
export const cancel = 'Cancel'
export const takeOut = 'Take out'
export const takeOutNow = ({ name }: { name: string }): string => `Take out ${name}`
export const takeOutHelp = 'It is not offered any more. What people have booked stays booked.'
export const effectTitle = 'This is what it does'
export const acceptAnyway = ({ text }: { text: string }): string => `Do it all the same: ${text}`
export const moreLines = ({ count: lines }: { count: number }): string =>
  plural(lines, { one: '… and 1 more', other: `… and ${lines} more` })
export const remove = ({ name }: { name: string }): string => (name === '' ? 'Remove' : `Remove ${name}`)
export const addPart: Readonly<Record<string, string>> = {
  locations: 'Add a place',
  tills: 'Add a till',
  tickets: 'Add a ticket',
  benefits: 'Add a benefit',
  questions: 'Add a question',
}
export const partNumber = ({ label, number }: { label: string; number: number }): string =>
  `${label} ${number}`
export const addCourts = 'Add a hall with courts'
export const courtsHall = 'Name of the hall'
export const courtsHallName = 'Hall'
export const courtsCount = 'How many courts'
export const court = ({ number }: { number: number }): string => `Court ${number}`
export const moreFields = 'More'
export const allOfThem = 'All, when none is ticked.'
export const noChoice = 'None'
/** What holds where nothing is chosen, by the name of the field; None elsewhere. */
export const withoutChoice: Readonly<Record<string, string>> = {
  theme: 'The usual one',
  headingFont: 'The usual one',
  bodyFont: 'The usual one',
  secondaryButtonStyle: 'As usual',
}
export const choose = 'Choose'
export const heading = { label: 'Under the heading', hint: 'Headings gather activities in the shop.' }
export const firstPrice = 'Its price'
export const firstLine = 'When it is'
export const firstLineHelp = 'Leave this empty and add times later, if you like.'
export const otherErrors = ({ field, text }: { field: string; text: string }): string => `${field}: ${text}`
export const noPlaces = 'Add places to the venue first.'
export const firstDayOut = ({ number }: { number: number }): string => `From, ${number}`
export const lastDayOut = ({ number }: { number: number }): string => `Until, ${number}`
export const removeDaysOut = ({ number }: { number: number }): string => `Remove ${number}`
export const addDaysOut = 'Leave days out'
export const choosePicture = 'Choose a picture'
export const noPicture = 'No picture'
export const pictureChosen = ({ name }: { name: string }): string => `Chosen: ${name}`
export const pictureRemoved = 'Remove the picture'
export const pictureTooLarge = 'This picture is larger than 200 KB. Choose a smaller one.'
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

// Themes
export const preview = 'How it looks'
export const previewHeading = 'Badminton'
export const previewText = 'Choose a court and a time.'
export const previewButton = 'Book'
export const contrast = ({ ratio, isEnough }: { ratio: string; isEnough: boolean }): string =>
  isEnough
    ? `Contrast ${ratio} : 1, easy to read.`
    : `Contrast ${ratio} : 1. It should be 4.5 : 1 at least; text is drawn darker or lighter where needed.`
export const contrastOf = {
  primary: 'Text on the main colour',
  header: 'Text on the header',
}

type FieldWords = { label: string; hint?: string }
/** By list and field; a part of a field by both names. */
export const fields: Readonly<Record<string, FieldWords>> = {
  'operator.name': { label: 'Name' },
  'operator.secondPerson': {
    label:
      'A second person approves drafts that pay back more than £500, are told to more than 100 people, or change a price by more than a quarter',
  },
  'operator.legalName': { label: 'Legal name', hint: 'On receipts.' },
  'operator.vatNumber': { label: 'VAT number' },
  'operator.phone': { label: 'Phone' },
  'operator.email': { label: 'E-mail address' },
  'operator.theme': { label: 'Theme' },
  'operator.footer': { label: 'Footer', hint: 'HTML, at the foot of every page.' },
  'operator.onlineJoining': { label: 'Sell memberships online' },
  'operator.refundsTo': { label: 'A customer who cancels gets back' },
  'operator.outstandingPenalties': { label: 'Who owes a penalty' },
  'operator.billingAddress': { label: 'With a card people give' },
  'operator.pricesBy': { label: 'A price that begins on a day is for' },
  'operator.basketHoldSeconds': { label: 'How long a basket keeps its places, seconds', hint: '600' },
  'operator.benefitsNeedLogin': {
    label: "Only people who have logged in get prices by another customer's number",
  },
  'operator.onlineGuestPasses': { label: 'Members send guest passes online' },
  'operator.staffNeedSecondFactor': { label: 'All staff need a second step to log in' },
  'operator.onePlace': { label: 'Staff log in on one screen at a time' },
  'operator.collections': { label: 'How what members owe is collected' },
  'operator.collections.noticeDays': { label: 'Days of notice before a payment' },
  'operator.collections.retryDays': { label: 'Days until it is tried again' },
  'operator.collections.tries': { label: 'How often it is tried' },
  'operator.collections.takeOverEmail': {
    label: 'Who hears when a member moves payments here',
    hint: 'An e-mail address. Nobody can, when it is left empty.',
  },
  'operator.searchWords': {
    label: 'What people call things',
    hint: 'One a line: footie = five-a-side, walking football',
  },
  'operator.sameAs': { label: 'Your pages elsewhere', hint: 'One web address a line.' },
  'operator.kioskHomeUrl': { label: 'Where a kiosk goes back to', hint: 'A web address.' },
  'operator.frameOrigins': {
    label: 'Sites that may show your bookings in a frame',
    hint: 'One a line: https://www.town.example',
  },
  'operator.analyticsContainerIds': { label: 'Analytics containers', hint: 'One a line.' },

  'venues.name': { label: 'Name' },
  'venues.venueType': { label: 'Kind of venue', hint: 'Leisure centre, swimming pool.' },
  'venues.addressLineOne': { label: 'Street and number' },
  'venues.town': { label: 'Town' },
  'venues.postcode': { label: 'Postcode' },
  'venues.phone': { label: 'Phone' },
  'venues.email': { label: 'E-mail address' },
  'venues.locations': {
    label: 'Places',
    hint: 'Where something happens. Two sessions are never in one place at once, nor in a hall and one of its courts.',
  },
  'venues.locations.name': { label: 'Name of the place' },
  'venues.locations.shared': { label: 'Several sessions go on here at once, as in a pool or a gym' },
  'venues.locations.contains': { label: 'Made of', hint: 'Tick the courts that a hall is made of.' },
  'venues.tills': { label: 'Tills', hint: 'The drawers of the front desk.' },
  'venues.tills.name': { label: 'Name of the till' },
  'venues.onlineJoining': { label: 'Sell memberships of this venue online' },
  'venues.theme': { label: 'Theme', hint: "Your organisation's, when none is chosen." },
  'venues.region': { label: 'County' },
  'venues.lat': { label: 'Latitude', hint: 'For the map and for searches nearby: 53.8008' },
  'venues.lng': { label: 'Longitude', hint: '-1.5491' },
  'venues.footer': { label: 'Footer', hint: "HTML. Your organisation's, when it is left empty." },
  'venues.displayVenueSelectionButton': { label: 'Its pages lead to the other venues' },

  'activities.name': { label: 'Name' },
  'activities.kind': { label: 'What people book' },
  'activities.venues': { label: 'At these venues' },
  'activities.description': { label: 'Description' },
  'activities.tickets': { label: 'Tickets' },
  'activities.tickets.name': { label: 'Name of the ticket' },
  'activities.tickets.places': { label: 'Places that it takes' },
  'activities.tickets.maxQuantity': { label: 'Most of them in one booking' },
  'activities.tickets.ageMin': { label: 'Youngest age' },
  'activities.tickets.ageMax': { label: 'Oldest age' },
  'activities.whatToBring': { label: 'What to bring' },
  'activities.ageMin': { label: 'Youngest age' },
  'activities.ageMax': { label: 'Oldest age' },
  'activities.level': { label: 'Level' },
  'activities.vatRate': { label: 'VAT, per cent', hint: 'Contained in its prices.' },
  'activities.allocation': { label: 'Who picks the court' },
  'activities.restrictions': { label: 'People need', hint: 'Waivers and inductions.' },
  'activities.gives': { label: 'People who attend have had' },
  'activities.weeklyLimit': { label: 'How often a person may book it in a week' },
  'activities.anonymousBooking': { label: 'People book it without an account, too' },
  'activities.questions': { label: 'Questions', hint: 'Asked of everybody who takes part.' },
  'activities.questions.text': { label: 'Question' },
  'activities.questions.type': { label: 'Kind of answer' },
  'activities.questions.options': { label: 'Answers to choose from', hint: 'One a line.' },
  'activities.questions.required': { label: 'It must be answered' },
  'activities.icon': { label: 'Icon', hint: 'SVG, PNG or WebP.' },
  'activities.browseBy': { label: 'People choose first' },
  'activities.mayOverlap': { label: 'One person may book two at the same time' },
  'activities.printReceipt': { label: 'The desk prints a receipt' },
  'activities.joinLink': {
    label: 'Where people take part online',
    hint: 'A web address, for those who have booked.',
  },
  'activities.accessibility': { label: 'Accessibility', hint: 'One a line.' },
  'activities.partners': { label: 'Sold by booking partners' },
  'activities.partners.refund': { label: 'Their customers get money back' },
  'activities.partners.prepayment': { label: 'Paid beforehand' },
  'activities.partners.attendee': { label: 'They say who takes part' },
  'activities.partners.approval': { label: 'The desk accepts each order first' },

  'prices.activity': { label: 'Activity' },
  'prices.venue': { label: 'Venues' },
  'prices.ticket': { label: 'Ticket' },
  'prices.name': { label: 'Name of the price', hint: 'Standard, Junior, Member.' },
  'prices.price': { label: 'Price', hint: '6.50' },
  'prices.concession': { label: 'It is a concession' },
  'prices.ageMin': { label: 'Youngest age' },
  'prices.ageMax': { label: 'Oldest age' },
  'prices.proof': { label: 'Document that it needs', hint: 'In small letters: student-card.' },
  'prices.band': {
    label: 'Band',
    hint: 'For times in this band alone, such as peak. For all times, when it is left empty.',
  },
  'prices.vatRate': { label: 'VAT, per cent', hint: "The activity's, when it is left empty." },

  'timetable.activity': { label: 'Activity' },
  'timetable.venue': { label: 'Venues' },
  'timetable.name': { label: 'Name', hint: "The activity's own, when it is left empty." },
  'timetable.days': { label: 'Days' },
  'timetable.start': { label: 'Begins at' },
  'timetable.minutes': { label: 'Lasts, minutes' },
  'timetable.until': {
    label: 'One after the other until',
    hint: 'For courts: the last of them ends by then.',
  },
  'timetable.locations': { label: 'Places' },
  'timetable.capacity': { label: 'How many people', hint: 'A court is one booking.' },
  'timetable.instructors': { label: 'Instructors' },
  'timetable.tags': { label: 'Tags' },
  'timetable.from': { label: 'First day' },
  'timetable.to': { label: 'Last day' },
  'timetable.except': { label: 'No sessions', hint: 'Days that are left out, such as half-term.' },
  'timetable.band': { label: 'Band of its prices' },
  'timetable.every': {
    label: 'One begins every, minutes',
    hint: 'One after the other, when it is left empty.',
  },
  'timetable.description': { label: 'Description', hint: "The activity's, when it is left empty." },

  'blocks.activity': { label: 'Activity' },
  'blocks.venue': { label: 'Venues' },
  'blocks.locations': { label: 'Places' },
  'blocks.days': { label: 'Days' },
  'blocks.start': { label: 'From' },
  'blocks.until': { label: 'Until' },
  'blocks.places': { label: 'How many places', hint: 'A number, or all.' },
  'blocks.deskOnly': { label: 'The desk may sell them' },
  'blocks.note': { label: 'What for', hint: 'For staff: Squash club.' },
  'blocks.from': { label: 'First day' },
  'blocks.to': { label: 'Last day' },

  'sessions.activity': { label: 'Activity' },
  'sessions.venue': { label: 'Venue' },
  'sessions.name': { label: 'Name' },
  'sessions.date': { label: 'Day' },
  'sessions.start': { label: 'Begins at' },
  'sessions.minutes': { label: 'Lasts, minutes' },
  'sessions.location': { label: 'Place' },
  'sessions.capacity': { label: 'How many people' },
  'sessions.instructors': { label: 'Instructors' },
  'sessions.tags': { label: 'Tags' },
  'sessions.band': { label: 'Band of its prices' },
  'sessions.description': { label: 'Description' },

  'memberships.name': { label: 'Name' },
  'memberships.description': { label: 'Description' },
  'memberships.price': { label: 'Price', hint: '35.00' },
  'memberships.billingPeriod': { label: 'Paid' },
  'memberships.joiningFee': { label: 'Joining fee' },
  'memberships.minimumTermMonths': { label: 'Minimum term, months' },
  'memberships.cancellationNoticeDays': {
    label: 'Days of notice to cancel online',
    hint: 'Only staff cancel it, when this is left empty.',
  },
  'memberships.freezeMonths': { label: 'Months that customers may freeze it' },
  'memberships.maxMembers': { label: 'For how many people' },
  'memberships.ageMin': { label: 'Youngest age' },
  'memberships.ageMax': { label: 'Oldest age' },
  'memberships.paymentMethods': { label: 'Paid by' },
  'memberships.venues': { label: 'Venues' },
  'memberships.soldOnline': { label: 'Sold online' },
  'memberships.terms': { label: 'Terms to accept' },
  'memberships.benefits': { label: 'Benefits', hint: 'What members pay less for, or nothing.' },
  'memberships.benefits.name': { label: 'Name of the benefit' },
  'memberships.benefits.percentOff': { label: 'Per cent off' },
  'memberships.benefits.price': {
    label: 'Or this price',
    hint: 'Members pay nothing, when both are left empty.',
  },
  'memberships.benefits.activities': { label: 'Activities' },
  'memberships.benefits.allowance': {
    label: 'How often',
    hint: 'As often as they like, when it is left empty.',
  },
  'memberships.benefits.allowance.uses': { label: 'Times' },
  'memberships.benefits.allowance.per': { label: 'In a' },
  'memberships.maxAdults': { label: 'Of them adults at most' },
  'memberships.firstDays': { label: 'The days until the first payment' },
  'memberships.proof': { label: 'Document that it needs', hint: 'In small letters: student-card.' },
  'memberships.nominalCode': { label: 'Nominal code', hint: 'Of your books.' },

  'packages.name': { label: 'Name' },
  'packages.uses': { label: 'How many visits' },
  'packages.validDays': { label: 'Days until it expires' },
  'packages.venues': { label: 'Venues' },
  'packages.activities': { label: 'Activities' },
  'packages.nominalCode': { label: 'Nominal code', hint: 'Of your books.' },

  'restrictions.name': { label: 'Name' },
  'restrictions.kind': { label: 'What it is' },
  'restrictions.html': {
    label: 'What people agree to',
    hint: 'HTML, such as <p>…</p>. New words ask people again.',
  },
  'restrictions.per': { label: 'Who agrees' },
  'restrictions.validMonths': {
    label: 'Holds for, months',
    hint: 'For the one booking, when this is left empty.',
  },
  'restrictions.questions': { label: 'Questions' },
  'restrictions.questions.text': { label: 'Question' },
  'restrictions.questions.type': { label: 'Kind of answer' },
  'restrictions.questions.options': { label: 'Answers to choose from', hint: 'One a line.' },
  'restrictions.questions.required': { label: 'It must be answered' },

  'terms.name': { label: 'Name' },
  'terms.html': { label: 'Text', hint: 'HTML, such as <p>…</p>. New words ask people again.' },
  'terms.for': { label: 'Accepted' },
  'terms.required': { label: 'People have to accept it to go on' },

  'themes.slug': { label: 'Name', hint: 'In small letters: town-blue.' },
  'themes.logo': { label: 'Logo', hint: 'SVG, PNG or WebP.' },
  'themes.mailLogo': {
    label: 'Logo for e-mail',
    hint: 'PNG, twice as large as it is drawn: 80 pixels high.',
  },
  'themes.primaryColour': { label: 'Main colour', hint: 'Buttons and links.' },
  'themes.secondaryColour1': { label: 'Second colour' },
  'themes.secondaryColour2': { label: 'Third colour' },
  'themes.headerBgColour': { label: 'Header' },
  'themes.headerPrimaryColour': { label: 'Text on the header' },
  'themes.darkBgColour': { label: 'Dark areas' },
  'themes.headingFont': { label: 'Font of headings' },
  'themes.bodyFont': { label: 'Font of texts' },
  'themes.secondaryButtonStyle': { label: 'Second buttons' },

  'instructors.name': { label: 'Name' },
  'tags.name': { label: 'Name' },
  'tags.means': { label: 'It says' },
}

/** What can be chosen, by the name of the field. */
export const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: {
    classes: 'A place in a class',
    courts: 'A court for a time',
    tickets: 'Tickets, as for a swim',
    waiver: 'A waiver: people agree to it',
    induction: 'An induction: people have been shown',
    criteria: 'For members alone',
  },
  refundsTo: { credit: 'Credit', card: 'The money on their card' },
  outstandingPenalties: { warn: 'Is reminded', block: 'Pays it before booking' },
  billingAddress: { postcode: 'Their postcode', full: 'Their whole address' },
  allocation: { customer: 'The customer', automatic: 'The system' },
  billingPeriod: { month: 'Every month', year: 'Every year', once: 'Once' },
  paymentMethods: { direct_debit: 'Direct Debit', card: 'Card', cash: 'Cash' },
  for: { booking: 'On booking and registering', membership: 'On joining' },
  type: { text: 'Text', number: 'Number', date: 'Day', select: 'One of several', checkbox: 'Yes or no' },
  headingFont: { garage_gothic: 'Garage Gothic', lato: 'Lato', open_sans: 'Open Sans', roboto: 'Roboto' },
  bodyFont: { garage_gothic: 'Garage Gothic', lato: 'Lato', open_sans: 'Open Sans', roboto: 'Roboto' },
  secondaryButtonStyle: { outline: 'Outlined', solid: 'Filled' },
  pricesBy: { session: 'Sessions from that day on', sale: 'What is sold from that day on' },
  browseBy: { time: 'A time', location: 'A court' },
  prepayment: { required: 'Always', optional: 'If the customer likes', unavailable: 'Never' },
  per: {
    attendee: 'Everybody who takes part',
    booking: 'One for all',
    day: 'Day',
    week: 'Week',
    month: 'Month',
  },
  firstDays: { share: 'Cost their share of the price', free: 'Are free' },
  means: { level: 'A level', women_only: 'Women only', men_only: 'Men only' },
}
