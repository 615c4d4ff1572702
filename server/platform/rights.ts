import type { Endpoint } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/permissions.ts'
import type { Permission, RoleId } from '#contract/permissions.ts'
import type { Actor, Person, Right } from './actor.ts'
import { forbidden, notFound } from './errors.ts'

/** A role as it is stored. */
export type HeldRole = { role: RoleId; venueId: number | null; instructorId: number | null }

export const rightsOf = (roles: readonly HeldRole[]): Right[] =>
  roles.map(({ role, ...where }) => ({ permissions: permissionsOf[role], ...where }))

/** What a call is about: a session that these instructors give, or something else of its venue, null. */
export type Subject = { venueId: number; instructorIds: readonly number[] | null }

type Holder = Pick<Person, 'rights'> | null

const held = (person: Holder, permission: Permission): Right[] =>
  person?.rights.filter(({ permissions }) => permissions.includes(permission)) ?? []

const isOwn = ({ instructorId }: Right): boolean => instructorId !== null

/** The venues where a person may do something whoever gives a session; null: all of them. */
export const venuesWith = (person: Holder, permission: Permission): readonly number[] | null => {
  const rights = held(person, permission).filter((right) => !isOwn(right))
  return rights.some(({ venueId }) => venueId === null)
    ? null
    : [...new Set(rights.flatMap(({ venueId }) => venueId ?? []))]
}

export const mayAt = ({ person }: { person: Holder }, permission: Permission, venueId: number): boolean => {
  const venues = venuesWith(person, permission)
  return venues === null || venues.includes(venueId)
}

export const mayEverywhere = ({ person }: { person: Holder }, permission: Permission): boolean =>
  venuesWith(person, permission) === null

export const maySomewhere = ({ person }: { person: Holder }, permission: Permission): boolean =>
  venuesWith(person, permission)?.length !== 0

/**
 * For what a call names in another way than its endpoint says.
 * @throws Refusal `forbidden` for a person who may do so nowhere, `not_found` for one of another venue
 */
export const requireAt = (actor: Actor, permission: Permission, venueId: number): void => {
  if (mayAt(actor, permission, venueId)) return
  throw maySomewhere(actor, permission) ? notFound() : forbidden()
}

type Declared = Pick<Endpoint, 'needs' | 'everywhere' | 'ownSessions'>

/** Whether somebody may make such a call about anything. */
export const mayCall = ({ needs, everywhere, ownSessions }: Declared, person: Person): boolean => {
  if (needs === undefined) return true
  if (everywhere === true) return mayEverywhere({ person }, needs)
  return held(person, needs).some((right) => ownSessions === true || !isOwn(right))
}

/** Whether a person has to be asked about each subject: their permission is not for all venues, or for own sessions. */
export const isLimited = ({ needs }: Declared, person: Person): boolean =>
  needs !== undefined && !mayEverywhere({ person }, needs)

export const mayCallAbout = ({ needs, ownSessions }: Declared, person: Person, subject: Subject): boolean =>
  needs === undefined ||
  held(person, needs).some(
    ({ venueId, instructorId }) =>
      (venueId === null || venueId === subject.venueId) &&
      (instructorId === null ||
        (ownSessions === true && subject.instructorIds?.includes(instructorId) !== false)),
  )

/** The instructors whose sessions alone somebody may see at a venue; null: all sessions. */
export const ownInstructors = (
  { person }: Pick<Actor, 'person'>,
  permission: Permission,
  venueId: number,
): readonly number[] | null =>
  mayAt({ person }, permission, venueId)
    ? null
    : held(person, permission).flatMap((right) =>
        right.venueId === null || right.venueId === venueId ? (right.instructorId ?? []) : [],
      )
