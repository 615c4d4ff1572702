import { isNumbered } from '#contract/tenders.ts'
import type { z } from 'zod'
import { mediaTypeOf } from '#server/documents/rules.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { columnsOfActivity } from './files/editable.ts'
import type { Folder } from './files/folder.ts'
import { checkUnique, missingSlug, pictureAddress, resolveActivities } from './files/references.ts'
import type { CatalogueIndex, ReportProblem } from './files/references.ts'
import type { activityEntry, priceRow, priceStepRow } from './files/schema/activities.ts'
import type {
  Activity,
  ActivityFile,
  OfActivity,
  PersonFile,
  PositionInFiles,
  PriceFile,
  PriceStepFile,
  ProofFile,
  QuestionFile,
  RestrictionFile,
  SaleFile,
  SessionReference,
  TicketFile,
  VenueFile,
  WaitlistFile,
} from './files/types.ts'
import type { Checked } from './files/validation.ts'

/* Normalises activities, ticket types and prices. */

export const normaliseActivities = (
  roots: readonly Checked<z.output<ReturnType<typeof activityEntry>>>[],
  venueSlugs: ReadonlySet<string>,
  files: Folder,
  restrictions: readonly RestrictionFile[],
): { normalised: ActivityFile[]; tickets: TicketFile[]; positions: PositionInFiles[] } => {
  const normalised: ActivityFile[] = []
  const tickets: TicketFile[] = []
  const positions: PositionInFiles[] = []
  const taken = new Set<string>()
  const icon = (path: string | undefined, report: ReportProblem, field: string) =>
    path === undefined ? '' : pictureAddress(files, path, (sentence) => report(field, sentence))

  const addActivity = (
    activity: Activity,
    at: { venue: string; parent: string | null; heading: boolean; position: number },
    report: ReportProblem,
    field: string,
  ) => {
    const key = `${at.venue}/${activity.slug}`
    if (taken.has(key))
      report(`${field}slug`, operatorMessages().importing.twiceAt({ name: activity.slug, venue: at.venue }))
    taken.add(key)
    if (activity.kind === undefined) return report(`${field}kind`, operatorMessages().importing.missing)
    if ((activity.ageMin ?? 0) > (activity.ageMax ?? Infinity)) {
      report(`${field}ageMax`, operatorMessages().importing.ageRange)
    }
    normalised.push({
      ...at,
      slug: activity.slug,
      name: activity.name,
      ...columnsOfActivity(activity),
      icon: icon(activity.icon, report, `${field}icon`),
      kind: activity.kind,
      browseBy: activity.browseBy ?? 'location',
      allocationStrategy: activity.allocation ?? 'customer',
      allowsAnonymousBookings:
        (activity.anonymousBooking ?? true) && !requiresAccount(activity, restrictions),
      allowsOverlap: activity.mayOverlap ?? false,
      vatRate: Math.round((activity.vatRate ?? 0) * 100),
      customerRefund: activity.partners?.refund ?? true,
      prepayment: activity.partners?.prepayment ?? null,
      needsAttendee: activity.partners?.attendee ?? false,
      needsApproval: activity.partners?.approval ?? false,
      joinLink: activity.joinLink ?? '',
      printReceipt: activity.printReceipt ?? false,
      ageMin: activity.ageMin ?? null,
      ageMax: activity.ageMax ?? null,
      level: activity.level ?? '',
      accessibility: activity.accessibility ?? [],
      conceptIds: activity.conceptIds ?? [],
      weeklyLimit: activity.weeklyLimit ?? null,
      restrictions: activity.restrictions ?? [],
      gives: activity.gives ?? [],
      questions: activity.questions ?? [],
    })
    checkRequirements(activity, restrictions, (name, sentence) => report(`${field}${name}`, sentence))
    if (at.heading) return
    const types = activity.tickets ?? []
    if (activity.kind === 'tickets' && types.length === 0)
      report(`${field}tickets`, operatorMessages().importing.missing)
    if (activity.kind !== 'tickets' && types.length > 0) {
      report(`${field}tickets`, operatorMessages().importing.ticketsOnly({ kind: activity.kind }))
    }
    types.forEach((type, position) => {
      if (types.findIndex(({ slug }) => slug === type.slug) !== position) {
        report(`${field}tickets.${position}.slug`, operatorMessages().importing.twice({ name: type.slug }))
      }
      tickets.push({ venue: at.venue, activity: activity.slug, ...type, position })
    })
  }

  for (const [position, { value: root, report, positionOf }] of roots.entries()) {
    const { children, ...own } = root
    const inherited = withoutOwn(positionOf().fieldLines)
    for (const slug of root.venues ?? []) {
      if (!venueSlugs.has(slug))
        report('venues', missingSlug(slug, operatorMessages().importing.lists.venues))
    }
    for (const [index, child] of children.entries()) {
      for (const slug of child.venues ?? []) {
        if (!venueSlugs.has(slug))
          report(`children.${index}.venues`, missingSlug(slug, operatorMessages().importing.lists.venues))
        else if (root.venues !== undefined && !root.venues.includes(slug)) {
          report(
            `children.${index}.venues`,
            operatorMessages().importing.venueOutside({ venue: slug, activity: root.slug }),
          )
        }
      }
    }
    for (const venue of root.venues ?? venueSlugs) {
      const here = children.filter((child) => child.venues === undefined || child.venues.includes(venue))
      // A heading under which nothing stands at this venue is left out there.
      if (children.length > 0 && here.length === 0) continue
      const firstKind = own.kind ?? here[0]?.kind
      addActivity(
        { ...own, ...(firstKind === undefined ? {} : { kind: firstKind }) },
        { venue, parent: null, heading: children.length > 0, position },
        report,
        '',
      )
      positions.push({ venue, activity: root.slug, ...positionOf() })
      for (const child of here) {
        const { file, line, fieldLines } = positionOf(['children', children.indexOf(child)])
        positions.push({
          venue,
          activity: child.slug,
          file,
          line,
          fieldLines: { ...inherited, ...fieldLines },
        })
        addActivity(
          { ...withoutOwn(own), ...child },
          { venue, parent: root.slug, heading: false, position: children.indexOf(child) },
          report,
          `children.${children.indexOf(child)}.`,
        )
      }
    }
  }
  return { normalised, tickets, positions }
}

