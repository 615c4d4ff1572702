import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optional, text } from './fields.ts'
import { changesWithThePerson, loggedIn, loginErrors } from './sessions.ts'
import { instant } from './shapes.ts'

/* Passkeys (WebAuthn). What is binary is written in base64url, as browsers do. */

export const passkey = z
  .object({ id: z.int(), name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof passkey>

/** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn, level 3. */
const options = z.looseObject({ challenge: z.string() })

const binary = (longest: number) => z.string().min(1).max(longest)

const newCredential = z.object({
  id: binary(1400),
  clientData: binary(4000),
  attestationObject: binary(20_000),
  transports: z.array(z.string().max(30)).max(10),
})
export type NewCredential = z.output<typeof newCredential>

const assertion = z.object({
  id: binary(1400),
  clientData: binary(4000),
  authenticatorData: binary(4000),
  signature: binary(4000),
  userHandle: optional(binary(200)),
})
export type Assertion = z.output<typeof assertion>

const currentPassword = z.string().min(1).max(200)

export const passkeys = {
  beginLogin: endpoint({
    method: 'POST',
    path: '/auth/customer/passkey-options',
    summary:
      'What an authenticator signs to log in. It is good for one log-in in this browser, for five minutes.',
    allow: 'anyone',
    returns: options,
    ownNames: true,
    limit: { attempts: 600, seconds: 3600 },
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/customer/passkey',
    summary: 'Log in by passkey: it stands for the password and the second factor.',
    allow: 'anyone',
    body: z.object({ credential: assertion }),
    returns: loggedIn,
    errors: { passkey_refused: 401, ...loginErrors },
    bare: true,
    // A challenge is used up, and a failure counted, also when the log-in is refused.
    inTransaction: false,
    changes: changesWithThePerson,
  }),
  list: endpoint({
    method: 'GET',
    path: '/my-account/passkeys',
    summary: 'The passkeys of the person, oldest first.',
    allow: 'customer',
    returns: z.array(passkey),
    reads: ['account'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/my-account/passkey-options',
    summary: 'What a browser needs to make a passkey, for five minutes in this session.',
    allow: 'customer',
    body: z.object({ currentPassword }),
    returns: options,
    ownNames: true,
    errors: { passkey_limit: 409 },
    inTransaction: false,
  }),
  add: endpoint({
    method: 'POST',
    path: '/my-account/passkeys',
    summary: 'Add a passkey that the browser has made.',
    allow: 'customer',
    body: z.object({ name: text(60), credential: newCredential }),
    returns: z.array(passkey),
    errors: { passkey_refused: 422 },
    inTransaction: false,
    changes: ['account'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/my-account/passkeys/{passkeyId}/remove',
    summary: 'Remove a passkey.',
    allow: 'customer',
    params: z.object({ passkeyId: id }),
    body: z.object({ currentPassword }),
    returns: z.array(passkey),
    inTransaction: false,
    changes: ['account'],
  }),
}
