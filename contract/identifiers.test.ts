import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { emailAddress, orderReference } from './fields.ts'
import {
  isEmail,
  normalEmail,
  normalLoginName,
  normalPhone,
  normalPostcode,
  normalReference,
  normalCode,
  normalTicketCode,
} from './identifiers.ts'
import * as api from './index.ts'

/** What shows nothing, or nothing but a space, and comes along when text is copied. */
const invisible = [
  ' ',
  '	',
  '\n',
  '\r\n',
  '\v',
  '\f',
  '',
  '\xA0',
  ' ',
  ' ',
  ' ',
  '\u2028',
  '\u2029',
  ' ',
  ' ',
  '　',
  '­',
  '͏',
  '؜',
  'ᅟ',
  '឴',
  '᠋',
  '᠎',
  '​',
  '‌',
  '‍',
  '‎',
  '‪',
  '⁠',
  '⁦',
  '⠀',
  'ㅤ',
  '️',
  '﻿',
  'ﾠ',
  '',
  '',
  '󠀁',
  '󠄁',
  '',
]

/** Before, behind and several at once; inside as well where a value has no spaces. */
const variants = (plain: string, hasSpaces: boolean): string[] =>
  invisible.flatMap((character) => [
    `${plain}${character}`,
    `${character}${plain}`,
    `${character}${plain}${character}${character}`,
    ...(hasSpaces ? [] : [`${plain.slice(0, 2)}${character}${plain.slice(2)}`]),
  ])

const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))

/** A field that identifies something, by the last part of its name. */
const examples: Readonly<Record<string, { plain: string; same: string[]; hasSpaces?: true }>> = {
  customerReference: { plain: 'QM-10005', same: ['qm-10005', 'QM – 10005', fullWidth('Qm-10005')] },
  reference: { plain: 'QM-10005', same: ['qm-10005', 'QM‑10005', fullWidth('Qm-10005')] },
  username: { plain: 'ann@example.test', same: ['Ann@Example.TEST', fullWidth('ANN@example.test')] },
  emailOrReference: { plain: 'QM-10005', same: ['qm-10005', fullWidth('Qm-10005')] },
  email: { plain: 'ann@example.test', same: ['Ann@Example.TEST', 'ann@example。test'] },
  phone: { plain: '+44 1632 960123', same: ['+44  1632\u00a0960123'], hasSpaces: true },
  emergencyContactPhone: { plain: '01632 960123', same: ['01632   960123'], hasSpaces: true },
  postcode: { plain: 'OL16 1AB', same: ['ol161ab', 'OL16\u2003\u20031ab'], hasSpaces: true },
  billingPostcode: { plain: 'OL1 9ZZ', same: ['ol19zz'], hasSpaces: true },
  sortCode: { plain: '089999', same: ['08-99-99', '08 99 99', '08–99–99'] },
  code: { plain: '7K2Q9X', same: ['7k2q9x', fullWidth('7k2q9x')] },
}

const isIdentifying = (name: string): boolean =>
  /(?:email|reference|phone|postcode|username|code)$/i.test(name) && !name.endsWith('promotionCode')

/** The number of a cheque; the secrets in links, which are looked up whole. */
const exempt: readonly string[] = [
  'POST /foh/checkout/pay payments.reference',
  // What stands on a receipt of petty cash.
  'POST /foh/tills/{tillId}/movements reference',
  // What the bank's statement says of a payment, and what the accountant calls a sale.
  'POST /office/invoices/{invoiceId}/paid reference',
  'POST /office/hires nominalCode',
  'GET /hirer-link code',
  'GET /checkout/prepare hirerCode',
  'POST /checkout/authorise hirerCode',
  'POST /checkout/complete hirerCode',
  'GET /family-invitation code',
  'POST /my-account/family/invitations/accept code',
  'POST /auth/customer/take-over code',
]

type Field = { path: string; name: string; schema: z.ZodType }