/** What a heading hands down: all but what says what it is itself. */
const withoutOwn = <Of extends Partial<Record<'slug' | 'name' | 'description' | 'venues', unknown>>>({
  slug: _slug,
  name: _name,
  description: _description,
  venues: _venues,
  ...rest
}: Of) => rest

export const normalisePrices = (
  rows: readonly Checked<z.output<ReturnType<typeof priceRow>>>[],
  catalogue: CatalogueIndex,
): PriceFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, report }, position) =>
    resolveActivities(row, report, catalogue).map(({ venue, kind }) => {
      if (kind === 'tickets' && row.ticket === undefined)
        report('ticket', operatorMessages().importing.missing)
      if (row.ticket !== undefined && !catalogue.tickets.has(`${venue}/${row.activity}/${row.ticket}`)) {
        report(
          'ticket',
          missingSlug(row.ticket, operatorMessages().importing.lists.tickets({ activity: row.activity })),
        )
      }
      const price: PriceFile = {
        venue,
        activity: row.activity,
        ticket: row.ticket ?? null,
        slug: row.option,
        band: row.band,
        name: row.name,
        price: row.price,
        concession: row.concession,
        vatRate: row.vatRate ?? null,
        proof: row.proof ?? null,
        ageMin: row.ageMin ?? null,
        ageMax: row.ageMax ?? null,
        position,
      }
      if ((row.ageMin ?? 0) > (row.ageMax ?? Infinity)) {
        report('ageMax', operatorMessages().importing.ageRange)
      }
      const key = `${priceKey(price, price.ticket, price.band)}/${price.slug}`
      if (seen.has(key)) report('option', operatorMessages().importing.pricedAbove({ option: row.option }))
      seen.add(key)
      return price
    }),
  )
}

