import type { NumberedTender } from '#contract/tenders.ts'
import { listAny } from './format.ts'

/** Problems of an operator's files, each after the file, the line, the field and its value: `timetable.csv line 14, start "9am": …` */
export const filesInvalid = ({ problems }: { problems: readonly string[] }) =>
  `These files can't be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`
/** `value` as it stands in the file, cut where it is long. */
export const position = ({
  file,
  line,
  field,
  value,
}: {
  file: string
  line: number | null
  field: string
  value?: string | undefined
}) =>
  `${file}${line === null ? '' : ` line ${line}`}${field === '' ? '' : `, ${field}`}${
    value === undefined ? '' : ` ${value.length > 80 ? `${value.slice(0, 80)}…` : value}`
  }`

// Any field
export const missing = 'is missing.'
export const empty = 'is empty.'
export const wrongType = ({ type }: { type: string }) => wrongTypes[type] ?? `should be ${type}.`
const wrongTypes: Readonly<Record<string, string>> = {
  string: 'should be text.',
  number: 'should be a number.',
  int: 'should be a whole number.',
  boolean: 'should be true or false.',
  array: 'should be a list.',
}
export const oneOf = ({ values }: { values: readonly string[] }) => `should be ${listAny(values)}.`
export const atLeast = ({ minimum }: { minimum: string }) => `should be at least ${minimum}.`
export const atMost = ({ maximum }: { maximum: string }) => `should be at most ${maximum}.`
export const between = ({ least, most }: { least: number; most: number }) =>
  `should be from ${least} to ${most}.`
export const tooLong = ({ longest }: { longest: number }) => `is longer than ${longest} characters.`
export const tooShort = ({ shortest }: { shortest: number }) => `has fewer than ${shortest} characters.`
export const unknownField = 'is not a field of this file. Check the spelling.'
export const twice = ({ name }: { name: string }) => `${name} appears twice.`
export const twiceAt = ({ name, venue }: { name: string; venue: string }) =>
  `${name} appears twice at ${venue}.`
export const unknown = ({ name, list }: { name: string; list: string }) => `there is no ${name} in ${list}.`
export const unknownActivity = ({ name, venue }: { name: string; venue: string }) =>
  `there is no ${name} at ${venue} in activities.json.`
/** What a name may be missing in, besides files. */
export const lists = {
  venues: 'the venues',
  staff: 'the staff of people.json',
  inductions: 'the inductions of restrictions.json',
  ownLocations: 'the locations of this venue',
  locations: ({ venue }: { venue: string }) => `the locations of ${venue}`,
  activities: ({ venue }: { venue: string }) => `the activities of ${venue}`,
  tickets: ({ activity }: { activity: string }) => `the tickets of ${activity}`,
  tills: ({ venue }: { venue: string }) => `the tills of ${venue}`,
}

// Formats
export const percentForm = 'should be a number of per cent such as 20 or 17.5.'
export const slugForm =
  'should be lower-case letters from a to z, digits and hyphens, such as badminton-60min.'
export const slugReserved = 'is an address the sites use themselves. Choose another name.'
export const colourForm = 'should be a colour such as #5b2a86.'
export const timeForm = 'should be a time such as 18:30.'
export const dayForm = 'should be a date such as 2027-03-04, today or +3d.'
export const dayOrLaterForm = 'should be a date such as 2027-03-04, today or +3d, or later.'
export const dateOfBirthForm = 'should be a date such as 1990-05-01.'
/** Of a cell that may have several meanings, or one that is not certain: which. */
export const mayBe = ({ form, candidates }: { form: string; candidates: readonly string[] }) =>
  candidates.length === 0 ? form : `${form} Did you mean ${listAny(candidates)}?`
export const exceptionsForm =
  'should be days such as 2027-03-01, or from the first to the last day such as 2027-02-15..2027-02-19.'
export const weekdayForm = 'should be weekdays such as Mon, Mon-Fri, Sat/Sun, Mon Wed Fri or daily.'
export const unprintable = 'has characters that no page can show, such as control characters. Type it anew.'
export const wholeNumberForm = 'should be a whole number.'
export const placesForm = 'should be a number from 1 to 10000, or all.'
export const yesNoForm = 'should be yes or no.'
export const moneyForm = 'should be pounds and pence such as 13.45.'
export const moneyText = 'should be pounds and pence in double quotes, such as "13.45".'
export const moneySign = ({ currency }: { currency: string }) =>
  `is not in ${currency}, the currency_symbol of operator.json.`
