import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Receipt } from '#contract/bookings.ts'
import { formatted } from '#contract/money.ts'
import { instant, localDay, time } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import type { OrderFile } from './calendar.ts'
import { attendeeOf, hasReceipt, notesOf, presentSeller, titleOf } from './present.ts'
import { orderFor } from './read.ts'
import type { OrderDetails } from './read.ts'
import { fontOf, isCancelled, netPriceOf, netTaxOf, splitByFont } from './rules.ts'
import type { Script } from './rules.ts'
import type { BookingRow } from './sql/bookings.ts'
import { receiptFacts } from './sql/orders.ts'
import type { ReceiptPayment, ReceiptRefund } from './sql/orders.ts'

/** @throws Refusal `not_found` for an order that is not the caller's, or that cost nothing */
export const readReceipt = async (tx: Tx, actor: Actor, orderId: number, now: Date): Promise<Receipt> => {
  const whole = await orderFor(tx, actor, orderId, now)
  if (!hasReceipt(whole.order)) throw notFound()
  return presentReceipt(actor.messages, whole, await receiptFacts(tx, orderId))
}

/** The receipt of an order as a file; null for an order that has none. */
export const receiptFile = async (
  tx: Tx,
  messages: Messages,
  whole: OrderDetails,
): Promise<OrderFile | null> => {
  const { order } = whole
  if (!hasReceipt(order)) return null
  return {
    name: `${order.reference}.pdf`,
    mediaType: 'application/pdf',
    content: await receiptPdf(
      messages,
      presentReceipt(messages, whole, await receiptFacts(tx, order.id)),
      order.placedAt,
    ),
  }
}

/** The file for a message: where an item always comes with a receipt. Others are linked. */
export const attachedReceipt = async (
  tx: Tx,
  messages: Messages,
  whole: OrderDetails,
): Promise<OrderFile | null> =>
  whole.order.items.some((item) => item.enablePrintReceipt) ? receiptFile(tx, messages, whole) : null

type ReceiptFacts = { payer: string; payments: ReceiptPayment[]; refunds: ReceiptRefund[] }

/** The receipt of an order, for the page and the file. */
export const presentReceipt = (
  messages: Messages,
  { order, bookings, seller }: Pick<OrderDetails, 'order' | 'bookings' | 'seller'>,
  { payer, payments, refunds }: ReceiptFacts,
): Receipt => {
  const inMoney = (pence: number): string => formatted(pence, seller.currencySymbol)
  const dayIn = (at: Date): string => messages.format.fullDay(localDay(at, seller.timezone))
  return {
    reference: order.reference,
    placedAt: instant(order.placedAt),
    placed: `${dayIn(order.placedAt)}, ${time(order.placedAt, seller.timezone).format24Hour}`,
    seller: presentSeller(seller, bookings),
    payer,
    lines: [
      ...bookings.map((booking) => bookingLine(messages, booking, inMoney)),
      // Items that are not bookings: a penalty, a membership.
      ...order.items
        .filter(({ cartableType }) => cartableType === 'penalty' || cartableType === 'membership')
        .map((item) => ({
          name: item.name,
          details: notesOf(messages, item),
          quantity: 1,
          unitPrice: item.price.formatted,
          price: item.price.formatted,
        })),
    ],
    total: inMoney(order.total),
    vat: vatOf(bookings).map(({ rate, net, tax }) => ({
      rate: rate / 100,
      net: inMoney(net),
      tax: inMoney(tax),
    })),
    entries: [
      ...payments.map(({ tenderType: tender, status, amount, paidAt }) => ({
        at: paidAt,
        label:
          status === 'failed'
            ? messages.bookings.notPaidBy({ tender })
            : messages.bookings.paidBy({ tender }),
        amount: inMoney(amount),
      })),
      ...refundEntries(messages, bookings, refunds, inMoney),
    ]
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ at, ...entry }) => ({ on: dayIn(at), ...entry })),
  }
}

