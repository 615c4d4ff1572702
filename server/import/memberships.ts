import { importFailedPayment } from '#server/memberships/collection/service.ts'
import { saveUnfinishedJoining } from '#server/joining/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { addDays } from '#server/platform/wallclock.ts'
import type { Checked } from './checking.ts'
import type { ActivityFile, MembershipFile, OperatorFiles, PackageFile, PersonFile } from './layout.ts'
import {
  insertPastVisits,
  frozenMembershipReferences,
  selectPeople,
  replaceLinks,
  insertMembers,
} from './queries.ts'
import { recordCount, reconcile, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { missingSlug } from './referring.ts'
import type { CatalogueIndex, ReportProblem } from './referring.ts'

/* Memberships and packages: what is sold, and who has one. */

/** Refuses plans that name what is not there. */
export const checkMemberships = (
  memberships: readonly Checked<MembershipFile>[],
  catalogue: CatalogueIndex,
  terms: ReadonlySet<string>,
): void => {
  for (const { value: plan, report } of memberships) {
    requireVenues(plan.venues, report, catalogue)
    if (plan.ageMin !== null && plan.ageMax !== null && plan.ageMin > plan.ageMax) {
      report('ageMax', 'is less than age_min.')
    }
    const takesNothing = plan.firstDays === 'free' && plan.joiningFee === 0 && plan.price > 0
    if (takesNothing && plan.soldOnline && plan.paymentMethods.includes('card')) {
      report(
        'paymentMethods',
        'has card, which nothing is taken from on joining; leave it out, or ask a fee.',
      )
    }
    for (const slug of plan.terms) if (!terms.has(slug)) report('terms', missingSlug(slug, 'terms.json'))
    for (const [index, benefit] of plan.benefits.entries()) {
      const field = `benefits.${index}`
      if (plan.benefits.findIndex(({ slug }) => slug === benefit.slug) !== index) {
        report(`${field}.slug`, `${benefit.slug} is there twice.`)
      }
      if (benefit.percentOff !== undefined && benefit.price !== undefined) {
        report(`${field}.price`, 'is said beside percent_off; say one of them.')
      }
      requireActivities(benefit.activities ?? [], report, catalogue, `${field}.activities`)
    }
  }
}

export const checkPackages = (packages: readonly Checked<PackageFile>[], catalogue: CatalogueIndex): void => {
  for (const { value, report } of packages) {
    requireVenues(value.venues, report, catalogue)
    requireActivities(value.activities, report, catalogue, 'activities')
  }
}

const requireVenues = (
  venues: readonly string[] | undefined,
  report: ReportProblem,
  catalogue: CatalogueIndex,
): void => {
  for (const slug of venues ?? []) {
    if (!catalogue.venueSlugs.has(slug)) report('venues', missingSlug(slug, 'the venues'))
  }
}

const requireActivities = (
  slugs: readonly string[],
  report: ReportProblem,
  catalogue: CatalogueIndex,
  field: string,
): void => {
  const there = new Set([...catalogue.activities.values()].map(({ slug }) => slug))
  for (const slug of slugs) if (!there.has(slug)) report(field, missingSlug(slug, 'activities.json'))
}

type Sold = {
  memberships: readonly MembershipFile[]
  packages: readonly PackageFile[]
  venueSlugs: ReadonlySet<string>
}

/** Refuses what people are said to have and is not sold, or is said twice. */
export const checkHolders = (people: readonly Checked<PersonFile>[], sold: Sold): void => {
  const references = { membership: new Set<string>(), package: new Set<string>() }
  const once = (of: keyof typeof references, reference: string, field: string, report: ReportProblem) => {
    if (references[of].has(reference)) report(field, `${reference} is there twice.`)
    references[of].add(reference)
  }
  const everybody = new Set(
    people.flatMap(({ value }) => [value.reference, ...value.children.map((child) => child.reference)]),
  )
  for (const { value: person, report } of people) {
    for (const [index, held] of person.memberships.entries()) {
      const field = `memberships.${index}`
      once('membership', held.reference, `${field}.reference`, report)
      const plan = sold.memberships.find(({ slug }) => slug === held.plan)
      if (plan === undefined) report(`${field}.plan`, missingSlug(held.plan, 'memberships.json'))
      if (!sold.venueSlugs.has(held.venue)) report(`${field}.venue`, missingSlug(held.venue, 'the venues'))
      else if (plan?.venues?.includes(held.venue) === false) {
        report(`${field}.venue`, `${held.plan} is not for ${held.venue}.`)
      }
      if (plan?.paymentMethods.includes(held.paymentMethod) === false) {
        report(`${field}.paymentMethod`, `${held.plan} is not paid in this way.`)
      }
      if (held.endsOn !== null && held.endsOn < held.startsOn) {
        report(`${field}.endsOn`, 'is before starts_on.')
      }
      if (held.frozenUntil !== null && (held.frozenFrom === null || held.frozenUntil <= held.frozenFrom)) {
        report(`${field}.frozenUntil`, 'is not after frozen_from.')
      }
      if (held.failedPayment !== undefined && plan !== undefined && plan.price === 0) {
        report(`${field}.failedPayment`, `is of ${held.plan}, which costs nothing.`)
      }
      for (const reference of held.members ?? []) {
        if (!everybody.has(reference)) report(`${field}.members`, missingSlug(reference, 'people.json'))
      }
    }
    if (person.joining !== undefined) {
      const { plan: wanted, venue } = person.joining
      const plan = sold.memberships.find(({ slug }) => slug === wanted)
      if (plan === undefined) report('joining.plan', missingSlug(wanted, 'memberships.json'))
      if (!sold.venueSlugs.has(venue)) report('joining.venue', missingSlug(venue, 'the venues'))
    }
    for (const [index, held] of person.packages.entries()) {
      const field = `packages.${index}`
      once('package', held.reference, `${field}.reference`, report)
      const product = sold.packages.find(({ slug }) => slug === held.package)
      if (product === undefined) report(`${field}.package`, missingSlug(held.package, 'packages.json'))
      else if (held.usedOn.length > product.uses) {
        report(`${field}.usedOn`, `has more days than the ${product.uses} visits of ${product.slug}.`)
      }
    }
  }
}

/** A joining that the files speak of may be finished for so long. */
const joiningGoodForMs = 30 * 86_400_000

/** The activities that people book, of those named and what stands under them, at these venues. */
const coveredActivities = (
  activities: readonly ActivityFile[],
  slugs: readonly string[],
  venues: readonly string[] | undefined,
): ActivityFile[] =>
  activities.filter(
    (activity) =>
      !activity.heading &&
      (slugs.includes(activity.slug) || (activity.parent !== null && slugs.includes(activity.parent))) &&
      (venues === undefined || venues.includes(activity.venue)),
  )

type Offered = { venues: Reconciled; activities: Reconciled }

const activityIds = ({ venues, activities }: Offered, of: readonly ActivityFile[]): number[] =>
  of.map(({ venue, slug }) => activities.idOf(venues.idOf(venue), slug))

/** The plans with their venues, terms and benefits. */
export const loadMemberships = async (
  tx: Tx,
  operatorId: number,
  { memberships, venues, activities }: OperatorFiles,
  on: Offered & { terms: Reconciled },
  changes: Change[],
): Promise<Reconciled> => {
  const plans = await reconcile(
    tx,
    operatorId,
    {
      table: 'membershipPlan',
      what: 'membership plan',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: memberships.map((plan, position) => ({
        operatorId,
        slug: plan.slug,
        name: plan.name,
        description: plan.description,
        price: plan.price,
        billingPeriod: plan.billingPeriod,
        joiningFee: plan.joiningFee,
        firstDays: plan.firstDays,
        minimumTermMonths: plan.minimumTermMonths,
        paymentMethods: plan.paymentMethods,
        ageMin: plan.ageMin,
        ageMax: plan.ageMax,
        documentType: plan.proof,
        soldOnline: plan.soldOnline,
        position,
        withdrawn: false,
      })),
    },
    changes,
  )
  const planIds = memberships.map(({ slug }) => plans.idOf(slug))
  const everyVenue = venues.map(({ slug }) => slug)
  const atVenues = memberships.flatMap((plan) =>
    (plan.venues ?? everyVenue).map((venue) => [plans.idOf(plan.slug), on.venues.idOf(venue)] as const),
  )
  recordCount(
    changes,
    'venues of memberships',
    await replaceLinks(tx, 'membershipPlanVenue', planIds, atVenues),
  )
  const underTerms = memberships.flatMap((plan) =>
    plan.terms.map((slug) => [plans.idOf(plan.slug), on.terms.idOf(slug)] as const),
  )
  recordCount(
    changes,
    'terms of memberships',
    await replaceLinks(tx, 'membershipPlanTerms', planIds, underTerms),
  )

  const offered = memberships.flatMap((plan) =>
    plan.benefits.map((benefit, position) => ({ plan, benefit, position })),
  )
  const benefits = await reconcile(
    tx,
    operatorId,
    {
      table: 'benefit',
      what: 'benefit',
      owner: 'planId',
      key: ['planId', 'slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: offered.map(({ plan, benefit, position }) => ({
        planId: plans.idOf(plan.slug),
        slug: benefit.slug,
        name: benefit.name,
        description: benefit.description,
        kind: benefit.percentOff !== undefined ? 'percent' : benefit.price !== undefined ? 'fixed' : 'free',
        percentOff: benefit.percentOff ?? null,
        fixedPrice: benefit.price ?? null,
        allowance: benefit.allowance?.uses ?? null,
        allowancePeriod: benefit.allowance?.per ?? null,
        coversAll: benefit.activities === undefined,
        position,
        withdrawn: false,
      })),
    },
    changes,
  )
  const benefitId = ({ plan, benefit }: (typeof offered)[number]) =>
    benefits.idOf(plans.idOf(plan.slug), benefit.slug)
  const linked = await replaceLinks(
    tx,
    'benefitActivity',
    offered.map(benefitId),
    offered.flatMap((one) =>
      activityIds(on, coveredActivities(activities, one.benefit.activities ?? [], one.plan.venues)).map(
        (id) => [benefitId(one), id] as const,
      ),
    ),
  )
  recordCount(changes, 'activities of benefits', linked)
  return plans
}

