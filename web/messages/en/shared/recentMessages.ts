import { duration } from '#messages/format.ts'

export const closeRecentMessages = 'Close recent messages'
export const noMessages = 'Nothing yet. Messages about what you do appear here.'
export const timeAgo = ({ minutes }: { minutes: number }): string =>
  minutes < 1 ? 'Just now' : `${duration(minutes)} ago`
