import { useState } from 'react'
import * as messages from '#messages/shared/attendees.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import type { AttendeeLine } from './attendeeLines.ts'
import { answersToSend, waiversToSend } from './attendeePayload.ts'
import type { AttendeesDraft } from './attendeesDraft.ts'
import type { GuardianSent } from './guardian.ts'
import { answerErrors, waiverErrors, type FieldErrors } from './attendeeValidation.ts'

/** Why the server refused; errors without a field are under `''`. */
export type SendFailure = { title: string; errors: FieldErrors }

/** Sends the waivers, then the answers by activity; stops at the first refusal. */
export const useSendAttendees = (): {
  isSending: boolean
  send: (
    lines: readonly AttendeeLine[],
    draft: AttendeesDraft,
    guardian: GuardianSent,
  ) => Promise<SendFailure | undefined>
} => {
  const [isSending, setSending] = useState(false)
  const sendWaivers = useCall(api.waivers.send)
  const sendNumericAnswers = useCall(api.waivers.answers)
  const sendOccurrenceAnswers = useCall(api.waivers.occurrenceAnswers)

  const sendAll = async (
    lines: readonly AttendeeLine[],
    draft: AttendeesDraft,
    guardian: GuardianSent,
  ): Promise<SendFailure | undefined> => {
    const sent = waiversToSend(lines, draft)
    if (sent.length > 0) {
      const failure = await failureOf(
        () => sendWaivers.sendAsync({ waivers: sent.map(({ waiver }) => waiver), guardian }),
        (validationMessages) => waiverErrors(validationMessages, sent),
        () => messages.waiversFailed,
      )
      if (failure !== undefined) return failure
    }
    for (const { activityId, questions, answers } of answersToSend(lines, draft.values)) {
      const failure = await failureOf(
        () =>
          typeof activityId === 'number'
            ? sendNumericAnswers.sendAsync({ id: activityId, answers })
            : sendOccurrenceAnswers.sendAsync({ id: activityId, answers }),
        (validationMessages) => answerErrors(validationMessages, questions),
        // For questions the server's own error is displayed (specification, section 8).
        ({ serverMessage }) => serverMessage ?? messages.waiversFailed,
      )
      if (failure !== undefined) return failure
    }
    return undefined
  }

  return {
    isSending,
    send: async (lines, draft, guardian) => {
      setSending(true)
      try {
        return await sendAll(lines, draft, guardian)
      } finally {
        setSending(false)
      }
    },
  }
}

const failureOf = async (
  call: () => Promise<unknown>,
  byField: (validationMessages: FieldErrors) => Record<string, string[]>,
  titleOf: (error: ApiError) => string,
): Promise<SendFailure | undefined> => {
  try {
    await call()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const title = titleOf(error)
    const errors = byField(error.validationMessages)
    if (Object.keys(errors).length > 0) return { title, errors }
    return { title, errors: title === error.message ? {} : { '': [error.message] } }
  }
}
