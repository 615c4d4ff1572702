/* Vitest runs this before each test file; what it keeps is of the worker. */
import { afterAll } from 'vitest'
import { keepMailsOfFile } from './causedMails.ts'

if (keepMailsOfFile !== null) afterAll(keepMailsOfFile)