export const amountForm = 'should be more than 0.'
export const emailForm = 'should be an e-mail address.'
export const containerForm = 'should be letters, digits, hyphens and underscores only, such as GTM-ABC123.'
export const addressForm = 'should be an address such as https://town.example.'
export const secureAddressForm = 'should be an address that begins with https://.'
export const originForm = 'should be the address of a site without a path, such as https://town.example.'
export const zoneForm = 'is not a time zone such as Europe/London.'
export const currencyForm = 'should be £, € or $: payments are taken in pounds, euros or dollars.'
export const searchWordsForm = 'should be a word, "=" and what it means, such as footie = five-a-side.'
export const mailLogoForm = 'should be a PNG, such as assets/logo.png: programs for mail draw no other files.'
export const pictureForm = 'should be a file such as assets/logo.svg, or an https address.'
export const pictureOutside = 'should be in the folder.'
export const standardPrice = 'Standard'

// Files
export const unknownFile = "is not one of an operator's files. Check the spelling."
export const utf8Form =
  'is not in UTF-8, so its accents would be lost. Save it again as "CSV UTF-8" or in UTF-8.'
export const missingIn = ({ folder }: { folder: string }) => `is missing in ${folder}.`
export const folderMissing = ({ folder }: { folder: string }) => `There is no folder ${folder}.`
export const spreadsheetFile = ({ table }: { table: string }) =>
  `is a spreadsheet and can't be read. Save it as "CSV UTF-8" under the name ${table}.csv.`
export const nameInCapitals = ({ name }: { name: string }) =>
  `should be called ${name}, in lower-case letters.`
export const listForm = 'should hold a list, in square brackets.'
export const fileMissing = ({ file }: { file: string }) => `there is no ${file} in the folder.`
export const documentForm = ({ file }: { file: string }) => `${file} is not a JPEG, PNG or PDF.`
export const pictureTooLarge = ({ file, kilobytes }: { file: string; kilobytes: number }) =>
  `${file} is larger than ${kilobytes} KB. Use an https address for it.`

// CSV
export const cellCount = ({ cells, columns }: { cells: number; columns: number }) =>
  `has ${cells} cells, and the first line names ${columns} columns. Put a text that holds a comma in double quotes, and write prices with a point, such as 13.45.`
export const strayQuote =
  'has a double quote inside a text. Leave it out, or put the whole text in double quotes and write "" for each one in it.'
export const openQuote = 'a double quote is not closed before the end of the file.'
export const columnTwice = 'stands twice among the columns of the first line.'
export const namelessColumn = 'stands in a column that has no name in the first line.'
export const otherSeparator =
  'has no commas between its columns. Save it as a CSV file with commas, not semicolons or tabs.'

// JSON
export const jsonEmpty = 'expected a value, found the end of the file.'
export const jsonOpenText = 'a text is not closed before the end of its line.'
export const jsonToken = ({ token }: { token: string }) => `${token} is not JSON.`
/** `code` is the parser's; `found` is null at the end of the file. */
export const jsonExpected = ({ code, found }: { code: string; found: string | null }) =>
  `expected ${jsonParts[code] ?? code}, found ${found === null ? 'the end of the file' : `"${found}"`}.`
const jsonParts: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a name in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: '"}" or a comma',
  CloseBracketExpected: '"]" or a comma',
  EndOfFileExpected: 'the end of the file',
}

// Catalogue
export const ageRange = 'is less than age_min.'
export const ticketsOnly = ({ kind }: { kind: string }) =>
  `is only for activities sold by ticket, and this one is ${kind}.`
export const venueOutside = ({ venue, activity }: { venue: string; activity: string }) =>
  `${venue} is not among the venues of ${activity}.`
export const noSuchPrice = ({ venue }: { venue: string }) => `prices.csv has no such price at ${venue}.`
export const pricedAbove = ({ option }: { option: string }) =>
  `${option} already has a price on an earlier line.`
export const heading = ({ activity }: { activity: string }) =>
  `${activity} is a heading. Name one of the activities below it.`
export const noPrice = (session: { activity: string; venue: string; ticket: string | null; band: string }) =>
  `prices.csv has no price for ${[
    `${session.activity} at ${session.venue}`,
    ...(session.ticket === null ? [] : [`ticket ${session.ticket}`]),
    ...(session.band === '' ? [] : [`band ${session.band}`]),
  ].join(', ')}.`
export const sharedWithParts = 'a location that contains others cannot be shared.'
export const partUnusable = ({ part, location }: { part: string; location: string }) =>
  `${part} is shared, or itself contains ${location}.`
export const severalRestrictions = ({ kind }: { kind: string }) => `names more than one ${kind}.`
export const waiverText = 'is missing: people must read what they agree to.'
export const waiverOnly = 'is only for a waiver.'
export const twoAnswers = 'should name two answers or more.'
export const selectOnly = 'is only for a select.'
export const answerTwice = 'names an answer twice.'

