import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { missingSlug } from './files/references.ts'
import type { CatalogueIndex, ReportProblem } from './files/references.ts'
import type { ActivityFile, MembershipFile, OperatorFiles, PackageFile } from './files/types.ts'
import type { Checked } from './files/validation.ts'
import { reconcile, reconcileLinks, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'

/* Loads membership plans with their benefits, and packages on sale. */

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
        cancellationNoticeDays: plan.cancellationNoticeDays,
        freezeMonths: plan.freezeMonths,
        maxMembers: plan.maxMembers,
        // More adults than people is no limit.
        maxAdults: plan.maxAdults === null ? null : Math.min(plan.maxAdults, plan.maxMembers),
        paymentMethods: plan.paymentMethods,
        ageMin: plan.ageMin,
        ageMax: plan.ageMax,
        documentType: plan.proof,
        soldOnline: plan.soldOnline,
        nominalCode: plan.nominalCode,
        position,
        withdrawn: false,
      })),
    },
    changes,
  )
  const owners = {
    what: 'membership plan',
    labels: new Map(memberships.map(({ slug }) => [plans.idOf(slug), slug])),
  }
  const everyVenue = venues.map(({ slug }) => slug)
  const atVenues = memberships.flatMap((plan) =>
    (plan.venues ?? everyVenue).map((venue) => [plans.idOf(plan.slug), on.venues.idOf(venue)] as const),
  )
  await reconcileLinks(tx, changes, owners, 'venues', 'membershipPlanVenue', atVenues)
  const underTerms = memberships.flatMap((plan) =>
    plan.terms.map((slug) => [plans.idOf(plan.slug), on.terms.idOf(slug)] as const),
  )
  await reconcileLinks(tx, changes, owners, 'terms', 'membershipPlanTerms', underTerms)

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
  await reconcileLinks(
    tx,
    changes,
    {
      what: 'benefit',
      labels: new Map(offered.map((one) => [benefitId(one), one.benefit.slug])),
    },
    'activities',
    'benefitActivity',
    offered.flatMap((one) =>
      activityIds(on, coveredActivities(activities, one.benefit.activities ?? [], one.plan.venues)).map(
        (id) => [benefitId(one), id] as const,
      ),
    ),
  )
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
      rows: packages.map(({ slug, name, uses, validDays, nominalCode }) => ({
        operatorId,
        slug,
        name,
        uses,
        validDays,
        nominalCode,
        withdrawn: false,
      })),
    },
    changes,
  )
  await reconcileLinks(
    tx,
    changes,
    {
      what: 'package',
      labels: new Map(packages.map(({ slug }) => [products.idOf(slug), slug])),
    },
    'activities',
    'packageActivity',
    packages.flatMap((one) =>
      activityIds(on, coveredActivities(activities, one.activities, one.venues)).map(
        (id) => [products.idOf(one.slug), id] as const,
      ),
    ),
  )
  return products
}

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

/* Checks of memberships.json and packages.json, and of what people have of them. */

/** Refuses plans that name what is not there. */
export const checkMemberships = (
  memberships: readonly Checked<MembershipFile>[],
  catalogue: CatalogueIndex,
  terms: ReadonlySet<string>,
): void => {
  for (const { value: plan, report } of memberships) {
    requireVenues(plan.venues, report, catalogue)
    if ((plan.ageMin ?? 0) > (plan.ageMax ?? Infinity)) {
      report('ageMax', operatorMessages().importing.ageRange)
    }
    const takesNothing = plan.firstDays === 'free' && plan.joiningFee === 0 && plan.price > 0
    if (takesNothing && plan.soldOnline && plan.paymentMethods.includes('card')) {
      report('paymentMethods', operatorMessages().importing.feeForCard)
    }
    for (const slug of plan.terms) if (!terms.has(slug)) report('terms', missingSlug(slug, 'terms.json'))
    for (const [index, benefit] of plan.benefits.entries()) {
      const field = `benefits.${index}`
      if (plan.benefits.findIndex(({ slug }) => slug === benefit.slug) !== index) {
        report(`${field}.slug`, operatorMessages().importing.twice({ name: benefit.slug }))
      }
      if (benefit.percentOff !== undefined && benefit.price !== undefined) {
        report(`${field}.price`, operatorMessages().importing.oneDiscount)
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
    if (!catalogue.venueSlugs.has(slug))
      report('venues', missingSlug(slug, operatorMessages().importing.lists.venues))
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
