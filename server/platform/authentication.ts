import type { Context } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor, Operator, Person } from './actor.ts'
import { addressOf, basketOf, orderSecretsOf, siteOf, tokenOf } from './caller.ts'
import { forbidden, invalid, loggedOut, notFound } from './errors.ts'
import { messagesFor } from './requestContext.ts'
import { isLimited, mayCall, mayCallAbout, maySomewhere } from './rights.ts'
import type { HttpDeps, RequestContext } from './requestContext.ts'

export const operatorOf = (
  c: Context,
  { authenticator }: Pick<HttpDeps, 'authenticator'>,
): Promise<Operator> =>
  authenticator.operatorFor({
    origins: [c.req.header('origin'), c.req.header('referer')].filter((hint) => hint !== undefined),
    slug: c.req.header('client-domain-identifier') ?? null,
  })

/** Resolves token and basket. A token of another operator counts as no token. */
export const authenticate = async ({ c, deps, now, operator, seen }: RequestContext) => {
  const token = tokenOf(c, deps.config)
  const found =
    token === null ? null : await deps.authenticator.identify(token.token, now, c.req.header('user-agent'))
  const mine = found !== null && found.person.operatorId === operator.id ? found : null
  seen.person = mine?.person ?? null
  return {
    token,
    person: seen.person,
    basket: basketOf(c),
    prolongedUntil: mine !== null && token?.byCookie ? mine.prolongedUntil : null,
  }
}

/**
 * Whom the key of a call acts for, where its token is one. What is for anyone is for it as for a visitor.
 * @throws Refusal `too_many`
 */
export const authenticateKey = async (
  { c, deps, now, operator, seen }: RequestContext,
  { allow, method }: Endpoint,
  token: { token: string; byCookie: boolean } | null,
): Promise<Person | null> => {
  if (token === null || token.byCookie || allow === 'anyone') return null
  const address = addressOf(c, deps.config)
  seen.person = await deps.authenticator.identifyKey(
    token.token,
    { operatorId: operator.id, method, address },
    now,
  )
  return seen.person
}

/** @throws Refusal `logged_out`, `forbidden` */
export const requireAllowed = (
  { allow, ...declared }: Pick<Endpoint, 'allow' | 'needs' | 'everywhere' | 'ownSessions'>,
  person: Person | null,
): void => {
  // A key has no account, no basket and no frame of the desk.
  if (person?.apiKeyId !== undefined && declared.needs === undefined) throw forbidden()
  if (allow === 'anyone' || allow === 'owner') return
  if (person === null) throw loggedOut()
  if (allow === 'customer') return
  if (person.role !== 'staff') throw forbidden()
  if (!mayCall(declared, person)) throw forbidden()
}

/**
 * Staff of some venues alone reach nothing of others: it is as if it were not there.
 * @throws Refusal `not_found`
 */
export const requireSubjects = async (
  { deps, operator }: Pick<RequestContext, 'deps' | 'operator'>,
  endpoint: Endpoint,
  { params, query, body }: Readonly<Record<'params' | 'query' | 'body', unknown>>,
  person: Person | null,
): Promise<void> => {
  if (person === null || !isLimited(endpoint, person)) return
  const named = { ...(body as object), ...(query as object), ...(params as object) }
  const subjects = await deps.authenticator.subjectsOf(operator.id, named)
  if (!subjects.every((subject) => mayCallAbout(endpoint, person, subject))) throw notFound()
}

/**
 * The caller and the customer they act for (wire §1.3): staff may name any customer of the operator, others only
 * themselves. Without a name it is the caller; at the desk, a walk-in.
 */
export const actorFor = async (
  { c, deps, operator, seen }: RequestContext,
  endpoint: Endpoint,
  raw: { query: unknown; body: unknown },
  { person, basketUuid }: Pick<Actor, 'person' | 'basketUuid'>,
): Promise<Actor> => {
  const selected = selectedUser(raw.body) ?? selectedUser(raw.query)
  const isStaff = person?.role === 'staff' && maySomewhere({ person }, 'customers.view')
  let customerId =
    isStaff && selected === null && isForWalkIns(c, deps, endpoint) ? null : (person?.id ?? null)
  // A visitor may not act for a customer; endpoints for anyone ignore the name.
  if (person === null && selected !== null && endpoint.allow !== 'anyone') throw loggedOut()
  if (person !== null && selected !== null && selected !== person.id) {
    if (!isStaff) throw forbidden()
    if (endpoint.method !== 'GET' && !maySomewhere({ person }, 'customers.change')) throw forbidden()
    if (Number.isNaN(selected)) throw invalid({ selected_user_id: [(messages) => messages.platform.notAnId] })
    if (!(await deps.authenticator.isCustomerOf(selected, operator.id))) throw notFound()
    customerId = selected
  }
  return {
    operator,
    person,
    customerId,
    isStaff,
    basketUuid,
    orderSecrets: orderSecretsOf(c),
    address: addressOf(c, deps.config),
    site: siteOf(c, deps.config),
    messages: messagesFor({ c, deps, seen }),
  }
}

/** Endpoints for staff, and endpoints for anyone or for a basket when the desk's site calls them. */
const isForWalkIns = (c: Context, { config }: HttpDeps, { allow }: Endpoint): boolean =>
  allow === 'staff' || (allow !== 'customer' && c.req.header('host') === new URL(config.sites.desk).host)

/** null for the caller, NaN for an invalid id. */
const selectedUser = (input: unknown): number | null => {
  const value = (input as { selectedUserId?: unknown } | null)?.selectedUserId
  if (value === undefined || value === null || value === '') return null
  const isId = typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}$/.test(value))
  const id = isId && Number.isSafeInteger(Number(value)) ? Number(value) : Number.NaN
  return id === 0 ? null : id
}
