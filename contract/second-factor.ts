import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, otherwise, securityCode as code, text } from './fields.ts'
import { changesWithThePerson, loggedIn, loginErrors } from './sessions.ts'
import { instant } from './shapes.ts'

/** What an app needs to make codes: the secret in base 32, and the same as the address of a QR code. */
const appSecret = z.object({ secret: z.string(), uri: z.string() })

export const secondFactorState = z
  .object({
    /** Since when log-in needs a code of the app; null when it does not. */
    onSince: instant.nullable(),
    recoveryCodesLeft: z.int(),
    /** Whether the operator wants this person to have a second factor. */
    isRequired: z.boolean(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactorState = z.output<typeof secondFactorState>

/** Each works once, in place of a code of the app. They are never answered again. */
const recoveryCodes = z.array(z.string())

const challenge = text(200)
const currentPassword = z.string().min(1).max(200)

const stepErrors = { invalid_code: 422, challenge_expired: 410 } as const

export const secondFactor = {
  finishLogin: endpoint({
    method: 'POST',
    path: '/auth/customer/second-factor',
    summary:
      'Finish a log-in that was refused with `second_factor_required`: `challenge` is that of the refusal, `code` of the app or a recovery code.',
    allow: 'anyone',
    body: z.object({ challenge, code, rememberDevice: otherwise(flag, false) }),
    returns: loggedIn,
    errors: { ...stepErrors, ...loginErrors },
    bare: true,
    // Wrong codes are counted, which a refusal must not roll back.
    inTransaction: false,
    changes: changesWithThePerson,
  }),
  beginAtLogin: endpoint({
    method: 'POST',
    path: '/auth/customer/second-factor-setup',
    summary:
      'The secret for the app of a person whose log-in was refused with `second_factor_setup_required`.',
    allow: 'anyone',
    body: z.object({ challenge }),
    returns: appSecret,
    errors: { challenge_expired: 410 },
    limit: { attempts: 100, seconds: 3600 },
  }),
  confirmAtLogin: endpoint({
    method: 'POST',
    path: '/auth/customer/second-factor-setup/confirm',
    summary:
      'Turn the second factor on with a first code of the app. `challenge` of the answer finishes the log-in.',
    allow: 'anyone',
    body: z.object({ challenge, code }),
    returns: z.object({ recoveryCodes, challenge: z.string() }),
    errors: stepErrors,
    inTransaction: false,
  }),
  finishSetup: endpoint({
    method: 'POST',
    path: '/auth/customer/second-factor-setup/finish',
    summary: 'Log in once the second factor is set up and its recovery codes are saved.',
    allow: 'anyone',
    body: z.object({ challenge }),
    returns: loggedIn,
    errors: { challenge_expired: 410, ...loginErrors },
    bare: true,
    limit: { attempts: 100, seconds: 3600 },
    changes: changesWithThePerson,
  }),
  read: endpoint({
    method: 'GET',
    path: '/my-account/second-factor',
    summary: 'Whether log-in needs a second factor.',
    allow: 'customer',
    returns: secondFactorState,
    reads: ['account'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/my-account/second-factor',
    summary: 'A secret for an app that makes codes. Nothing changes until a first code confirms it.',
    allow: 'customer',
    body: z.object({ currentPassword }),
    returns: appSecret,
    errors: { already_on: 409 },
    inTransaction: false,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/my-account/second-factor/confirm',
    summary: 'Turn the second factor on with a first code of the app.',
    allow: 'customer',
    body: z.object({ code }),
    returns: z.object({ recoveryCodes }),
    errors: { invalid_code: 422, already_on: 409 },
    inTransaction: false,
    changes: ['account'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/my-account/second-factor/recovery-codes',
    summary: 'New recovery codes; those of before stop working.',
    allow: 'customer',
    body: z.object({ currentPassword, code }),
    returns: z.object({ recoveryCodes }),
    errors: { invalid_code: 422 },
    inTransaction: false,
    changes: ['account'],
  }),
  turnOff: endpoint({
    method: 'POST',
    path: '/my-account/second-factor/turn-off',
    summary: 'Turn the second factor off.',
    allow: 'customer',
    body: z.object({ currentPassword, code }),
    returns: secondFactorState,
    errors: { invalid_code: 422 },
    inTransaction: false,
    changes: ['account'],
  }),
}