export const normalisePriceSteps = (
  rows: readonly Checked<z.output<ReturnType<typeof priceStepRow>>>[],
  catalogue: CatalogueIndex,
  /** null where prices.csv could not be read. */
  prices: readonly PriceFile[] | null,
): PriceStepFile[] => {
  const keyOf = (price: Pick<PriceFile, 'venue' | 'activity' | 'ticket' | 'band' | 'slug'>) =>
    `${priceKey(price, price.ticket, price.band)}/${price.slug}`
  const namedPrices = prices === null ? null : new Set(prices.map(keyOf))
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, report }) =>
    resolveActivities(row, report, catalogue).map(({ venue }): PriceStepFile => {
      const step = {
        venue,
        activity: row.activity,
        ticket: row.ticket ?? null,
        band: row.band,
        slug: row.option,
        fromDay: row.from,
        price: row.price,
      }
      const key = keyOf(step)
      if (namedPrices !== null && !namedPrices.has(key))
        report('option', operatorMessages().importing.noSuchPrice({ venue }))
      if (seen.has(`${key} ${row.from}`))
        report('from', operatorMessages().importing.twice({ name: row.from }))
      seen.add(`${key} ${row.from}`)
      return step
    }),
  )
}

/** What a price is found by. */
export const priceKey = ({ venue, activity }: OfActivity, ticket: string | null, band: string): string =>
  `${venue}/${activity}/${ticket ?? ''}/${band}`

/* Checks of restrictions and questions. */

/** Whether it is sold only to customers: a visitor's eligibility cannot be checked. */
export const requiresAccount = (
  { restrictions = [], weeklyLimit }: Activity,
  restrictionFiles: readonly RestrictionFile[],
): boolean =>
  weeklyLimit != null ||
  restrictionFiles.some(({ slug, kind }) => kind !== 'waiver' && restrictions.includes(slug))

/** Whether an activity asks for what there is, and of each kind for one at most (wire §2.1). */
const checkRequirements = (
  { restrictions = [], gives = [], questions = [] }: Activity,
  restrictionFiles: readonly RestrictionFile[],
  report: ReportProblem,
): void => {
  const kinds = new Set<string>()
  for (const slug of restrictions) {
    const found = restrictionFiles.find((restriction) => restriction.slug === slug)
    if (found === undefined) {
      report('restrictions', missingSlug(slug, 'restrictions.json'))
      continue
    }
    if (kinds.has(found.kind))
      report('restrictions', operatorMessages().importing.severalRestrictions({ kind: found.kind }))
    kinds.add(found.kind)
  }
  const inductions = inductionsIn(restrictionFiles)
  for (const slug of gives)
    if (!inductions.has(slug))
      report('gives', missingSlug(slug, operatorMessages().importing.lists.inductions))
  checkQuestions(questions, report)
}

/** Slugs. */
const inductionsIn = (restrictions: readonly RestrictionFile[]): ReadonlySet<string> =>
  new Set(restrictions.filter(({ kind }) => kind === 'induction').map(({ slug }) => slug))

export const checkRestrictions = (restrictions: readonly Checked<RestrictionFile>[]): void => {
  for (const { value, report } of restrictions) {
    const isWaiver = value.kind === 'waiver'
    if (isWaiver && value.html === '') report('html', operatorMessages().importing.waiverText)
    if (!isWaiver && value.questions.length > 0) report('questions', operatorMessages().importing.waiverOnly)
    if (!isWaiver && value.validMonths !== null)
      report('validMonths', operatorMessages().importing.waiverOnly)
    checkQuestions(value.questions, report)
  }
}

const checkQuestions = (questions: readonly QuestionFile[], report: ReportProblem): void => {
  questions.forEach(({ slug, type, options }, index) => {
    if (questions.findIndex((other) => other.slug === slug) !== index) {
      report(`questions.${index}.slug`, operatorMessages().importing.twice({ name: slug }))
    }
    if (type === 'select' && options.length < 2) {
      report(`questions.${index}.options`, operatorMessages().importing.twoAnswers)
    }
    if (type !== 'select' && options.length > 0)
      report(`questions.${index}.options`, operatorMessages().importing.selectOnly)
    if (new Set(options.map(valueOf)).size < options.length) {
      report(`questions.${index}.options`, operatorMessages().importing.answerTwice)
    }
  })
}

