/** After a failed attempt the next is made so many seconds later; after the last of them none is. */
const waits = [10, 60, 300, 1800, 7200, 21_600, 86_400] as const

/** @param attempts those made. @returns when the next is made; null: there is none */
export const nextAttempt = (attempts: number, now: Date): Date | null => {
  const seconds = waits[attempts - 1]
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000)
}

const failingMs = 3 * 86_400_000

/** Why a webhook whose delivery has failed is to be switched off; null: it is not. */
export const whyOff = (status: number | null, failingSince: Date, now: Date): 'gone' | 'failing' | null => {
  if (status === 410) return 'gone'
  return now.getTime() - failingSince.getTime() >= failingMs ? 'failing' : null
}

export type StoredEvent = {
  eventId: number
  type: string
  at: Date
  operator: string
  subjectKind: string
  subjectId: number
  reference: string | null
  data: unknown
}

/** What is sent of an event. */
export const bodyOf = ({
  eventId,
  type,
  at,
  operator,
  subjectKind,
  subjectId,
  reference,
  data,
}: StoredEvent): string =>
  JSON.stringify({
    id: eventId,
    type,
    at: at.toISOString(),
    operator,
    subject: { kind: subjectKind, id: subjectId, reference },
    data,
  })
