import { decimals } from '#contract/money.ts'
import { requestToWire } from '#contract/wire.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { SetupError } from '#server/platform/errors.ts'
import { fileValuesOf } from './files/editable.ts'
import { exportTables } from './exportTables.ts'
import {
  activitiesOf,
  benefitsOf,
  instructorsOf,
  linksOfActivities,
  locationsOf,
  operatorsToExport,
  plansOf,
  productsOf,
  questionsOf,
  restrictionsOf,
  tagsOf,
  termsOf,
  themesOf,
  ticketsOf,
  tillsOf,
  venuesOf,
} from './sql/export.ts'
import type { LocationRow } from './sql/export.ts'

/* The catalogue in force as the folder that docs/operator-files.md describes: importing it changes nothing. */

type ExportedFiles = ReadonlyMap<string, string | Buffer>

type OperatorRow = Awaited<ReturnType<typeof operatorsToExport>>[number]

/**
 * The files of an operator's catalogue, without its people, by their names in the folder.
 * @param slug of the operator; undefined where there is one only
 * @throws SetupError where it is not clear which operator is meant
 */
export const exportOperator = async (tx: Tx, slug: string | undefined, now: Date): Promise<ExportedFiles> => {
  const operators = await operatorsToExport(tx)
  const [operator, ...others] = operators.filter((one) => slug === undefined || one.slug === slug)
  if (operator === undefined || others.length > 0)
    throw new SetupError(
      operatorMessages().importing.chooseOperator({ operators: operators.map((one) => one.slug) }),
    )
  const assets = new Map<string, Buffer>()
  const lists = {
    'operator.json': await operatorJson(tx, operator),
    'themes.json': await themesJson(tx, operator.id, assets),
    'venues.json': await venuesJson(tx, operator.id),
    'activities.json': await activitiesJson(tx, operator.id, assets),
    'restrictions.json': await restrictionsJson(tx, operator.id),
    'instructors.json': named(await instructorsOf(tx, operator.id)),
    'tags.json': (await tagsOf(tx, operator.id)).map(({ slug, name, means }) => ({ slug, name, means })),
    'terms.json': (await termsOf(tx, operator.id)).map(({ slug, name, html, required, purpose }) => ({
      slug,
      name,
      html,
      required,
      for: purpose,
    })),
    'memberships.json': await membershipsJson(tx, operator.id),
    'packages.json': (await productsOf(tx, operator.id)).map((product) => ({
      slug: product.slug,
      name: product.name,
      uses: product.uses,
      validDays: product.validDays,
      nominalCode: product.nominalCode,
      venues: product.venues,
      activities: product.activities,
    })),
  }
  const json = Object.entries(lists)
    // Also empty lists, so that no file seems to be missing when they are imported.
    .map(([name, content]) => [name, `${JSON.stringify(requestToWire(content), null, 2)}\n`] as const)
  return new Map<string, string | Buffer>([...json, ...(await exportTables(tx, operator.id, now)), ...assets])
}

const named = (entries: readonly { slug: string; name: string }[]) =>
  entries.map(({ slug, name }) => ({ slug, name }))

/** A picture as the files name it: an address, or a file of its own. */
const pictureOf = (address: string | null, name: string, assets: Map<string, Buffer>): string | null => {
  if (address === null || address === '') return null
  const [, kind, encoding, data] = /^data:image\/(svg\+xml|png|webp)(;base64)?,(.*)$/s.exec(address) ?? []
  if (kind === undefined || data === undefined) return address
  const bytes = encoding === undefined ? Buffer.from(decodeURIComponent(data)) : Buffer.from(data, 'base64')
  // Two things of one name may have two pictures.
  for (let number = 1; ; number += 1) {
    const file = `assets/${name}${number === 1 ? '' : `-${number}`}.${kind === 'svg+xml' ? 'svg' : kind}`
    if (assets.get(file)?.equals(bytes) === false) continue
    assets.set(file, bytes)
    return file
  }
}

/** A text that is not given is left out: an empty one would be refused. */
const withoutEmptyTexts = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

