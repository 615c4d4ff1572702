/* Whom messages to many are for. */

/** Days of a message's audience, both included. */
export const mostAudienceDays = 62

/**
 * Whom a message is for, by what they have to do with a venue on some days: a booking; a booking they did not come to; a
 * place on a waitlist; a membership that is valid then; a floor let to them.
 */
export const audiencePeople = ['booked', 'absent', 'waiting', 'members', 'hirers'] as const
export type AudiencePeople = (typeof audiencePeople)[number]

/** The words in braces that a message may have, which everybody reads as theirs. */
export const placeholders = ['first_name', 'session', 'when', 'place'] as const
export type Placeholder = (typeof placeholders)[number]

/** About what people have booked, wait for, are members of or hire; or news, for those of them who agreed to it. */
export const messageKinds = ['service', 'news'] as const
export type MessageKind = (typeof messageKinds)[number]

/** News to more people needs a second person. */
export const newsOfOnePerson = 500

/** News is about no session, and members and hirers have none that a message is about. */
export const placeholdersFor = (people: AudiencePeople, kind: MessageKind): readonly Placeholder[] =>
  kind === 'news' || people === 'members' || people === 'hirers' ? ['first_name'] : placeholders

/** What narrows an audience of such people; the rest is of no account to them. */
export const narrowedBy = {
  booked: ['activityId', 'placeId', 'sessionId'],
  absent: ['activityId', 'placeId', 'sessionId'],
  waiting: ['activityId', 'placeId', 'sessionId'],
  members: ['planId'],
  hirers: ['placeId', 'hirerId'],
} as const satisfies Readonly<Record<AudiencePeople, readonly string[]>>
