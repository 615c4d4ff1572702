import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { errors } from 'oidc-provider'
import type { Provider } from 'oidc-provider'
import { normalLoginName } from '#contract/identifiers.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Operator, Person } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { logInWithPassword } from '#server/sessions/logIn.ts'
import { consentPage, errorPage, logInPage } from './present.ts'
import type { Question } from './present.ts'
import { accountOf, operatorOfAccount } from './rules.ts'
import { addSellerOfPartner, grantingSeller, isSupervisor, operatorOfSupervisor } from './sql.ts'

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

export type InteractionCall = {
  db: Database
  provider: Provider
  req: IncomingMessage
  /** `''`, `login`, `allow` or `refuse`. */
  step: string
  uid: string
  /** The interaction's address. */
  path: string
  form: URLSearchParams
  operator: Operator
  /** Who is logged in in this browser. */
  identify: () => Promise<Person | null>
  address: string
  site: string
  deskSite: string
  now: Date
}

/**
 * A supervisor's part of an authorisation: logging in, and saying whether the partner may sell. The interaction is
 * bound to the browser by a cookie, so that no one can have another person answer what they began.
 */
export const answerInteraction = async (call: InteractionCall): Promise<Response> => {
  const interaction = await interactionOf(call)
  if (interaction === null) return errorPage(operatorMessages().openId.expired)
  const { method } = call.req
  const { name } = interaction.prompt
  if (method === 'GET' && call.step === '')
    return name === 'login'
      ? recogniseOrAsk(call, interaction)
      : consentPage(await questionOf(call, interaction))
  if (method === 'POST' && call.step === 'login' && name === 'login') return logIn(call, interaction)
  if (method === 'POST' && call.step === 'allow' && name === 'consent') return allow(call, interaction)
  if (method === 'POST' && call.step === 'refuse')
    return finish(call, { error: 'access_denied', error_description: operatorMessages().openId.refused })
  return errorPage(operatorMessages().openId.expired)
}

export const interactionOf = async ({ provider, req, uid }: InteractionCall): Promise<Interaction | null> => {
  try {
    const interaction = await provider.interactionDetails(req, new ServerResponse(req))
    return interaction.uid === uid ? interaction : null
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}

export const questionOf = async (
  { db, provider, path, operator }: InteractionCall,
  { params, session }: Interaction,
): Promise<Question> => {
  const client = await provider.Client.find(String(params['client_id']))
  const granting = operatorOfAccount(session?.accountId)
  const seller = granting === null ? operator : ((await grantingSeller(db, granting)) ?? operator)
  const redirect = String(params['redirect_uri'])
  return {
    partner: client?.clientName ?? '',
    seller: seller.name,
    address: path,
    redirectOrigin: URL.canParse(redirect) ? new URL(redirect).origin : null,
  }
}

/** A supervisor who is logged in in this browser need not do so again. */
export const recogniseOrAsk = async (call: InteractionCall, interaction: Interaction): Promise<Response> => {
  const person = await call.identify()
  if (person === null || !(await isSupervisor(call.db, person.id)))
    return logInPage(await questionOf(call, interaction))
  return finish(call, loggedInAs(person.id, person.operatorId))
}

export const loggedInAs = (staffId: number, operatorId: number) => ({
  login: { accountId: accountOf(operatorId), remember: false, staffId },
})

export const logIn = async (call: InteractionCall, interaction: Interaction): Promise<Response> => {
  const { db, form, operator, now } = call
  const username = normalLoginName(form.get('username') ?? '')
  const password = form.get('password') ?? ''
  const again = async (message: string, status: number) =>
    logInPage(await questionOf(call, interaction), { message, username, status })
  try {
    const operatorId = (await operatorOfSupervisor(db, username, operator.id)) ?? operator.id
    const { answer } = await logInWithPassword(
      db,
      noBasket,
      visitorOf(call, operatorId),
      { username, password, device: null },
      now,
    )
    if (!(await isSupervisor(db, answer.user.id)))
      return await again(operatorMessages().openId.notSupervisor, 403)
    return await finish(call, loggedInAs(answer.user.id, operatorId))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const needsMore = error.code.startsWith('second_factor')
    if (needsMore) return again(operatorMessages().openId.logInAtDesk({ desk: call.deskSite }), 401)
    return again(error.message, error.code === 'too_many' ? 429 : 401)
  }
}

/** Who answers for a seller buys nothing meanwhile. */
export const noBasket = { mergeBasket: () => Promise.resolve() }

export const visitorOf = ({ operator, address, site }: InteractionCall, operatorId: number) => ({
  operator: { ...operator, id: operatorId },
  person: null,
  customerId: null,
  isStaff: false,
  basketUuid: null,
  orderSecrets: [],
  address,
  site,
  messages: operatorMessages(),
})

export const allow = async (call: InteractionCall, interaction: Interaction): Promise<Response> => {
  const { db, provider, now } = call
  const clientId = String(interaction.params['client_id'])
  const client = await provider.Client.find(clientId)
  const accountId = interaction.session?.accountId
  const operatorId = operatorOfAccount(accountId)
  const staffId = interaction.lastSubmission?.login?.['staffId']
  if (client === undefined || accountId === undefined || operatorId === null || typeof staffId !== 'number')
    return errorPage(operatorMessages().openId.expired)
  const existing =
    interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId)
  const grant = existing ?? new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(String(interaction.params['scope']))
  const grantId = await grant.save()
  await transact(db, async (tx) => {
    const partnerId = Number(client['partner_id'])
    await addSellerOfPartner(tx, partnerId, operatorId)
    const act = acts.partnerAllowed
    const detail = { name: client.clientName ?? '', clientId }
    await recordAudit(
      tx,
      { actorId: staffId, forCustomerId: null, act, subject: String(partnerId), detail },
      now,
    )
  })
  return finish(call, { consent: { grantId } })
}

export const finish = async (
  { provider, req }: InteractionCall,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<Response> => {
  const returnTo = new URL(await provider.interactionResult(req, new ServerResponse(req), result))
  // The browser stays at the host where it was sent to, which has the cookies, by whichever name the issuer goes.
  const location = returnTo.pathname + returnTo.search
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
