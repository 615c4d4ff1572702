import { sql } from 'kysely'
import type { OptionalMessage } from '#contract/optionalMessages.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'

type Details = {
  id: number
  reference: string
  firstName: string
  lastName: string
  email: string
  emailVerifiedAt: Date | null
  passwordHash: string | null
  dateOfBirth: string | null
  phone: string
  addressLineOne: string
  addressLineTwo: string
  city: string
  postcode: string
  homeVenueSlug: string | null
  emergencyContactName: string
  emergencyContactPhone: string
  marketingConsent: boolean
  unwantedMessages: OptionalMessage[]
  language: string | null
}

export const readDetails = async (tx: Tx, customerId: number): Promise<Details> =>
  tx
    .selectFrom('customer as c')
    .leftJoin('venue as v', 'v.id', 'c.homeVenueId')
    .select([
      'c.id',
      'c.reference',
      'c.firstName',
      'c.lastName',
      'c.email',
      'c.emailVerifiedAt',
      'c.passwordHash',
      'c.dateOfBirth',
      'c.phone',
      'c.addressLineOne',
      'c.addressLineTwo',
      'c.city',
      'c.postcode',
      'v.slug as homeVenueSlug',
      'c.emergencyContactName',
      'c.emergencyContactPhone',
      'c.marketingConsent',
      sql<OptionalMessage[]>`c.unwanted_messages`.as('unwantedMessages'),
      'c.language',
    ])
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow()

export type NewCustomer = {
  operatorId: number
  reference: string
  email: string
  /** null: no password is set, so no one can log in with one. */
  passwordHash: string | null
  firstName: string
  lastName: string
  dateOfBirth: string | null
  phone: string
  addressLineOne: string
  addressLineTwo: string
  city: string
  postcode: string
  homeVenueId: number | null
  marketingConsent: boolean
  language: string | null
  source: string
  onboardingType: string
  createdAt: Date
}

/** @returns undefined when the e-mail address or the reference is another customer's */
export const addCustomer = async (tx: Tx, customer: NewCustomer): Promise<{ id: number } | undefined> =>
  tx
    .insertInto('customer')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** The account of an address. */
export const accountOf = async (tx: Tx, operatorId: number, email: string) =>
  tx
    .selectFrom('customer')
    .select(['id', 'firstName', 'lastName', 'role', 'emailVerifiedAt', 'passwordHash'])
    .where('operatorId', '=', operatorId)
    .where('email', '=', email)
    .where('email', '<>', '')
    .executeTakeFirst()

type Changes = Partial<
  Omit<
    NewCustomer,
    'operatorId' | 'reference' | 'passwordHash' | 'dateOfBirth' | 'source' | 'onboardingType'
  > & {
    emergencyContactName: string
    emergencyContactPhone: string
    medicalNotes: string
  }
>

/** Updates the given columns. A new address is set by sessions/addresses alone, once it is proved. */
export const changeCustomer = async (tx: Tx, customerId: number, changes: Changes): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('customer')
    .set(changes)
    .where('id', '=', customerId)
    .where('closedAt', 'is', null)
    .execute()
}

export const venueIdBySlug = async (
  tx: Tx,
  operatorId: number,
  slug: string,
): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('venue')
    .select('id')
    .where('operatorId', '=', operatorId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.id
}

/** Whether a client id names an operator of this server other than the request's. */
export const hasOtherOperator = async (tx: Tx, clientId: string, operatorId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('operator')
    .select('id')
    .where('slug', '=', clientId)
    .where('id', '<>', operatorId)
    .executeTakeFirst()
  return row !== undefined
}

export const termsOf = async (tx: Tx, operatorId: number): Promise<{ id: number; required: boolean }[]> =>
  tx
    .selectFrom('terms')
    .select(['id', 'required'])
    .where('operatorId', '=', operatorId)
    .where('purpose', '=', 'booking')
    .where('withdrawn', '=', false)
    .execute()

export const recordAcceptedTerms = async (
  tx: Tx,
  customerId: number,
  termsIds: readonly number[],
  now: Date,
): Promise<void> => {
  if (termsIds.length === 0) return
  await tx
    .insertInto('termsAcceptance')
    .values(termsIds.map((termsId) => ({ customerId, termsId, acceptedAt: now })))
    .execute()
}

export type SearchResultRow = {
  id: number
  dateOfBirth: string | null
  phone: string
  city: string
  postcode: string
}

/**
 * How many customers a search looks at. No one reads through more people of one name: they add a word, a date of birth
 * or a postcode.
 */