export const checkInductions = (
  people: readonly Checked<PersonFile>[],
  restrictions: readonly RestrictionFile[],
): void => {
  const inductions = inductionsIn(restrictions)
  for (const { value, report } of people) {
    const everybody = [
      ['inductions', value.inductions] as const,
      ...value.children.map((child, index) => [`children.${index}.inductions`, child.inductions] as const),
    ]
    for (const [field, slugs] of everybody) {
      for (const slug of slugs) {
        if (!inductions.has(slug))
          report(field, missingSlug(slug, operatorMessages().importing.lists.inductions))
      }
    }
  }
}

/** `No, thank you` is kept as `no-thank-you`. */
export const valueOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || label

export const checkPeople = (people: readonly Checked<PersonFile>[]): void => {
  checkUnique([...people], ({ email }) => email, 'email')
  const references = new Set<string>()
  for (const { value, report } of people) {
    for (const [field, reference] of [
      ['reference', value.reference] as const,
      ...value.children.map((child, index) => [`children.${index}.reference`, child.reference] as const),
    ]) {
      if (references.has(reference)) report(field, operatorMessages().importing.twice({ name: reference }))
      references.add(reference)
    }
  }
}

/** Proofs with what is in their files, which are told by their content as those that people send. */
export const normaliseProofs = (
  people: readonly Pick<Checked<PersonFile>, 'value' | 'report'>[],
  files: Pick<Folder, 'asset'>,
): ProofFile[] =>
  people.flatMap(({ value: { reference, documents }, report }) =>
    documents.flatMap((document, index): ProofFile[] => {
      const field = `documents.${index}.file`
      const bytes = files.asset(document.file)
      const mediaType = bytes === null ? null : mediaTypeOf(bytes)
      if (bytes === null) report(field, operatorMessages().importing.fileMissing({ file: document.file }))
      else if (mediaType === null)
        report(field, operatorMessages().importing.documentForm({ file: document.file }))
      return bytes === null || mediaType === null ? [] : [{ ...document, reference, bytes, mediaType }]
    }),
  )

/* Checks of sales.json and waitlists.json. */

export const checkSales = (
  sales: readonly Checked<SaleFile>[],
  of: { venues: readonly VenueFile[]; people: readonly PersonFile[]; catalogue: CatalogueIndex },
): void => {
  for (const { value: sale, report } of sales) {
    const { venue, to, by, till, tender, number } = sale
    checkSession(sale, of.catalogue, report)
    if (to !== null && !of.people.some(({ reference }) => reference === to))
      report('to', missingSlug(to, 'people.json'))
    if (!of.people.some(({ reference, role }) => reference === by && role === 'staff'))
      report('by', missingSlug(by, operatorMessages().importing.lists.staff))
    const tills = of.venues.find(({ slug }) => slug === venue)?.tills ?? []
    if (till !== null && !tills.some(({ slug }) => slug === till))
      report('till', missingSlug(till, operatorMessages().importing.lists.tills({ venue })))
    if (isNumbered(tender) && number === undefined)
      report('number', operatorMessages().importing.numberMissing[tender])
    if (sale.cancelled && to === null) report('cancelled', operatorMessages().importing.walkInCancelled)
    if (sale.cancelled && sale.attendance !== undefined)
      report('attendance', operatorMessages().importing.cancelledAttended)
  }
}

const checkSession = (
  { venue, activity, session, on, at }: SessionReference,
  catalogue: CatalogueIndex,
  report: Checked<unknown>['report'],
): void => {
  if (!catalogue.activities.has(`${venue}/${activity}`))
    report('activity', missingSlug(activity, operatorMessages().importing.lists.activities({ venue })))
  const isOfToday = session !== undefined && on === undefined && at === undefined
  const isOfADay = session === undefined && on !== undefined && at !== undefined
  if (!isOfToday && !isOfADay) report('session', operatorMessages().importing.sessionOrTime)
}

export const checkWaitlists = (
  waiting: readonly Checked<WaitlistFile>[],
  of: { people: readonly PersonFile[]; catalogue: CatalogueIndex },
): void => {
  for (const { value, report } of waiting) {
    checkSession(value, of.catalogue, report)
    for (const [index, person] of value.people.entries()) {
      if (!of.people.some(({ reference }) => reference === person))
        report(`people.${index}`, missingSlug(person, 'people.json'))
    }
  }
}