const operatorJson = async (tx: Tx, operator: OperatorRow) =>
  withoutEmptyTexts({
    slug: operator.slug,
    name: operator.name,
    legalName: operator.legalName,
    vatNumber: operator.vatNumber,
    currencySymbol: operator.currencySymbol,
    timezone: operator.timezone,
    migrationDate: operator.migrationDate,
    onlineJoining: operator.onlineJoiningEnabled,
    onlineGuestPasses: operator.onlineGuestPassesEnabled,
    kioskHomeUrl: operator.kioskHomeUrl,
    analyticsContainerIds: operator.analyticsContainerIds,
    frameOrigins: operator.frameOrigins,
    basketHoldSeconds: operator.basketHoldSeconds,
    refundsTo: operator.refundsTo,
    billingAddress: operator.billingAddress,
    outstandingPenalties: operator.outstandingPenalties,
    staffNeedSecondFactor: operator.staffNeedSecondFactor,
    onePlace: operator.onePlace,
    benefitsNeedLogin: operator.benefitsNeedLogin,
    pricesBy: operator.pricesBy,
    secondPerson: operator.secondPerson,
    collections: {
      noticeDays: operator.collectionNoticeDays,
      retryDays: operator.collectionRetryDays,
      tries: operator.collectionTries,
      takeOverEmail: operator.takeOverEmail,
    },
    phone: operator.phone,
    email: operator.email,
    sameAs: operator.sameAs,
    searchWords: operator.searchWords,
    openData: { site: operator.openDataSite, discussion: operator.openDataDiscussion },
    openBooking: {
      on: operator.openBooking,
      taxMode: operator.taxMode,
      terms: operator.bookingTermsUrl,
      approvalHours: operator.proposalHours,
      requestsTo: operator.proposalEmail,
      payee: {
        name: operator.payeeName,
        accountId: operator.payeeAccount,
        providerId: operator.payeeProvider,
      },
    },
    theme: (await themesOf(tx, operator.id)).find(({ id }) => id === operator.themeId)?.slug ?? null,
    footer: operator.footerHtml,
  })

const themesJson = async (tx: Tx, operatorId: number, assets: Map<string, Buffer>) =>
  (await themesOf(tx, operatorId)).map((theme) => ({
    slug: theme.slug,
    logo: pictureOf(theme.appLogo, `${theme.slug}-logo`, assets),
    mailLogo: pictureOf(theme.mailLogo, `${theme.slug}-mail-logo`, assets),
    primaryColour: theme.primaryColour,
    secondaryColour1: theme.secondaryColourOne,
    secondaryColour2: theme.secondaryColourTwo,
    headerBgColour: theme.headerBgColour,
    darkBgColour: theme.darkBgColour,
    headingFont: theme.headingFont,
    bodyFont: theme.bodyFont,
    secondaryButtonStyle: theme.secondaryButtonStyle,
    headerPrimaryColour: theme.headerPrimaryColour,
  }))

const venuesJson = async (tx: Tx, operatorId: number) => {
  const themes = new Map((await themesOf(tx, operatorId)).map(({ id, slug }) => [id, slug]))
  const locations = await locationsOf(tx, operatorId)
  const tills = await tillsOf(tx, operatorId)
  return (await venuesOf(tx, operatorId)).map((venue) =>
    withoutEmptyTexts({
      slug: venue.slug,
      name: venue.name,
      venueType: venue.venueType,
      addressLineOne: venue.addressLineOne,
      town: venue.town,
      region: venue.region,
      postcode: venue.postcode,
      lat: venue.lat,
      lng: venue.lng,
      timezone: venue.timezone,
      activitiesV2Enabled: venue.activitiesV2Enabled,
      migrationDate: venue.migrationDate,
      displayVenueSelectionButton: venue.displayVenueSelectionButton,
      onlineJoining: venue.onlineJoiningEnabled,
      theme: venue.themeId === null ? null : (themes.get(venue.themeId) ?? null),
      footer: venue.footerHtml,
      ...fileValuesOf('venue', venue),
      locations: locations.filter(({ venueId }) => venueId === venue.id).map(locationJson),
      tills: named(tills.filter(({ venueId }) => venueId === venue.id)),
    }),
  )
}

const locationJson = ({ slug, name, kind, spaces }: LocationRow) => ({
  slug,
  name,
  kind,
  ...(spaces.length === 0
    ? { shared: true }
    : spaces.length === 1 && spaces[0] === slug
      ? {}
      : { contains: spaces }),
})

const questionJson = (question: Awaited<ReturnType<typeof questionsOf>>[number]) => ({
  slug: question.slug,
  text: question.text,
  type: question.type,
  options: (question.options as { label: string }[]).map(({ label }) => label),
  required: question.required,
})

const restrictionsJson = async (tx: Tx, operatorId: number) => {
  const questions = await questionsOf(tx, operatorId)
  return (await restrictionsOf(tx, operatorId)).map((one) => ({
    slug: one.slug,
    kind: one.kind,
    name: one.name,
    html: one.html,
    per: one.perAttendee ? 'attendee' : 'booking',
    validMonths: one.validMonths,
    questions: questions.filter(({ restrictionId }) => restrictionId === one.id).map(questionJson),
  }))
}

