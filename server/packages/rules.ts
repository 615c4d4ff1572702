import type { VisitPackage } from '#contract/packages.ts'

/** The status of a package on a calendar day; `expiresOn` is its last usable day. */
export const packageStatus = (
  { usesLeft, expiresOn }: { usesLeft: number; expiresOn: string },
  today: string,
): VisitPackage['status'] => (usesLeft <= 0 ? 'used' : expiresOn < today ? 'expired' : 'active')
