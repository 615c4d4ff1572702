import { dictionary } from '@zxcvbn-ts/language-common'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { Messages, Text } from '#server/messages/languages.ts'

/** Days a customer's session lasts after its last use. */
export const sessionDays = 30

/** Days after which a customer logs in again, however often the session was used. */
export const sessionDaysAtMost = 90

const dayMs = 86_400_000

const minuteMs = 60_000

/** Minutes a staff session lasts after its last use, and its maximum in hours. */
export const staffIdleMinutes = 30

export const staffShiftHours = 12

type Role = 'customer' | 'staff'

/**
 * When a session used at `now` ends.
 * @param since when it began
 */
export const sessionEndsAt = (role: Role, now: Date, since = now): Date =>
  role === 'customer'
    ? new Date(Math.min(now.getTime() + sessionDays * dayMs, since.getTime() + sessionDaysAtMost * dayMs))
    : new Date(
        Math.min(
          now.getTime() + staffIdleMinutes * minuteMs,
          since.getTime() + staffShiftHours * 60 * minuteMs,
        ),
      )

/**
 * A customer's session is extended once a day, since each time the browser has to get a new cookie; a staff
 * session once a minute.
 */
export const shouldExtend = (expiresAt: Date, wouldEndAt: Date, role: Role): boolean =>
  wouldEndAt.getTime() - expiresAt.getTime() > (role === 'customer' ? dayMs : minuteMs)

/** A screen that was not used since is free for another log-in. */
export const placeIsFreeAfter = (now: Date): Date => new Date(now.getTime() - 5 * minuteMs)

/** The last use is recorded at most once a minute. */
export const shouldRecordLastSeen = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= minuteMs

/** Days to confirm an e-mail address, or a change of it. */
export const confirmationDays = 7

/** Minutes for which a link in an e-mail logs in. */
export const loginLinkMinutes = 15

const codeMs = {
  // wire §4
  handover: minuteMs,
  reset_password: 60 * minuteMs,
  login_link: loginLinkMinutes * minuteMs,
  verify_email: confirmationDays * dayMs,
  new_email: confirmationDays * dayMs,
  old_email: confirmationDays * dayMs,
  second_factor: 10 * minuteMs,
  second_factor_passed: 30 * minuteMs,
} as const

/** When a one-time code ends. */
export const codeEndsAt = (purpose: keyof typeof codeMs, now: Date): Date =>
  new Date(now.getTime() + codeMs[purpose])

/** Days in which a new member of staff chooses a password. */
export const invitationDays = 7

export const invitationEndsAt = (now: Date): Date => new Date(now.getTime() + invitationDays * dayMs)

const quarterOfAnHour = 900

/**
 * Failed logins allowed before a pause. The limit is lowest for a person from one address, higher for a
 * person from everywhere, where the pause is short, and highest for an address, since a whole leisure centre may share
 * one. In a browser where the person has logged in before, only the attempts of that browser count: a stranger cannot
 * lock them out.
 * @param tried.trustedDevice what tells that browser apart; null for others
 */
export const loginLimits = (tried: {
  operatorId: number
  address: string
  /** The customer's id, or the name that is nobody's. */
  person: number | string
  trustedDevice: string | null
}) => {
  const person = `${tried.operatorId} ${tried.person}`
  if (tried.trustedDevice !== null) {
    const allowed = { attempts: 10, seconds: quarterOfAnHour }
    return [{ bucket: `login on ${tried.trustedDevice} as ${person}`, allowed }]
  }
  return [
    { bucket: `login here ${tried.address}`, allowed: { attempts: 200, seconds: quarterOfAnHour } },
    {
      bucket: `login here ${tried.address} as ${person}`,
      allowed: { attempts: 10, seconds: quarterOfAnHour },
    },
    { bucket: `login as ${person}`, allowed: { attempts: 20, seconds: 180 } },
  ]
}

/** Days for which a browser is recognised after the last log-in there. */
export const deviceDays = 180

/** Wrong passwords allowed to a logged-in person before a pause. */
export const currentPasswordLimit = { attempts: 10, seconds: 900 } as const

/** Password reset e-mails a person gets. Further requests are ignored silently. */
export const resetLimit = { attempts: 5, seconds: 3600 } as const