const bookingLine = (
  messages: Messages,
  booking: BookingRow,
  inMoney: (pence: number) => string,
): Receipt['lines'][number] => {
  const { quantity, price, moveRefund, localDate } = booking
  const attendee = attendeeOf(booking)
  const title = titleOf(messages, booking)
  const day = messages.format.fullDay(localDate)
  const paid = price + moveRefund
  return {
    name: isCancelled(booking) ? messages.bookings.receiptCancelled({ title }) : title,
    details: [
      ...(attendee === '' ? [] : [messages.bookings.attendee({ name: attendee })]),
      messages.bookings.mail.when({ day, ...sessionTimes(messages, booking) }),
      `${booking.locationName}, ${booking.venueName}`,
    ],
    quantity,
    unitPrice: paid % quantity === 0 ? inMoney(paid / quantity) : null,
    price: inMoney(paid),
  }
}

/** Refunds that have failed have not come back. The first ones of a booking are of its moves to cheaper times. */
const refundEntries = (
  messages: Messages,
  bookings: readonly BookingRow[],
  refunds: readonly ReceiptRefund[],
  inMoney: (pence: number) => string,
): { at: Date; label: string; amount: string }[] => {
  const ofMoves = new Map<number | null, number>(bookings.map(({ id, moveRefund }) => [id, moveRefund]))
  return refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ bookingId, destination, amount, status, createdAt }) => {
      const left = ofMoves.get(bookingId) ?? 0
      const isMove = left >= amount
      if (isMove) ofMoves.set(bookingId, left - amount)
      const booking = bookings.find(({ id }) => id === bookingId)
      const item = booking === undefined || bookings.length === 1 ? null : titleOf(messages, booking)
      return {
        at: createdAt,
        label: messages.bookings.refundOf({ destination, isDue: status === 'due', item, isMove }),
        amount: `-${inMoney(amount)}`,
      }
    })
}

const vatOf = (bookings: readonly BookingRow[]): { rate: number; net: number; tax: number }[] => {
  const sums = new Map<number, { net: number; tax: number }>()
  for (const booking of bookings) {
    const { vatRate } = booking
    if (vatRate === 0) continue
    const { net, tax } = sums.get(vatRate) ?? { net: 0, tax: 0 }
    const taxed = netTaxOf(booking)
    sums.set(vatRate, { net: net + netPriceOf(booking) - taxed, tax: tax + taxed })
  }
  return [...sums].map(([rate, sum]) => ({ rate, ...sum })).toSorted((one, other) => one.rate - other.rate)
}

type Pdf = PDFKit.PDFDocument

type Structure = PDFKit.PDFStructureElement

const left = 56

const right = 539

const bottom = 780

/** Left edges of the table's columns: item, quantity, price of one, price. */
const columns = [
  { x: left, width: 270 },
  { x: 336, width: 50 },
  { x: 392, width: 70 },
  { x: 468, width: 71 },
] as const

const scripts: readonly Script[] = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']

const weights = [400, 700] as const

/** Open Sans, whose licence (OFL 1.1) allows it in documents; a file for each script and weight. */
const readFonts = async (): Promise<{ name: string; content: Buffer }[]> => {
  const { resolve } = createRequire(import.meta.url)
  return Promise.all(
    scripts.flatMap((script) =>
      weights.map(async (weight) => ({
        name: fontOf(script, weight === 700),
        content: await readFile(
          resolve(`@fontsource/open-sans/files/open-sans-${script}-${weight}-normal.woff`),
        ),
      })),
    ),
  )
}

let fonts: ReturnType<typeof readFonts> | undefined

/**
 * A receipt as a tagged PDF, whose structure screen readers can follow, with its fonts embedded.
 * @returns the file's bytes
 */
