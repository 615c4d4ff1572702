import * as messages from '#messages/desk/attendance.ts'

/** The full name; a customer without an account may have given none. */
export const attendeeName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim() || messages.walkIn
