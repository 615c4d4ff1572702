/* The gate goes the same ways each time, so that what it says is about the change; everybody else explores. */
import { configureGlobal } from 'fast-check'

if (process.env['CI'] !== undefined) configureGlobal({ seed: 20_261_121 })
