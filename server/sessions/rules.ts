import * as messages from '#server/messages/en/sessions.ts'
import { isGuessedFirst, lettersOf } from '#server/sessions/guessable/rules.ts'

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
): string | null => {
  const folded = password.normalize('NFKC').toLowerCase()
  const [mailbox = ''] = email.split('@')
  if (folded === email || (mailbox.length > 3 && lettersOf(folded) === lettersOf(mailbox))) {
    return messages.passwordIsEmail
  }
  if (isGuessedFirst(folded, operatorName)) return messages.passwordWeak
  return null
}
