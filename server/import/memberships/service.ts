import type { ActivityFile, OperatorFiles } from '#server/import/files/types.ts'
import { reconcile, reconcileLinks, slugOf } from '#server/import/reconcile/service.ts'
import type { Change, Reconciled } from '#server/import/reconcile/service.ts'
import type { Tx } from '#server/platform/database.ts'

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
  await reconcileLinks(tx, changes, 'venues of memberships', 'membershipPlanVenue', planIds, atVenues)
  const underTerms = memberships.flatMap((plan) =>
    plan.terms.map((slug) => [plans.idOf(plan.slug), on.terms.idOf(slug)] as const),
  )
  await reconcileLinks(tx, changes, 'terms of memberships', 'membershipPlanTerms', planIds, underTerms)

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
    'activities of benefits',
    'benefitActivity',
    offered.map(benefitId),
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
  await reconcileLinks(
    tx,
    changes,
    'activities of packages',
    'packageActivity',
    packages.map(({ slug }) => products.idOf(slug)),
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