export const loadPackages = async (
  tx: Tx,
  operatorId: number,
  { packages, activities }: OperatorFiles,
  on: Offered,
  changes: Change[],
): Promise<Reconciled> => {
  const products = await reconcile(
    tx,
    operatorId,
    {
      table: 'packageProduct',
      what: 'package',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: packages.map(({ slug, name, uses, validDays }) => ({
        operatorId,
        slug,
        name,
        uses,
        validDays,
        withdrawn: false,
      })),
    },
    changes,
  )
  const linked = await replaceLinks(
    tx,
    'packageActivity',
    packages.map(({ slug }) => products.idOf(slug)),
    packages.flatMap((one) =>
      activityIds(on, coveredActivities(activities, one.activities, one.venues)).map(
        (id) => [products.idOf(one.slug), id] as const,
      ),
    ),
  )
  recordCount(changes, 'activities of packages', linked)
  return products
}

/**
 * Who has a membership or a package. A membership follows the files; of a package the days do, and what has been
 * used of it here stays used.
 */
export const loadHolders = async (
  tx: Tx,
  operatorId: number,
  { people, memberships, packages }: OperatorFiles,
  { venues, plans, products }: { venues: Reconciled; plans: Reconciled; products: Reconciled },
  now: Date,
  changes: Change[],
): Promise<void> => {
  const ids = new Map((await selectPeople(tx, operatorId)).map(({ reference, id }) => [reference, id]))
  const idOf = (reference: string): number => {
    const id = ids.get(reference)
    if (id === undefined) throw new Error(`${reference} was not made.`)
    return id
  }
  const held = people.flatMap((payer) => payer.memberships.map((membership) => ({ payer, membership })))
  const byReference = ({ reference }: Readonly<Record<string, unknown>>) => String(reference)
  const frozen = await frozenMembershipReferences(tx, operatorId)
  const addedMemberships = new Set<string>()
  const membershipRows = await reconcile(
    tx,
    operatorId,
    {
      table: 'membership',
      what: 'membership',
      owner: 'operatorId',
      key: ['reference'],
      label: byReference,
      onlyNew: (row) => {
        addedMemberships.add(byReference(row))
        return { createdAt: now }
      },
      rows: held.map(({ payer, membership }) => {
        const plan = memberships.find(({ slug }) => slug === membership.plan)
        if (plan === undefined) throw new Error(`${membership.plan} was not checked.`)
        return {
          operatorId,
          reference: membership.reference,
          planId: plans.idOf(membership.plan),
          venueId: venues.idOf(membership.venue),
          payerId: idOf(payer.reference),
          // What was frozen here for a payment that is owed stays so, whatever the files know.
          status:
            membership.status === 'active' && frozen.has(membership.reference) ? 'frozen' : membership.status,
          startsOn: membership.startsOn,
          endsOn: membership.endsOn,
          price: plan.price,
          billingPeriod: plan.billingPeriod,
          paymentMethod: membership.paymentMethod,
          billingDay: membership.billingDay,
          nextBillingOn: membership.nextBillingOn,
          frozenFrom: membership.frozenFrom,
          frozenUntil: membership.frozenUntil,
        }
      }),
    },
    changes,
  )
  const members = held.flatMap(({ payer, membership }) =>
    (membership.members ?? [payer.reference]).map((reference) => ({
      membershipId: membershipRows.idOf(membership.reference),
      customerId: idOf(reference),
    })),
  )
  recordCount(changes, 'members of memberships', await insertMembers(tx, members))

  for (const { payer, membership } of held) {
    const { reference, failedPayment } = membership
    if (failedPayment === undefined || !addedMemberships.has(reference)) continue
    await importFailedPayment(tx, membershipRows.idOf(reference), failedPayment, now)
    changes.push({ what: 'failed payment', which: reference, how: 'added' })
    if (failedPayment.againOn === null)
      changes.push({ what: 'penalty', which: payer.reference, how: 'added' })
  }
  for (const { reference, joining } of people) {
    if (joining === undefined) continue
    const left = {
      operatorId,
      customerId: idOf(reference),
      planId: plans.idOf(joining.plan),
      venueSlug: joining.venue,
      goodUntil: new Date(now.getTime() + joiningGoodForMs),
    }
    if (await saveUnfinishedJoining(tx, left, now))
      changes.push({ what: 'joining', which: reference, how: 'added' })
  }

  const bought = people.flatMap((owner) => owner.packages.map((one) => ({ owner, one })))
  const addedPackages = new Set<number>()
  const packageRows = await reconcile(
    tx,
    operatorId,
    {
      table: 'package',
      what: 'package of a customer',
      owner: 'operatorId',
      key: ['reference'],
      label: byReference,
      onlyNew: (row) => {
        const of = bought.find(({ one }) => one.reference === row['reference'])
        const product = packages.find(({ slug }) => slug === of?.one.package)
        if (of === undefined || product === undefined) throw new Error('A package was not checked.')
        addedPackages.add(bought.indexOf(of))
        return { totalUses: product.uses, usesLeft: product.uses - of.one.usedOn.length, createdAt: now }
      },
      rows: bought.map(({ owner, one }) => {
        const product = packages.find(({ slug }) => slug === one.package)
        if (product === undefined) throw new Error(`${one.package} was not checked.`)
        return {
          operatorId,
          reference: one.reference,
          productId: products.idOf(one.package),
          customerId: idOf(owner.reference),
          boughtOn: one.boughtOn,
          expiresOn: addDays(one.boughtOn, product.validDays),
        }
      }),
    },
    changes,
  )
  await insertPastVisits(
    tx,
    [...addedPackages].flatMap((index) => {
      const of = bought[index]
      const product = packages.find(({ slug }) => slug === of?.one.package)
      if (of === undefined || product === undefined) return []
      return of.one.usedOn.map((usedOn) => ({
        packageId: packageRows.idOf(of.one.reference),
        usedOn,
        name: product.name,
        createdAt: now,
      }))
    }),
  )
}
