import type { Answer, Body, Endpoint, Params } from '#contract/endpoint.ts'
import * as api from '#contract/index.ts'
import type { SecurityEventKind } from '#contract/security-events.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Refusal } from '#server/platform/errors.ts'
import type { SecurityNote } from '#server/platform/securityLog.ts'

/** What a successful call of an endpoint is in the security log. */
export type Done<E extends Endpoint> = (call: {
  actor: Actor
  params: Params<E>
  body: Body<E>
  answer: Answer<E>
}) => (SecurityNote | null)[]

type Writes<Noun> = {
  [K in keyof Noun as Noun[K] extends { method: 'GET' } ? never : K]: Noun[K] extends Endpoint
    ? Done<Noun[K]> | null
    : never
}

const logsIn = ({ answer }: { answer: LoggedIn }): SecurityNote[] => [
  { event: 'logged_in', customerId: answer.user.id },
]

/** An event about the account of the caller. */
const own =
  (event: SecurityEventKind) =>
  ({ actor }: { actor: Actor }): SecurityNote[] => [{ event, customerId: actor.person?.id }]

const partnerKey = (event: 'partner_key_made' | 'partner_key_revoked') => (): SecurityNote[] => [{ event }]

const aboutColleague =
  (event: SecurityEventKind) =>
  ({ params }: { params: { customerId: number } }): SecurityNote[] => [
    { event, customerId: params.customerId },
  ]

/** Every write of these nouns: one left out does not compile. null where nothing about security changes. */
const sessions: Writes<typeof api.sessions> = {
  login: logsIn,
  logout: ({ actor }) =>
    actor.person === null ? [] : [{ event: 'logged_out', customerId: actor.person.id }],
  // The log-in that it carries on is recorded.
  handover: null,
  requestLoginLink: ({ body }) => [{ event: 'login_link_requested', name: body.emailOrReference }],
  logInByLink: logsIn,
  forgottenPassword: ({ body }) => [{ event: 'password_reset_requested', name: body.emailOrReference }],
  resetPassword: ({ answer }) => [
    { event: 'password_reset', customerId: answer.user.id },
    { event: 'logged_in', customerId: answer.user.id },
  ],
  confirmEmail: ({ answer }) => [
    answer.result === 'changed' ? { event: 'email_changed', name: answer.email } : null,
    answer.result === 'refused' ? { event: 'email_change_stopped', name: answer.email } : null,
  ],
  resendEmailLinks: null,
  withdrawEmailChange: own('email_change_stopped'),
}

const secondFactor: Writes<typeof api.secondFactor> = {
  finishLogin: logsIn,
  beginAtLogin: null,
  // It is recorded when the log-in is finished, which names the account.
  confirmAtLogin: null,
  finishSetup: ({ answer }) => [
    { event: 'second_factor_on', customerId: answer.user.id },
    { event: 'logged_in', customerId: answer.user.id },
  ],
  begin: null,
  confirm: own('second_factor_on'),
  renewRecoveryCodes: own('recovery_codes_renewed'),
  turnOff: own('second_factor_off'),
}

const passkeys: Writes<typeof api.passkeys> = {
  beginLogin: null,
  login: logsIn,
  begin: null,
  add: own('passkey_added'),
  remove: own('passkey_removed'),
}

const devices: Writes<typeof api.devices> = {
  logOut: own('sessions_ended'),
  logOutOthers: own('sessions_ended'),
}

const customers: Writes<typeof api.customers> = {
  register: logsIn,
  registerAtDesk: null,
  giveInduction: null,
  withdrawInduction: null,
  changeDetails: ({ actor, body, answer }) => {
    const customerId = actor.customerId ?? undefined
    const isChanging = body.email !== undefined && answer.pendingEmail === body.email
    return [
      body.password === undefined ? null : { event: 'password_changed', customerId },
      isChanging ? { event: 'email_change_requested', customerId } : null,
    ]
  },
}

/** Of these, keys alone concern security. */
const openBooking: Partial<Writes<typeof api.openBooking>> = {
  registerPartner: partnerKey('partner_key_made'),
  replacePartnerKey: partnerKey('partner_key_made'),
  revokePartner: partnerKey('partner_key_revoked'),
}

const staff: Writes<typeof api.staff> = {
  add: ({ body, answer }) =>
    answer
      .filter(({ email }) => email === body.email)
      .map(({ id }) => ({ event: 'staff_changed', customerId: id })),
  rename: aboutColleague('staff_changed'),
  changeRoles: aboutColleague('staff_changed'),
  remove: aboutColleague('staff_changed'),
  resetSecondFactor: aboutColleague('second_factor_reset'),
}

const nouns = { sessions, secondFactor, passkeys, devices, customers, openBooking, staff }

export const doneBy = new Map<Endpoint, Done<Endpoint> | null>([
  ...Object.entries(nouns).flatMap(([noun, events]) => {
    const endpoints = api[noun as keyof typeof nouns] as Readonly<Record<string, Endpoint>>
    return Object.entries(events).map(
      ([name, event]) => [endpoints[name], event] as [Endpoint, Done<Endpoint> | null],
    )
  }),
  [api.bookings.makeAccount, logsIn as unknown as Done<Endpoint>],
  [api.families.takeOver, logsIn as unknown as Done<Endpoint>],
  [api.privacy.close, own('account_closed')],
])

const refusedBy: Readonly<Record<string, SecurityEventKind>> = {
  invalid_credentials: 'login_failed',
  invalid_code: 'second_factor_failed',
  passkey_refused: 'passkey_failed',
  token_expired: 'link_refused',
  discount_refused: 'reference_refused',
  too_many: 'rate_limited',
  origin_refused: 'origin_refused',
  forbidden: 'rights_refused',
}

export const eventOf = (
  endpoint: Endpoint | null,
  { code, event, errors }: Refusal,
): SecurityEventKind | undefined => {
  if (event !== undefined) return event
  if (code === 'invalid')
    return errors?.['current_password']?.[0]?.(operatorMessages()) ===
      operatorMessages().sessions.currentPasswordWrong
      ? 'password_wrong'
      : undefined
  // A record that is another person's is answered like one that there is not.
  if (code === 'not_found')
    return endpoint !== null && endpoint.allow !== 'anyone' ? 'record_refused' : undefined
  return refusedBy[code]
}

/** What the caller typed to name the account. */
export const nameIn = (body: unknown): string | undefined => {
  const { username, emailOrReference } = body as { username?: unknown; emailOrReference?: unknown }
  const name = username ?? emailOrReference
  return typeof name === 'string' ? name : undefined
}

/** Endpoints that the log has decided about, for the test that no log-in is left out. */
export const decidedEndpoints: ReadonlySet<Endpoint> = new Set(doneBy.keys())