const fieldsIn = (schema: z.ZodType | undefined, path = ''): Field[] => {
  if (schema === undefined) return []
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`
      return isIdentifying(name) ? [{ path: at, name, schema: field }] : fieldsIn(field, at)
    })
  if (schema instanceof z.ZodPipe) {
    const { in: before, out } = schema as unknown as { in: z.ZodType; out: z.ZodType }
    return [...fieldsIn(before, path), ...fieldsIn(out, path)]
  }
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsIn(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => fieldsIn(option as z.ZodType, path))
  return []
}

const inputs = Object.values(api)
  .flatMap((noun): Endpoint[] => Object.values(noun))
  .flatMap(({ method, path, params, query, body }) =>
    [params, query, body].flatMap((part) =>
      fieldsIn(part).map((field) => ({ ...field, where: `${method} ${path} ${field.path}` })),
    ),
  )

describe('every field of a call that identifies something', () => {
  const checked = inputs.filter(({ where }) => !exempt.includes(where))

  it.each(checked.map((field) => [field.where, field] as const))('%s has one form', (_, { name, schema }) => {
    const example = examples[name]
    if (example === undefined) throw new Error(`Add an example of ${name}, or exempt it.`)
    const expected = schema.parse(example.plain)
    for (const variant of [...example.same, ...variants(example.plain, example.hasSpaces === true)])
      expect([variant, schema.parse(variant)]).toEqual([variant, expected])
  })

  it('is found', () => {
    const names = checked.map(({ where }) => where)
    expect(names).toContain('POST /auth/customer/login username')
    expect(names).toContain('POST /activities/cart/add items.customerReference')
    expect(names.length).toBeGreaterThan(25)
  })
})

describe('normal forms', () => {
  it.each([
    ['reference', normalReference],
    ['email', normalEmail],
    ['log-in name', normalLoginName],
    ['phone', normalPhone],
    ['postcode', normalPostcode],
    ['ticket code', normalTicketCode],
    ['security code', normalCode],
  ])('of any text are their own: %s', (_, normal) => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('Q', 'q', 'İ', 'ı', 'ß', 'ﬁ', 'ŉ', 'K', '@', '.', '-', '–', '5', ...invisible))
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(anything, (text) => {
        expect(normal(normal(text))).toBe(normal(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('of a code lose what people type and scanners read around it', () => {
    for (const typed of [
      ' 7k2 q9x ',
      '7k2-q9x',
      'https://example.com/c/7K2Q9X',
      'https://example.com/c?code=7K2Q9X',
    ])
      expect(normalTicketCode(typed)).toBe('7K2Q9X')
    expect(normalCode(' 287 082 ')).toBe('287082')
    expect(normalCode('K7FW-29QP-XM4T')).toBe('k7fw29qpxm4t')
    expect(orderReference.parse('#ons-7k2q9x')).toBe('ONS-7K2Q9X')
  })
})

describe('an e-mail address', () => {
  it.each([
    ['jörg@exämple.test', 'jörg@xn--exmple-cua.test'],
    ['Jo\u0308rg@EXA\u0308MPLE.test', 'jörg@xn--exmple-cua.test'],
    ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
    ["o'neill+swim@sub.example.co.uk", "o'neill+swim@sub.example.co.uk"],
    ['ANN@EXAMPLE.TEST', 'ann@example.test'],
  ])('%s is taken as %s', (typed, normal) => {
    expect(emailAddress.parse(typed)).toBe(normal)
  })

  it.each([
    'ann',
    'ann@',
    '@example.test',
    'ann@example',
    'ann@@example.test',
    'a..nn@example.test',
    '.ann@example.test',
    'ann.@example.test',
    'ann@-example.test',
    'ann@127.0.0.1',
    'ann@[::1]',
    'ann@1.2',
    'ann,bo@example.test',
    'Ann <ann@example.test>',
    'ann@example.test:25',
    'ann@example.test/x',
    'ann@exa_mple.test',
    'ann@例え.test/',
    'ann;bo@example.test',
    'ann"@example.test',
    'ann@eve@example.test',
    `${'a'.repeat(250)}@example.test`,
    '',
  ])('%s is none', (typed) => {
    expect(emailAddress.safeParse(typed).success).toBe(false)
  })

  it('of other letters is another address', () => {
    const plain = normalEmail('otis@example.test')
    for (const other of ['otİs@example.test', 'otıs@example.test', 'оtis@example.test', 'ótis@example.test'])
      expect(normalEmail(other)).not.toBe(plain)
    expect(isEmail(normalEmail('otİs@example.test'))).toBe(true)
  })
})
