import { subscribe } from 'node:diagnostics_channel'
import { moveClock } from './moveClock.mjs'

/*
 * Loaded before everything else in the processes of `HOURS_LATER=9 npm test -- walks`: see playwright.config.ts. Node
 * writes the header `Date` with a clock of its own.
 */
moveClock(Number(process.env.HOURS_LATER) * 3_600_000)
subscribe('http.server.request.start', ({ response }) => {
  response.setHeader('date', new Date().toUTCString())
})
