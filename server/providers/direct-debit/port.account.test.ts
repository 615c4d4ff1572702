import { describe, expect, it } from 'vitest'
import { readAccount } from './port.ts'

const read = (sortCode: string, accountNumber: string, accountName = 'A Example') =>
  readAccount({ accountName, sortCode, accountNumber })

describe('a bank account', () => {
  it('is read as people write it', () => {
    expect(read('089999', '66374958', '  Ann   Example ')).toEqual({
      account: { accountName: 'Ann Example', sortCode: '089999', accountNumber: '66374958' },
    })
    expect(read('000000', '1234567')).toEqual({
      account: { accountName: 'A Example', sortCode: '000000', accountNumber: '01234567' },
    })
  })

  it.each([
    ['12345', '12345678', 'A', ['sortCode']],
    ['1234567', '12345678', 'A', ['sortCode']],
    ['12345a', '12345678', 'A', ['sortCode']],
    ['123456', '123456', 'A', ['accountNumber']],
    ['123456', '123456789', 'A', ['accountNumber']],
    ['123456', 'abcdefgh', 'A', ['accountNumber']],
    ['', '', ' ', ['accountName', 'sortCode', 'accountNumber']],
    ['123456', '12345678', '12', ['accountName']],
    ['123456', '12345678', 'x'.repeat(61), ['accountName']],
  ])('%s %s of %s is wrong in %j', (sortCode, accountNumber, name, fields) => {
    const answer = read(sortCode, accountNumber, name)
    expect('errors' in answer && Object.keys(answer.errors)).toEqual(fields)
  })

  it.each([
    ['089999', '66374958', true],
    ['089999', '66374959', false],
    ['107999', '88837491', true],
    ['107999', '88837492', false],
    ['107999', '88837493', false],
    // No one has told how these are checked.
    ['200000', '66374959', true],
  ])('%s %s: the check digit fits is %s', (sortCode, accountNumber, isFit) => {
    expect('account' in read(sortCode, accountNumber)).toBe(isFit)
  })
})
