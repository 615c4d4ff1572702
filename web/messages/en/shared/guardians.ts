import type { GuardianRelation } from '#contract/waivers.ts'

/** The adult who signed for a person under 18. */
export const signer = ({ name, relation }: { name: string; relation: GuardianRelation | null }): string =>
  relation === null ? name : `${name} (${relations[relation]})`

const relations: Record<GuardianRelation, string> = {
  parent: 'parent',
  guardian: 'legal guardian',
  relative: 'relative',
  other: 'adult responsible',
}
