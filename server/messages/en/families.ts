/** Refusals about the people of a family. */

export const ownAccountNeeded = ({ age }: { age: number }): string =>
  `People aged ${age} and over need their own account.`
export const alreadyInFamily = ({ name }: { name: string }): string => `${name} is in your family already.`
export const atMost = ({ people }: { people: number }): string => `At most ${people} people.`
