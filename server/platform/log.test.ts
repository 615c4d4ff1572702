import { describe, expect, it } from 'vitest'
import { createLog, writtenError } from './log.ts'

const lineOf = (fields: object): Record<string, unknown> => {
  const lines: string[] = []
  createLog('info', { write: (line: string) => void lines.push(line) }).error(fields, 'failed')
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>
}

describe('a line of the log', () => {
  it('tells of an error of the database by code and constraint, not by the values it quotes', () => {
    const error = Object.assign(new Error('duplicate key: (lower(email))=(ann@example.test)'), {
      code: '23505',
      severity: 'ERROR',
      detail: 'Key (lower(email))=(ann@example.test) already exists.',
      where: 'ann@example.test',
      table: 'customer',
      constraint: 'customer_email',
    })
    const { err } = lineOf({ err: error })
    expect(err).toMatchObject({ code: '23505', table: 'customer', constraint: 'customer_email' })
    expect(JSON.stringify(err)).not.toContain('ann')
    expect(err).toHaveProperty('stack', expect.stringContaining('log.test.ts'))
  })

  it('tells of any other error without addresses or what else it carries along', () => {
    const cause = Object.assign(new Error('550 <ann@example.test> unknown'), {
      rejected: ['ann@example.test'],
    })
    const written = JSON.stringify(writtenError(new Error('to ann@example.test: refused', { cause })))
    expect(written).toContain('to [address] refused')
    expect(written).toContain('550 <[address]> unknown')
    expect(written).not.toContain('ann@')
    expect(writtenError('ann@example.test')).toEqual({ type: 'string' })
  })

  it('tells of each of several failures of a job', () => {
    const errors = [new Error('item 1 failed', { cause: new Error('a reason') }), new Error('item 3 failed')]
    expect(writtenError(new AggregateError(errors, '2 of 3 failed'))).toMatchObject({
      message: '2 of 3 failed',
      errors: [{ message: 'item 1 failed', cause: { message: 'a reason' } }, { message: 'item 3 failed' }],
    })
  })

  it('redacts what has a telling name', () => {
    const line = lineOf({ body: { email: 'ann@example.test', password: 'x', token: 'y' } })
    expect(line['body']).toEqual({ email: '[Redacted]', password: '[Redacted]', token: '[Redacted]' })
  })
})