/** Links to log in that a person gets. Further requests are ignored silently. */
export const loginLinkLimit = { attempts: 5, seconds: 3600 } as const

/** Mails about an address that one account can cause, and one address gets, in a day. */
export const addressMailLimit = { attempts: 5, seconds: 86_400 } as const

/**
 * Why a password is easy to guess, or null. The contract checks its length.
 * @returns a sentence for the person
 */
export const whyWeakPassword = (
  password: string,
  { email = '', operatorName = '' }: { email?: string; operatorName?: string } = {},
): Text | null => {
  const folded = password.normalize('NFKC').toLowerCase()
  const [mailbox = ''] = email.split('@')
  if (folded === email || (mailbox.length > 3 && lettersOf(folded) === lettersOf(mailbox))) {
    return (messages) => messages.sessions.passwordIsEmail
  }
  if (isGuessedFirst(folded, operatorName)) return (messages) => messages.sessions.passwordWeak
  return null
}

/* Passwords that are guessed among the first: those that many people have, and runs of keys. */

/** Those that are most frequent in published leaks, in lower case. */
const leaked = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Shorter words of the list are ordinary names and words, which say little about a longer password. */
const leakedWordLength = 5

/** What people of these islands and visitors of a leisure centre think of, beside the published list. */
const localWords = new Set(
  (
    'password passwords passphrase qwerty qwertyui qwertyuiop azerty iloveyou ' +
    'iloveu loveyou letmein welcome welcomeback admin administrator changeme secret default login user guest ' +
    'test testing monkey dragon master superman batman spiderman starwars pokemon princess sunshine ' +
    'shadow michael charlie jordan ashley daniel jessica thomas george football baseball basketball rugby ' +
    'cricket tennis badminton swimming liverpool arsenal chelsea everton tottenham manchester manchesterunited ' +
    'mancity manunited celtic rangers london england scotland ireland wales britain summer winter autumn spring ' +
    'monday friday january august september november december computer internet samsung google facebook whatever ' +
    'trustno hello helloworld freedom flower chocolate cheese banana orange purple onside demo demonstration leisure ' +
    'leisurecentre sportscentre booking bookings gym fitness abc abcd abcde abcdef asdfgh asdfghjkl zxcvbnm'
  ).split(' '),
)

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap((run) => [run, [...run].reverse().join('')])

const asLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}

/** @param folded the password in lower case @param operatorName whom the account is with */
export const isGuessedFirst = (folded: string, operatorName = ''): boolean => {
  // `qwertyqwerty` counts as `qwerty`.
  const unit = /^(.+?)\1+$/.exec(folded)?.[1] ?? folded
  if (runs.some((run) => run.includes(unit)) || new Set(folded).size < 4) return true
  if (leaked.has(folded) || leaked.has(unit)) return true
  return [unit, withLetters(unit)].some(
    (form) => isCommonWord(lettersOf(form)) || isMadeOfNames(lettersOf(form), operatorName),
  )
}

/** Letters besides a name that add little to it. */
const fewLetters = 3

/** Shorter words of a name are in many passwords by chance. */
const nameWordLength = 4

/** The operator's name or two local words, with little else: `onside-demo`, `quillmoor1`, `Quillmoor Leisure 2027`. */
const isMadeOfNames = (letters: string, operatorName: string): boolean => {
  const names = operatorName
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= nameWordLength)
  const rest = names.reduce((text, word) => text.replaceAll(word, ''), letters)
  if (rest.length < letters.length && rest.length <= fewLetters) return true
  return Array.from(rest).some(
    (_, end) => localWords.has(rest.slice(0, end)) && localWords.has(rest.slice(end)),
  )
}

/** Compared without the digits and signs that people add to satisfy a form. */
const isCommonWord = (word: string): boolean =>
  localWords.has(word) || (word.length >= leakedWordLength && leaked.has(word))

export const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '')

const withLetters = (text: string): string =>
  text.replace(/[^a-z](?=.*[a-z])/g, (sign) => asLetters[sign] ?? sign)

/* Codes of an app (TOTP, RFC 6238): six digits, a new one every 30 seconds. */

const codeSeconds = 30

/** A code counts one step longer and earlier: clocks of phones differ, and typing takes time. */
const stepsOff = 1

