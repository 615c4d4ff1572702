import type { z } from 'zod'
import type { Folder } from '#server/import/files/folder.ts'
import { pictureAddress } from '#server/import/files/pictures.ts'
import { missingSlug, resolveActivities } from '#server/import/files/references.ts'
import type { CatalogueIndex, ReportProblem } from '#server/import/files/references.ts'
import type { activityEntry, priceRow } from '#server/import/files/schema/activities.ts'
import type {
  Activity,
  ActivityFile,
  OfActivity,
  PriceFile,
  RestrictionFile,
  TicketFile,
} from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'
import { checkRequirements, requiresAccount } from '#server/import/restrictions/rules.ts'
import * as messages from '#server/messages/en/import.ts'

/* Normalises activities, ticket types and prices. */

export const normaliseActivities = (
  roots: readonly Checked<z.output<ReturnType<typeof activityEntry>>>[],
  venueSlugs: ReadonlySet<string>,
  files: Folder,
  restrictions: readonly RestrictionFile[],
): { normalised: ActivityFile[]; tickets: TicketFile[] } => {
  const normalised: ActivityFile[] = []
  const tickets: TicketFile[] = []
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
    if (taken.has(key)) report(`${field}slug`, messages.twiceAt({ name: activity.slug, venue: at.venue }))
    taken.add(key)
    if (activity.kind === undefined) return report(`${field}kind`, messages.missing)
    if ((activity.ageMin ?? 0) > (activity.ageMax ?? Infinity)) {
      report(`${field}ageMax`, messages.ageRange)
    }
    const { release } = activity
    normalised.push({
      ...at,
      slug: activity.slug,
      name: activity.name,
      description: activity.description,
      icon: icon(activity.icon, report, `${field}icon`),
      kind: activity.kind,
      browseBy: activity.browseBy ?? 'location',
      allocationStrategy: activity.allocation ?? 'customer',
      allowsAnonymousBookings:
        (activity.anonymousBooking ?? true) && !requiresAccount(activity, restrictions),
      allowsOverlap: activity.mayOverlap ?? false,
      preBookingNotice: activity.preBookingNotice ?? null,
      vatRate: Math.round((activity.vatRate ?? 0) * 100),
      releaseDays: release !== undefined && 'days' in release ? release.days : null,
      releaseTime: release !== undefined && 'days' in release ? release.time : null,
      releaseMinutes: release !== undefined && 'minutes' in release ? release.minutes : null,
      lastBookableMinutes: activity.lastBookableMinutes ?? 10,
      freeCancelMinutes: activity.freeCancelMinutes ?? 0,
      lateCancelFee: activity.lateCancelFee ?? null,
      customerRefund: activity.partners?.refund ?? true,
      prepayment: activity.partners?.prepayment ?? null,
      needsAttendee: activity.partners?.attendee ?? false,
      needsApproval: activity.partners?.approval ?? false,
      joinLink: activity.joinLink ?? '',
      // 0 is none, also where the heading has one.
      noShowPenalty: activity.noShowPenalty === 0 ? null : (activity.noShowPenalty ?? null),
      hasWaitlist: activity.waitlist ?? true,
      printReceipt: activity.printReceipt ?? false,
      ageMin: activity.ageMin ?? null,
      ageMax: activity.ageMax ?? null,
      level: activity.level ?? '',
      accessibility: activity.accessibility ?? [],
      conceptIds: activity.conceptIds ?? [],
      weeklyLimit: activity.weeklyLimit ?? null,
      restrictions: activity.restrictions ?? [],
      questions: activity.questions ?? [],
    })
    checkRequirements(activity, restrictions, (name, sentence) => report(`${field}${name}`, sentence))
    if (at.heading) return
    const types = activity.tickets ?? []
    if (activity.kind === 'tickets' && types.length === 0) report(`${field}tickets`, messages.missing)
    if (activity.kind !== 'tickets' && types.length > 0) {
      report(`${field}tickets`, messages.ticketsOnly({ kind: activity.kind }))
    }
    types.forEach((type, position) => {
      if (types.findIndex(({ slug }) => slug === type.slug) !== position) {
        report(`${field}tickets.${position}.slug`, messages.twice({ name: type.slug }))
      }
      tickets.push({ venue: at.venue, activity: activity.slug, ...type, position })
    })
  }

  for (const [position, { value: root, report }] of roots.entries()) {
    const { children, ...own } = root
    for (const slug of root.venues ?? []) {
      if (!venueSlugs.has(slug)) report('venues', missingSlug(slug, messages.lists.venues))
    }
    for (const [index, child] of children.entries()) {
      for (const slug of child.venues ?? []) {
        if (!venueSlugs.has(slug))
          report(`children.${index}.venues`, missingSlug(slug, messages.lists.venues))
        else if (root.venues !== undefined && !root.venues.includes(slug)) {
          report(`children.${index}.venues`, messages.venueOutside({ venue: slug, activity: root.slug }))
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
      for (const child of here) {
        addActivity(
          { ...withoutOwn(own), ...child },
          { venue, parent: root.slug, heading: false, position: children.indexOf(child) },
          report,
          `children.${children.indexOf(child)}.`,
        )
      }
    }
  }
  return { normalised, tickets }
}

/** What a heading hands down: all but what says what it is itself. */
const withoutOwn = ({
  slug: _slug,
  name: _name,
  description: _description,
  venues: _venues,
  ...rest
}: Activity) => rest

export const normalisePrices = (
  rows: readonly Checked<z.output<ReturnType<typeof priceRow>>>[],
  catalogue: CatalogueIndex,
): PriceFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, report }, position) =>
    resolveActivities(row, report, catalogue).map(({ venue, kind }) => {
      if (kind === 'tickets' && row.ticket === undefined) report('ticket', messages.missing)
      if (row.ticket !== undefined && !catalogue.tickets.has(`${venue}/${row.activity}/${row.ticket}`)) {
        report('ticket', missingSlug(row.ticket, messages.lists.tickets({ activity: row.activity })))
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
        proof: row.proof ?? null,
        ageMin: row.ageMin ?? null,
        ageMax: row.ageMax ?? null,
        position,
      }
      if ((row.ageMin ?? 0) > (row.ageMax ?? Infinity)) {
        report('ageMax', messages.ageRange)
      }
      const key = `${priceKey(price, price.ticket, price.band)}/${price.slug}`
      if (seen.has(key)) report('option', messages.pricedAbove({ option: row.option }))
      seen.add(key)
      return price
    }),
  )
}

/** What a price is found by. */
export const priceKey = ({ venue, activity }: OfActivity, ticket: string | null, band: string): string =>
  `${venue}/${activity}/${ticket ?? ''}/${band}`