// People
export const addressTaken = ({ email, reference }: { email: string; reference: string }) =>
  `${email} belongs to customer ${reference}. Use that reference, or another address.`

// Memberships
export const feeForCard = 'includes card, but joining costs nothing. Leave card out, or set a joining fee.'
export const oneDiscount = "can't be used together with percent_off. Use one of them."
export const noActivity = 'names no activity.'
export const planElsewhere = ({ plan, venue }: { plan: string; venue: string }) =>
  `${plan} is not for ${venue}.`
export const planPaidOtherwise = ({ plan }: { plan: string }) => `${plan} can't be paid this way.`
export const endsBeforeStart = 'is before starts_on.'
export const frozenBackwards = 'is not after frozen_from.'
export const planFree = ({ plan }: { plan: string }) => `${plan} costs nothing, so no payment can fail.`
export const tooManyVisits = ({ visits, pack }: { visits: number; pack: string }) =>
  `has more days than the ${visits} visits of ${pack}.`
export const passBackwards = 'ends before it begins.'

// Timetable
export const beforeFrom = 'is before from.'
export const untilForEvery = 'is missing, because every is set.'
export const tooShortForOne = 'leaves no time for one session.'
export const sameLine = 'the line is the same as an earlier one. Give it a key of its own.'
export const beforeStart = 'is before start.'
export const beforeDate = 'is before date.'
/** Of a cell of a closure that has `opens_on`. */
export const notWithOpening = 'has no meaning beside opens_on. Leave it empty.'
export const withoutOpening = 'needs a day in opens_on.'
export const noSuchDay = 'do not come between date and until.'

// Sales
export const numberMissing: Readonly<Record<NumberedTender, string>> = {
  cheque: 'is missing: the cheque number.',
  'offline-voucher': 'is missing: the voucher number.',
}
export const walkInCancelled = "a walk-in can't cancel."
export const cancelledAttended = 'a cancelled booking has no attendance.'
export const sessionOrTime = 'set either session, or on and at.'

// The command
export const usage = `npm run import -- FOLDER [--check] [--until DAY] [--report FILE] [--accept CODE …]
  [--files-win --reason TEXT]

Loads an operator's files from FOLDER into the configured database: all of them or, if they have problems, none.
  --check        shows what would change and changes nothing
  --until DAY    with --check: looks for sessions that cannot be made up to this day, at most 400 days ahead
  --report FILE  writes every line of the result to FILE; only the first ones are printed
  --accept CODE  does what is refused with this code because it is likely a mistake
  --files-win    takes the files' value of every field that staff have changed in the browser
  --reason TEXT  with --files-win: why, for the audit log
See docs/operator-files.md.
`
export const exportUsage = `npm run export -- FOLDER [--operator SLUG]

Writes the catalogue in force into FOLDER, as the files that npm run import reads. Importing them changes nothing.
People are left out. See docs/operator-files.md.
`
export const venuesApart = ({ folder }: { folder: string }) =>
  `${folder} has its venues in files of their own. Export to another folder.`
export const chooseOperator = ({ operators }: { operators: readonly string[] }) =>
  operators.length === 0
    ? 'There is no operator yet.'
    : `Name an operator: ${operators.map((slug) => `--operator ${slug}`).join(' or ')}`
export const exported = ({ files, folder }: { files: number; folder: string }) =>
  `${files} files are written to ${folder}.`
export const dayOption = ({ day }: { day: string }) =>
  `--until ${day}: should be a date such as 2027-03-04, at most 400 days ahead.`
export const reasonOption =
  '--files-win and --reason "why" go together: what staff have changed in the browser is lost.'
export const unknownCode = ({ code, codes }: { code: string; codes: readonly string[] }) =>
  `--accept ${code}: should be ${listAny(codes)}.`
export const olderTables =
  'The tables of this database are of an older version. Import without --check, or start the server.'
export const serverStopped = 'The server stopped before the import was done. Nothing was changed.'
export const otherOperator = ({ slug, here }: { slug: string; here: string }) =>
  `operator.json is of ${slug}. Here only the files of ${here} can be imported.`
export const effectUnknown = ({ problem }: { problem: string }) =>
  `The files are imported. What that does to people and money could not be read: ${problem}`
export const serverStoppedWriting =
  'The server stopped while the import was being saved. Import again: if it was done, that changes nothing.'
export const rolesOfStaff = 'Only staff have roles. Add "role": "staff".'
export const nameInstructor = 'Say who the instructor is: the slug of one in instructors.json.'