/** RFC 4226 asks for 128 bits at least and recommends 160. */
export const secretBytes = 20

const totpOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: codeSeconds,
    digits: 6,
  })

/** What an app reads from a QR code, and the secret for typing. */
export const appSecretOf = (
  secret: Buffer,
  names: { issuer: string; label: string },
): { secret: string; uri: string } => {
  const totp = totpOf(secret, names)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The step of 30 seconds whose code this is, or null for a wrong code. */
export const stepOf = (secret: Buffer, code: string, now: Date): number | null => {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: stepsOff })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

export const isAppCode = (tidy: string): boolean => /^\d{6}$/.test(tidy)

export const recoveryCodeCount = 10

/** Without letters and digits that look alike. */
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * `k7fw-29qp-xm4t`: 59 bits, and stored like a password.
 * @param draw a random integer below its argument
 */
export const recoveryCodeFrom = (draw: (below: number) => number): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => recoveryLetters[draw(recoveryLetters.length)]).join(''),
  ).join('-')

/** Wrong codes allowed before a pause. */
export const codeLimit = { attempts: 10, seconds: 900 } as const

/** Days for which a browser needs no second factor, if the person wants that. */
export const rememberedDays = 30

type SecondFactorFacts = {
  /** Whether codes of an app are on. */
  isOn: boolean
  role: 'customer' | 'staff'
  /** Whether the operator wants its staff to have a second factor. */
  isForStaff: boolean
  /** Whether one of their roles needs one wherever real money is taken. */
  hasRoleAboveDesk: boolean
  /** Whether this server is a trial, where no real money is taken. */
  isTrial: boolean
  /** Until when this browser needs none. */
  rememberedUntil: Date | null
  hasPasskey: boolean
}

/** Whether a person has to have a second factor. */
export const isSecondFactorRequired = ({
  role,
  isForStaff,
  hasRoleAboveDesk,
  isTrial,
}: Pick<SecondFactorFacts, 'role' | 'isForStaff' | 'hasRoleAboveDesk' | 'isTrial'>): boolean =>
  role === 'staff' && (isForStaff || (hasRoleAboveDesk && !isTrial))

/** `setup`, or the methods of which one will do; null when nothing is left to do. */
export type NextStep = 'setup' | ('code' | 'passkey')[] | null

/** What a person still has to do after the right password, if anything. */
export const nextStepOf = (
  { isOn, rememberedUntil, hasPasskey, ...facts }: SecondFactorFacts,
  now: Date,
): NextStep => {
  const isRequired = isSecondFactorRequired(facts)
  if (!isOn && !isRequired) return null
  if (!isOn && !hasPasskey) return 'setup'
  if (rememberedUntil !== null && rememberedUntil > now) return null
  return [...(isOn ? (['code'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : [])]
}

/** Minutes for which an authenticator may sign a challenge. */
export const challengeMinutes = 5

export const passkeysAtMost = 20

/** Failed log-ins by passkey from one network before a pause. A signature cannot be guessed; this limits the work. */
export const passkeyLimit = { attempts: 200, seconds: 900 } as const

const clientData = z.object({ challenge: z.string() })

/** The challenge that a browser says it has had signed, or null where nothing can be read. */
export const challengeIn = (encoded: string): string | null => {
  try {
    const parsed = clientData.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data.challenge : null
  } catch {
    return null
  }
}

/**
 * Where passkeys are valid: the domain that our sites share, so that one passkey is good on all of them, else the host of
 * the site.
 */
export const relyingPartyOf = (
  site: string,
  sharedDomain: string | undefined,
): { rpId: string; origin: string } => {
  const { hostname, origin } = new URL(site)
  return { rpId: sharedDomain ?? hostname, origin }
}

/** In the order in which they are looked for: many browsers name others, too. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** What its owner would call a browser: `Firefox on Android`. */
export const deviceName = (messages: Messages, userAgent: string): string => {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser !== undefined && system !== undefined) return messages.sessions.browserOn({ browser, system })
  return browser ?? system ?? messages.sessions.untrustedDevice
}

/** Those of a person's roles that have not ended. */
export const currentRoles = <Role extends { endsAt: string | null }>(
  roles: readonly Role[],
  now: Date,
): Role[] => roles.filter(({ endsAt }) => endsAt === null || new Date(endsAt) > now)