export const receiptPdf = async (messages: Messages, receipt: Receipt, placedAt: Date): Promise<Buffer> => {
  // Imported on demand: the library is large, and few processes write a receipt.
  const { default: PDFDocument } = await import('pdfkit')
  fonts ??= readFonts()
  const { reference, seller, placed, payer, lines, total, vat, entries } = receipt
  const doc = new PDFDocument({
    size: 'A4',
    margin: left,
    pdfVersion: '1.7',
    tagged: true,
    lang: messages.format.language,
    displayTitle: true,
    autoFirstPage: false,
    info: { Title: messages.bookings.receipt({ reference }), Author: seller.name, CreationDate: placedAt },
  })
  for (const { name, content } of await fonts) doc.registerFont(name, content)
  doc.font(fontOf('latin', false)).addPage()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })

  const root = doc.struct('Document')
  doc.addStructure(root)
  const write = writerOn(doc, root)
  write('H1', messages.bookings.receipt({ reference }), { size: 20, isBold: true, gap: 8 })
  write('P', placed, { gap: 12 })
  write('P', seller.name, { isBold: true })
  const contact = [seller.phone, seller.email].filter(Boolean).join(', ')
  for (const words of [...seller.address, contact]) if (words !== '') write('P', words)
  if (seller.vatNumber !== '') write('P', messages.bookings.vatNumber({ number: seller.vatNumber }))
  if (payer !== '') write('P', messages.bookings.payer({ name: payer }))
  doc.y += 12

  const { item, quantity, unitPrice, price } = messages.bookings.receiptColumns
  const table = tableOn(doc, root)
  table.row('TH', [[item], [quantity], [unitPrice], [price]])
  for (const line of lines)
    table.row('TD', [
      [line.name, ...line.details],
      [`${line.quantity}`],
      [line.unitPrice ?? ''],
      [line.price],
    ])
  table.row('TH', [[messages.bookings.total], [], [], [total]])
  for (const { rate, net, tax } of vat)
    table.row('TD', [[messages.bookings.vatIncluded({ rate, net })], [], [], [tax]])
  table.end()
  if (entries.length === 0) {
    write('P', messages.bookings.nothingToPay)
  } else {
    write('H2', messages.bookings.paymentsAndRefunds, { size: 13, isBold: true, gap: 6 })
    const ledger = tableOn(doc, root)
    for (const { on, label, amount } of entries) ledger.row('TD', [[label, on], [], [], [amount]])
    ledger.end()
  }
  root.end()
  doc.end()
  return ended
}

type Style = { size?: number; isBold?: boolean; gap?: number }

const writerOn =
  (doc: Pdf, root: Structure) =>
  (tag: 'H1' | 'H2' | 'P', text: string, { size = 10, isBold = false, gap = 3 }: Style = {}): void => {
    if (doc.y > bottom) doc.addPage()
    doc.fontSize(size)
    root.add(
      doc.struct(tag, {}, () => {
        drawText(doc, text, { x: left, y: doc.y, width: right - left, isBold })
      }),
    )
    doc.y += gap
  }

/** A table whose rows stand on a page as a whole. A cell is lines, the first in bold where there are several. */
const tableOn = (doc: Pdf, root: Structure) => {
  const table = doc.struct('Table')
  root.add(table)
  let { y } = doc
  const row = (kind: 'TH' | 'TD', cells: readonly (readonly string[])[]): void => {
    doc.fontSize(10)
    const isBold = (cell: readonly string[], index: number): boolean =>
      kind === 'TH' || (index === 0 && cell.length > 1)
    const height = Math.max(
      ...cells.map((cell, position) => {
        const { width } = columns[position] ?? columns[0]
        return cell.reduce((sum, text, index) => {
          doc.font(fontOf('latin', isBold(cell, index)))
          return sum + doc.heightOfString(text, { width })
        }, 0)
      }),
    )
    if (y + height > bottom) {
      doc.addPage()
      y = left
    }
    const line = doc.struct('TR')
    table.add(line)
    cells.forEach((cell, position) => {
      const { x, width } = columns[position] ?? columns[0]
      line.add(
        doc.struct(kind, {}, () => {
          doc.y = y
          cell.forEach((text, index) => {
            const isRight = position > 0
            drawText(doc, text, { x, y: doc.y, width, isBold: isBold(cell, index), isRight })
          })
        }),
      )
    })
    y += height + 4
    rule(doc, y)
    y += 5
  }
  return {
    row,
    end: () => {
      table.end()
      doc.x = left
      doc.y = y + 10
    },
  }
}

const rule = (doc: Pdf, y: number): void => {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke('#c9c9d1')
  doc.endMarkedContent()
}

type Box = { x: number; y: number; width: number; isBold: boolean; isRight?: boolean }

/** Text in the font of each of its scripts. Text on the right is figures, in one font. */
const drawText = (doc: Pdf, text: string, { x, y, width, isBold, isRight = false }: Box): void => {
  const runs = splitByFont(text)
  runs.forEach(({ script, words }, index) => {
    doc.font(fontOf(script, isBold))
    const options = { width, align: isRight ? 'right' : 'left', continued: index < runs.length - 1 } as const
    if (index === 0) doc.text(words, x, y, options)
    else doc.text(words, options)
  })
}
