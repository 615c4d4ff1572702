import { formatted } from '#contract/money.ts'
import { date, localDay, time } from '#contract/time.ts'
import { attendeeOf, titleOf } from '#server/bookings/present.ts'
import type { OrderDetails } from '#server/bookings/service.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { isCancelled, netTaxOf } from '#server/bookings/rules.ts'
import * as messages from '#server/messages/en/bookings.ts'

type Pdf = PDFKit.PDFDocument
type Structure = PDFKit.PDFStructureElement

const left = 56
const right = 539
const bottom = 780
/** Left edges of the table's columns: item, time and place, quantity, price. */
const columns = [
  { x: left, width: 170 },
  { x: 232, width: 180 },
  { x: 418, width: 40 },
  { x: 464, width: 75 },
] as const

/**
 * The receipt of an order as a tagged PDF, whose structure screen readers can follow.
 * @returns the file's bytes
 */
export const presentReceipt = async ({
  order,
  bookings,
  payments,
  refunds,
  seller,
}: OrderDetails): Promise<Buffer> => {
  // Imported on demand, because the library loads fonts.
  const { default: PDFDocument } = await import('pdfkit')
  const symbol = seller.currencySymbol
  const placed = date(localDay(order.placedAt, seller.timezone), seller.timezone, order.placedAt)
  const doc = new PDFDocument({
    size: 'A4',
    margin: left,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    autoFirstPage: true,
    info: {
      Title: plainText(messages.receipt({ reference: order.reference })),
      Author: plainText(seller.name),
      CreationDate: order.placedAt,
    },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })

  const root = doc.struct('Document')
  doc.addStructure(root)
  const write = writerOn(doc, root)

  write('H1', messages.receipt({ reference: order.reference }), { size: 20, isBold: true, gap: 10 })
  write('P', seller.legalName === '' ? seller.name : seller.legalName, { isBold: true })
  if (seller.vatNumber !== '') write('P', messages.vatNumber({ number: seller.vatNumber }))
  write('P', `${placed.fullDate}, ${time(order.placedAt, seller.timezone).format24Hour}`, { gap: 16 })

  const table = doc.struct('Table')
  root.add(table)
  let y = doc.y
  const row = (kind: 'TH' | 'TD', cells: readonly string[]): void => {
    doc.font(kind === 'TH' ? 'Helvetica-Bold' : 'Helvetica').fontSize(10)
    const height = Math.max(
      ...cells.map((cell, index) =>
        doc.heightOfString(plainText(cell), { width: columns[index]?.width ?? 80 }),
      ),
    )
    if (y + height > bottom) {
      doc.addPage()
      y = left
    }
    const line = doc.struct('TR')
    table.add(line)
    cells.forEach((cell, index) => {
      const { x, width } = columns[index] ?? columns[0]
      line.add(
        doc.struct(kind, {}, () => {
          doc.text(plainText(cell), x, y, { width, align: index > 1 ? 'right' : 'left' })
        }),
      )
    })
    y += height + 8
  }
  row('TH', Object.values(messages.receiptColumns))
  for (const booking of bookings) {
    row('TD', [
      itemOf(booking),
      dateTimeAndPlace(booking),
      String(booking.quantity),
      formatted(booking.price + booking.moveRefund, symbol),
    ])
  }
  // Items that are not bookings: a penalty, a membership.
  for (const { cartableType, name, notes, price } of order.items) {
    if (cartableType !== 'penalty' && cartableType !== 'membership') continue
    row('TD', [name, notes.join(', '), '1', price.formatted])
  }
  table.end()
  doc.x = left
  doc.y = y + 6
  rule(doc)

  const sum = (text: string, isBold = false): void => write('P', text, { isBold, align: 'right' })
  sum(messages.total({ amount: formatted(order.total, symbol) }), true)
  // Of several destinations, moves came first.
  let onMoves = bookings.reduce((all, { moveRefund }) => all + moveRefund, 0)
  if (onMoves > 0) sum(messages.refundedOnMove({ amount: formatted(onMoves, symbol) }))
  for (const { destination, amount, status } of refunds) {
    if (status === 'failed') continue
    const other = Math.max(0, amount - onMoves)
    onMoves = Math.max(0, onMoves - amount)
    if (other > 0) sum(messages.refundedTo({ amount: formatted(other, symbol), destination }))
  }
  for (const [rate, tax] of taxByRate(bookings))
    sum(messages.vatIncluded({ rate: rate / 100, amount: formatted(tax, symbol) }))
  for (const { tenderType, amount, status } of payments) {
    const paid = { tender: tenderType, amount: formatted(amount, symbol) }
    sum(status === 'failed' ? messages.notPaidBy(paid) : messages.paidBy(paid))
  }
  if (order.total === 0) sum(messages.nothingToPay)

  root.end()
  doc.end()
  return ended
}

type Style = { size?: number; isBold?: boolean; gap?: number; align?: 'left' | 'right' }

const writerOn =
  (doc: Pdf, root: Structure) =>
  (
    tag: 'H1' | 'P',
    text: string,
    { size = 10, isBold = false, gap = 4, align = 'left' }: Style = {},
  ): void => {
    if (doc.y > bottom) doc.addPage()
    root.add(
      doc.struct(tag, {}, () => {
        doc
          .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
          .fontSize(size)
          .text(plainText(text), left, doc.y, { width: right - left, align })
      }),
    )
    doc.y += gap
  }

const rule = (doc: Pdf): void => {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.moveTo(left, doc.y).lineTo(right, doc.y).lineWidth(0.5).stroke('#6b6b76')
  doc.endMarkedContent()
  doc.y += 10
}

const itemOf = (booking: BookingRow): string => {
  const name = attendeeOf(booking)
  return messages.receiptItem({
    title: titleOf(booking),
    name: name === '' ? null : name,
    isCancelled: isCancelled(booking),
  })
}

const dateTimeAndPlace = (booking: BookingRow): string => {
  const day = date(booking.localDate, booking.timezone, booking.createdAt)
  const hours = `${time(booking.startsAt, booking.timezone).format24Hour} to ${time(booking.endsAt, booking.timezone).format24Hour}`
  return `${day.fullDatePretty}, ${hours}\n${booking.locationName}, ${booking.venueName}`
}

const taxByRate = (bookings: readonly BookingRow[]): [rate: number, pence: number][] => {
  const sums = new Map<number, number>()
  for (const booking of bookings) {
    const { vatRate } = booking
    if (vatRate > 0) sums.set(vatRate, (sums.get(vatRate) ?? 0) + netTaxOf(booking))
  }
  return [...sums].toSorted(([a], [b]) => a - b)
}

/** Characters outside Latin-1 that the built-in fonts contain (code page 1252). */
const otherParts = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/**
 * Text in the characters of a PDF's built-in fonts: others lose their accents (ŵ becomes w) or become a question
 * mark.
 */
const plainText = (text: string): string =>
  [...text]
    .map((letter) => {
      if (isVisible(letter)) return letter
      const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '')
      return bare !== '' && [...bare].every(isVisible) ? bare : '?'
    })
    .join('')

const isVisible = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return (
    code === 10 || (code >= 32 && code < 127) || (code >= 160 && code < 256) || otherParts.includes(letter)
  )
}