/** Entries that stand at one position and differ in their venue alone came from one entry. */
const activitiesJson = async (tx: Tx, operatorId: number, assets: Map<string, Buffer>) => {
  const activities = await activitiesOf(tx, operatorId)
  const venues = new Map((await venuesOf(tx, operatorId)).map(({ id, slug }) => [id, slug]))
  const questions = await questionsOf(tx, operatorId)
  const tickets = await ticketsOf(tx, operatorId)
  const restrictions = await linksOfActivities(tx, 'activityRestriction', operatorId)
  const gives = await linksOfActivities(tx, 'activityInduction', operatorId)

  const own = (activity: (typeof activities)[number]) => {
    const icon = pictureOf(activity.icon, `${activity.slug}-icon`, assets)
    return {
      slug: activity.slug,
      name: activity.name,
      ...fileValuesOf('activity', activity),
      kind: activity.kind,
      ...(icon === null ? {} : { icon }),
      browseBy: activity.browseBy,
      allocation: activity.allocationStrategy,
      anonymousBooking: activity.allowsAnonymousBookings,
      mayOverlap: activity.allowsOverlap,
      vatRate: activity.vatRate / 100,
      partners: {
        refund: activity.customerRefund,
        prepayment: activity.prepayment,
        attendee: activity.needsAttendee,
        approval: activity.needsApproval,
      },
      joinLink: activity.joinLink,
      printReceipt: activity.printReceipt,
      ageMin: activity.ageMin,
      ageMax: activity.ageMax,
      level: activity.level,
      accessibility: activity.accessibility,
      conceptIds: activity.conceptIds,
      weeklyLimit: activity.weeklyLimit,
      restrictions: restrictions.get(activity.id) ?? [],
      gives: gives.get(activity.id) ?? [],
      questions: questions.filter(({ activityId }) => activityId === activity.id).map(questionJson),
      tickets: tickets
        .filter(({ activityId }) => activityId === activity.id)
        .map(({ slug, name, places, maxQuantity, ageMin, ageMax }) => ({
          slug,
          name,
          places,
          maxQuantity,
          ageMin,
          ageMax,
        })),
    }
  }
  const merged = new Map<string, { venues: string[]; entry: object }>()
  for (const root of activities.filter(({ parentId }) => parentId === null)) {
    const children = activities.filter(({ parentId }) => parentId === root.id).map(own)
    const entry = { ...own(root), children }
    const key = JSON.stringify([root.position, entry])
    const before = merged.get(key) ?? { venues: [], entry }
    merged.set(key, { ...before, venues: [...before.venues, venues.get(root.venueId) ?? ''] })
  }
  return [...merged.values()].map(({ venues: at, entry }) => ({ venues: at, ...entry }))
}

const membershipsJson = async (tx: Tx, operatorId: number) => {
  const benefits = await benefitsOf(tx, operatorId)
  return (await plansOf(tx, operatorId)).map((plan) => ({
    slug: plan.slug,
    name: plan.name,
    ...(plan.description === '' ? {} : { description: plan.description }),
    price: decimals(plan.price),
    billingPeriod: plan.billingPeriod,
    joiningFee: decimals(plan.joiningFee),
    nominalCode: plan.nominalCode,
    firstDays: plan.firstDays,
    minimumTermMonths: plan.minimumTermMonths,
    cancellationNoticeDays: plan.cancellationNoticeDays,
    freezeMonths: plan.freezeMonths,
    maxMembers: plan.maxMembers,
    maxAdults: plan.maxAdults,
    paymentMethods: plan.paymentMethods,
    ageMin: plan.ageMin,
    ageMax: plan.ageMax,
    proof: plan.documentType,
    venues: plan.venues,
    soldOnline: plan.soldOnline,
    terms: plan.terms,
    benefits: benefits
      .filter(({ planId }) => planId === plan.id)
      .map((benefit) => ({
        slug: benefit.slug,
        name: benefit.name,
        ...(benefit.description === '' ? {} : { description: benefit.description }),
        ...(benefit.percentOff === null ? {} : { percentOff: benefit.percentOff }),
        ...(benefit.fixedPrice === null ? {} : { price: decimals(benefit.fixedPrice) }),
        ...(benefit.allowance === null
          ? {}
          : { allowance: { uses: benefit.allowance, per: benefit.allowancePeriod } }),
        ...(benefit.coversAll ? {} : { activities: benefit.activities }),
      })),
  }))
}
