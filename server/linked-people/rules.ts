type Identity = { firstName: string; lastName: string; dateOfBirth: string | null }

/** The same names, in any letters, and the same date of birth. */
export const isSamePerson = (one: Identity, other: Identity): boolean =>
  one.firstName.toLowerCase() === other.firstName.toLowerCase() &&
  one.lastName.toLowerCase() === other.lastName.toLowerCase() &&
  one.dateOfBirth === other.dateOfBirth
