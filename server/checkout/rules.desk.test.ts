import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { changeDue, creditTenders, deskTenderErrors, listManualTenders } from './rules.ts'
import type { DeskTenderInput } from './rules.ts'

const cash = (amount: number, amountTendered?: number): DeskTenderInput => ({
  tenderType: 'cash',
  amount,
  amountTendered,
})

describe('tenders of the desk', () => {
  it('are an amount of 0 or more', () => {
    expect(inEnglish(deskTenderErrors([cash(500), cash(-1)]))).toEqual({
      'payments.1.amount': ['Enter 0 or more.'],
    })
    expect(deskTenderErrors([cash(0, 0)])).toEqual({})
  })

  it('on paper have a number', () => {
    const without = { amount: 500, reference: ' ' }
    expect(
      inEnglish(
        deskTenderErrors([
          { ...without, tenderType: 'cheque' },
          { ...without, tenderType: 'offline-voucher' },
        ]),
      ),
    ).toEqual({
      'payments.0.reference': ['Enter the cheque number.'],
      'payments.1.reference': ['Enter the voucher number.'],
    })
    expect(deskTenderErrors([{ ...without, reference: '123', tenderType: 'cheque' }])).toEqual({})
    expect(inEnglish(deskTenderErrors([{ amount: 500, tenderType: 'cheque' }]))).toEqual({
      'payments.0.reference': ['Enter the cheque number.'],
    })
    expect(deskTenderErrors([{ ...without, amount: 0, tenderType: 'cheque' }])).toEqual({})
    expect(deskTenderErrors([{ ...without, tenderType: 'credit' }])).toEqual({})
  })

  it('give change for cash only, and take no less than is to be paid', () => {
    expect(inEnglish(deskTenderErrors([cash(500, 499)]))).toEqual({
      'payments.0.amount_tendered': ['Enter at least the cash to be paid.'],
    })
    expect(deskTenderErrors([cash(500, 500), cash(500, 1000)])).toEqual({})
    expect(inEnglish(deskTenderErrors([{ tenderType: 'credit', amount: 500, amountTendered: 600 }]))).toEqual(
      {
        'payments.0.amount_tendered': ['You can only give change for cash.'],
      },
    )
    expect(inEnglish(deskTenderErrors([{ tenderType: 'credit', amount: 500, amountTendered: 400 }]))).toEqual(
      {
        'payments.0.amount_tendered': ['You can only give change for cash.'],
      },
    )
    expect(deskTenderErrors([{ tenderType: 'credit', amount: 500, amountTendered: 500 }])).toEqual({})
  })

  it('owe the change of cash', () => {
    expect(changeDue([cash(500, 1000), cash(300), cash(0, 200), cash(-100, 50)])).toBe(500)
    expect(changeDue([cash(500, 400)])).toBe(0)
    expect(changeDue([{ tenderType: 'credit', amount: 500, amountTendered: 700 }])).toBe(0)
  })

  it('are no credit where they are cash', () => {
    expect(creditTenders([cash(50)])).toEqual([])
  })

  it('E07: a later credit tender of one type replaces an earlier one', () => {
    const tenders = creditTenders([
      { tenderType: 'credit', amount: 100 },
      { tenderType: 'credit', type: 'membership', amount: 200 },
      cash(50),
      { tenderType: 'credit', type: 'general', amount: 300 },
    ])
    expect(tenders).toEqual([
      { tenderType: 'credit', type: 'general', amount: 300 },
      { tenderType: 'credit', type: 'membership', amount: 200 },
    ])
  })

  it('are listed on an order without credit and without amounts of 0', () => {
    const listed = listManualTenders([
      cash(500, 1000),
      cash(300),
      cash(0, 100),
      { tenderType: 'credit', amount: 100 },
      { tenderType: 'cheque', amount: 200, amountTendered: 200, reference: ' 000123 ' },
    ])
    expect(
      listed.map(({ tenderType, amount, tendered, reference }) => [tenderType, amount, tendered, reference]),
    ).toEqual([
      ['cash', 500, 1000, null],
      ['cash', 300, 300, null],
      ['cheque', 200, null, '000123'],
    ])
  })
})