const mostMatches = 1000

/**
 * So many people of a name are a common name, and the answer: finding all that match takes a tenth of a second among
 * fifty thousand.
 */
const mostOfName = 200

const selectResult = sql`select c.id, c.date_of_birth, c.phone, c.city, c.postcode from customer c`

/**
 * Customers with a word that starts with each search word, and those with these ids, by name; an exact reference match
 * comes first. Of a common name it is the first by that name.
 */
export const findCustomers = async (
  tx: Tx,
  operatorId: number,
  { words, tsquery }: { words: readonly string[]; tsquery: string },
  reference: string,
  memberIds: readonly number[],
  limit: number,
): Promise<SearchResultRow[]> => {
  const { rows } = await sql<SearchResultRow>`
    with named as materialized (${namedLike(operatorId, words)})
    ${selectResult}
    where c.id in (
      select id from named where (select count(*) from named) >= ${mostOfName}
      union all
      (select m.id from customer m
        where (select count(*) from named) < ${mostOfName}
          and m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null
          and m.search_words @@ ${tsquery}::tsquery limit ${mostMatches})
      union all
      select m.id from customer m
        where (m.id = any(${memberIds}::int[]) or (m.operator_id = ${operatorId} and m.reference = ${reference}))
          and m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null
    )
    order by c.reference = ${reference} desc, lower(c.last_name), lower(c.first_name), c.id
    limit ${limit}`.execute(tx)
  return rows
}

/**
 * The first customers whose last or first name starts with the word; of two words, those with one of them as their last
 * name whose first name starts with the other. All of them match the search.
 */
const namedLike = (operatorId: number, [word = '', other, ...more]: readonly string[]) => {
  if (more.length > 0) return sql`select null::int as id where false`
  const last = sql`lower(m.last_name) collate "C"`
  const first = sql`lower(m.first_name) collate "C"`
  const startsWith = (name: typeof last, prefix: string) =>
    sql`${name} >= ${prefix} and ${name} < ${prefix + greatestLetter}`
  const firstOf = (condition: typeof last, order: typeof last) => sql`
    (select m.id from customer m
      where m.operator_id = ${operatorId} and m.role = 'customer' and m.closed_at is null and ${condition}
      order by ${order} limit ${mostOfName})`
  return other === undefined
    ? sql`${firstOf(startsWith(last, word), sql`${last}, ${first}`)}
      union ${firstOf(startsWith(first, word), sql`${first}, ${last}`)}`
    : sql`${firstOf(sql`${last} = ${other} and ${startsWith(first, word)}`, sql`${last}, ${first}`)}
      union ${firstOf(sql`${last} = ${word} and ${startsWith(first, other)}`, sql`${last}, ${first}`)}`
}

/** Those with a phone number that ends so. */
export const customersByPhone = async (tx: Tx, operatorId: number, digits: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from customer
    where operator_id = ${operatorId} and role = 'customer' and closed_at is null and phone <> ''
      and right(regexp_replace(phone, '\\D', '', 'g'), 9) = ${digits} limit ${mostOfName}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Comes after all others in the order of codes. */
const greatestLetter = '\u{10FFFF}'

export const customerById = async (
  tx: Tx,
  operatorId: number,
  customerId: number,
): Promise<SearchResultRow | undefined> =>
  (
    await sql<SearchResultRow>`${selectResult} where c.id = ${customerId} and c.operator_id = ${operatorId}
    and c.role = 'customer' and c.closed_at is null`.execute(tx)
  ).rows[0]

/** The key that signs an operator's links out of news; `made` where it has none yet. */
export const newsKeyOf = async (tx: Tx, operatorId: number, made: Buffer, now: Date): Promise<Buffer> => {
  const find = () =>
    tx.selectFrom('newsKey').select('secret').where('operatorId', '=', operatorId).executeTakeFirst()
  const found = await find()
  if (found !== undefined) return found.secret
  await tx
    .insertInto('newsKey')
    .values({ operatorId, secret: made, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find())?.secret ?? failInvariant('an operator has no key for its news')
}

/** @returns whether they agree to news; undefined where the operator has no such customer any more */
export const lockConsent = async (
  tx: Tx,
  operatorId: number,
  customerId: number,
): Promise<boolean | undefined> => {
  const { rows } = await sql<{ marketingConsent: boolean }>`
    select marketing_consent from customer
    where id = ${customerId} and operator_id = ${operatorId} and closed_at is null for no key update`.execute(
    tx,
  )
  return rows[0]?.marketingConsent
}
