import { z } from 'zod'
import { dayFromText } from '#contract/dayText.ts'
import { normalEmail, normalPhone, normalPostcode } from '#contract/identifiers.ts'
import { acceptedTerms } from '#contract/terms.ts'
import * as messages from '#server/messages/en/customers.ts'
import { termsOf } from '#server/customers/queries.ts'
import { termsMissing, whyInvalidPhone, whyInvalidPostcode, whyTooYoung } from '#server/customers/rules.ts'
import type { FurtherErrors } from '#server/platform/furtherErrors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { whyWeakPassword } from '#server/sessions/rules.ts'

const terms = acceptedTerms(z.object({}))

/** What else is wrong with a registration whose fields are refused, so that every mistake is displayed at once. */
export const furtherErrors: FurtherErrors = async ({ db, operator, body, now }) => {
  const textOf = (name: string): string => {
    const value = body[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const dateOfBirth = dayFromText(textOf('dateOfBirth'))
  const password = textOf('password')
  const required = (await termsOf(db, operator.id)).filter((one) => one.required).map(({ id }) => id)
  const accepted = terms.safeParse(body).data
  const isMissing =
    accepted !== undefined && termsMissing(required, accepted.termsAccepted || accepted.terms).length > 0
  return {
    date_of_birth: dateOfBirth === undefined ? null : whyTooYoung(dateOfBirth, dayOf(now, operator.timezone)),
    phone: whyInvalidPhone(normalPhone(textOf('phone'))),
    postcode: whyInvalidPostcode(normalPostcode(textOf('postcode'))),
    // One that is missing is not the address that is missing too.
    password:
      password === ''
        ? null
        : whyWeakPassword(password, { email: normalEmail(textOf('email')), operatorName: operator.name }),
    terms: isMissing ? messages.termsRequired : null,
  }
}
