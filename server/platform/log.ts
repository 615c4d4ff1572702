import { pino } from 'pino'

export type Log = {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
  debug: (fields: object, message: string) => void
}

/**
 * Structured lines on standard output. What names a person never belongs in them: ids and codes only. The
 * redaction is a second net for what an error object may carry along.
 */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.email', '*.password', '*.token', '*.authorization', '*.cookie', 'err.parameters'],
  })
