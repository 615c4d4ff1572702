import type { VisitPackage } from '#contract/packages.ts'

/** What a package is on a day of the calendar; `expiresOn` is the last on which it may be used. */
export const packageStatus = (
  { usesLeft, expiresOn }: { usesLeft: number; expiresOn: string },
  today: string,
): VisitPackage['status'] => (usesLeft <= 0 ? 'used' : expiresOn < today ? 'expired' : 'active')
