import { ageInYears } from '#contract/time.ts'
import type { GuardianRelation } from '#contract/waivers.ts'
import { isSamePerson } from '#server/linked-people/rules.ts'
import type { HouseholdRow } from '#server/waivers/queries.ts'

/* Who signs a waiver for a person under 18. */

export type Guardian = { name: string; relation: GuardianRelation }

/** Who signed, as it is stored: empty for a person who signs themselves. */
type Signature = { signedById: number | null; signedByName: string; signedByRelation: GuardianRelation | '' }

/** From this age a person signs for themselves. */
const adultAge = 18

const ownSignature: Signature = { signedById: null, signedByName: '', signedByRelation: '' }

/**
 * The adult who signs for a person under 18: the one named with the waivers, with the account they were sent from;
 * otherwise the adult customer who sends them for another person.
 */
export const signatureFor = (
  attendee: { personId?: number | null; firstName: string; lastName: string; dateOfBirth: string },
  {
    guardian,
    people,
    customerId,
    isCustomer,
    today,
  }: {
    guardian: Guardian | null
    /** The customer and their household. */
    people: readonly HouseholdRow[]
    customerId: number | null
    /** Whether the customer sends the waivers themselves, not staff for them. */
    isCustomer: boolean
    today: string
  },
): Signature => {
  if (ageInYears(attendee.dateOfBirth, today) >= adultAge) return ownSignature
  if (guardian !== null) {
    return { signedById: customerId, signedByName: guardian.name, signedByRelation: guardian.relation }
  }
  const customer = people.find(({ id }) => id === customerId)
  if (customer === undefined || !isCustomer) return ownSignature
  if (attendee.personId === customer.id) return ownSignature
  if (customer.dateOfBirth !== null && ageInYears(customer.dateOfBirth, today) < adultAge) return ownSignature
  const linked = people.find((person) => person.id === attendee.personId || isSamePerson(person, attendee))
  return {
    signedById: customer.id,
    signedByName: `${customer.firstName} ${customer.lastName}`,
    signedByRelation: linked?.relation === 'child' ? 'parent' : '',
  }
}
