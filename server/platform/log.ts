import { pino } from 'pino'
import type { DestinationStream } from 'pino'

export type Log = {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
  debug: (fields: object, message: string) => void
}

/**
 * Structured lines on standard output. What names a person never belongs in them: ids and codes only. The
 * redaction and the serializer are a second net for what an error object may carry along.
 */
export const createLog = (level: string, destination?: DestinationStream): Log => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.email', '*.password', '*.token', '*.authorization', '*.cookie'],
    serializers: { err: writtenError },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/**
 * An error without the data it was about. The database quotes values and whole rows in its messages and details
 * (`Key (lower(email))=(…) already exists`), a mail server the addresses it refuses.
 */
export const writtenError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, severity, table, constraint } = error as {
    code?: unknown
    severity?: unknown
    table?: unknown
    constraint?: unknown
  }
  const isOfDatabase = severity !== undefined
  const message = isOfDatabase ? 'refused by the database' : withoutAddresses(error.message)
  return {
    type: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(isOfDatabase ? { table, constraint } : {}),
    // The first lines repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: writtenError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(writtenError) } : {}),
  }
}

const withoutAddresses = (text: string): string => text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, '[address]')
