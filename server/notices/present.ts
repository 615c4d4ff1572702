import { createHash } from 'node:crypto'
import { hex, parseColour, readableColour, readableFill, textColourOn } from '#contract/colours.ts'
import type { Messages } from '#server/messages/languages.ts'
import { escapeHtml } from '#server/platform/raw.ts'
import type { Block, NoticeContent, Picture } from './rules.ts'

export type LaidOutMessage = { subject: string; text: string; html: string }

/** How people reach the operator, or a venue. */
export type Contact = { name: string; address: string; phone: string; email: string }

/** Who signs a message, and the colours of their theme where they have one. */
export type Sender = Contact & {
  /** '' where it trades under its name. */
  legalName: string
  vatNumber: string
  /** The venue that the message is about. */
  venue: Contact | null
  primaryColour: string | null
  headerBgColour: string | null
  headerPrimaryColour: string | null
  /** At the head; the name stands there without one. `width` null: as wide as it comes. */
  logo: { src: string; name: string; width: number | null; height: number } | null
}

/**
 * A message as plain text and as equivalent HTML. Programs for mail know neither style sheets nor grids: the styles
 * are in the elements, and a narrow window only narrows the one column.
 */
export const layOutNotice = (
  { subject, heading, blocks, preview }: NoticeContent,
  sender: Sender,
  { format, notices }: Pick<Messages, 'format' | 'notices'>,
): LaidOutMessage => {
  const foot = footOf(sender, notices)
  const colours = coloursOf(sender)
  const name = escapeHtml(sender.venue?.name ?? sender.name)
  return {
    subject,
    text: [
      heading,
      ...blocks.map(asText),
      '-- ',
      ...foot.map((lines) => lines.map(({ text }) => text).join('\n')),
    ]
      .join('\n\n')
      .concat('\n'),
    html: `<!doctype html>
<html lang="${format.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f4f8;color:${ink};font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview ?? previewOf(blocks))}</div>
<div style="max-width:600px;margin:0 auto;background:#ffffff">
<p style="margin:0;padding:20px 24px;background:${colours.header};color:${colours.onHeader};font-size:20px;font-weight:bold">${logoAsHtml(sender) ?? name}</p>
<div style="padding:28px 24px 12px">
<h1 style="font-size:26px;line-height:1.25;margin:0 0 16px">${escapeHtml(heading)}</h1>
${blocks.map((block) => asHtml(block, colours)).join('\n')}
</div>
<div style="padding:16px 24px 12px;border-top:1px solid ${edge};color:${quietInk};font-size:14px">
${foot.map(footAsHtml).join('\n')}
</div>
</div>
</body>
</html>
`,
  }
}

type FootLine = { text: string; href?: string; isName?: true }

/** Whom to ask, and who sells: the venue first, which people know. */
const footOf = (sender: Sender, words: Messages['notices']): FootLine[][] => {
  const { venue, legalName, vatNumber, name } = sender
  const company = [
    ...(legalName === '' || legalName === name ? [] : [legalName]),
    ...(vatNumber === '' ? [] : [words.vatNumber({ number: vatNumber })]),
  ]
  return [
    ...(venue === null ? [] : [contactLines(venue)]),
    [...contactLines(sender), ...company.map((text) => ({ text }))],
  ]
}

const contactLines = ({ name, address, phone, email }: Contact): FootLine[] => [
  { text: name, isName: true },
  ...(address === '' ? [] : [{ text: address }]),
  ...(phone === '' ? [] : [{ text: phone, href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` }]),
  ...(email === '' ? [] : [{ text: email, href: `mailto:${email}` }]),
]

const footAsHtml = (lines: readonly FootLine[]): string =>
  `<p style="margin:0 0 12px">${lines
    .map(({ text, href, isName }) => {
      const words = escapeHtml(text)
      if (isName === true) return `<strong>${words}</strong>`
      return href === undefined
        ? words
        : `<a href="${escapeHtml(href)}" style="color:${quietInk}">${words}</a>`
    })
    .join('<br>')}</p>`

/** The first sentence, else the first thing of a list. */
const previewOf = (blocks: readonly Block[]): string => {
  for (const block of blocks) {
    if (block.type === 'text' && block.isSecret !== true) return block.text
    const [item] = block.type === 'list' ? block.items : []
    if (item !== undefined) return [item.title, ...item.lines].join(', ')
  }
  return ''
}

const ink = '#17141f'

const quietInk = '#55555f'

const edge = '#dcdce4'

/** Where pictures are not loaded, its alternative text looks like the name that it stands for. */
const logoAsHtml = ({ logo }: Sender): string | null => {
  if (logo === null) return null
  const { src, name, width, height } = logo
  const sizes = `${width === null ? '' : `width="${width}" `}height="${height}"`
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(name)}" ${sizes} style="display:block;border:0;color:inherit;font-size:16px;line-height:1.2;font-weight:bold">`
}

type Colours = { header: string; onHeader: string; fill: string; onFill: string }

/** The colours of a theme, adjusted until what is written on them is readable. */
const coloursOf = ({ primaryColour, headerBgColour, headerPrimaryColour }: Sender): Colours => {
  const header = parseColour(headerBgColour, ink)
  const fill = readableFill(parseColour(primaryColour, '#1d4ed8'))
  return {
    header: hex(header),
    onHeader: hex(readableColour(parseColour(headerPrimaryColour, '#ffffff'), header, 4.5)),
    fill: hex(fill),
    onFill: hex(textColourOn(fill)),
  }
}

const asText = (block: Block): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'link':
      // A question ends as it is.
      return `${block.label}${block.label.endsWith('?') ? '' : ':'}\n${block.href}`
    case 'list':
      return block.items
        .map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
        .join('\n\n')
  }
}

const asHtml = (block: Block, { fill, onFill }: Colours): string => {
  switch (block.type) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`
    case 'link': {
      const colours =
        block.isSecondary === true
          ? `border:1px solid ${edge};color:${ink}`
          : `border:1px solid ${fill};background:${fill};color:${onFill}`
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.href)}" style="display:inline-block;max-width:100%;box-sizing:border-box;padding:11px 24px;border-radius:24px;${colours};font-weight:bold;line-height:1.3;text-align:center;text-decoration:none">${escapeHtml(block.label)}</a></p>`
    }
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0;list-style:none">${block.items
        .map(
          ({ title, lines, image }) =>
            `<li style="margin:0 0 12px;padding:16px;border:1px solid ${edge};border-radius:12px"><strong style="font-size:18px">${escapeHtml(title)}</strong>${lines
              .map((line) => `<br>${escapeHtml(line)}`)
              .join('')}${image === undefined ? '' : imageAsHtml(image)}</li>`,
        )
        .join('')}</ul>`
  }
}

/** RFC 2392: an address. */
const contentIdOf = ({ name }: Picture): string => `${name}@picture`

/** The pictures of a message, which its HTML refers to. */
export const picturesOf = ({
  blocks,
}: Pick<NoticeContent, 'blocks'>): NonNullable<NoticeContent['attachments']> =>
  blocks
    .flatMap((block) => (block.type === 'list' ? block.items : []))
    .flatMap(({ image }) => image ?? [])
    .map((picture) => ({
      name: picture.name,
      mediaType: 'image/png',
      content: picture.content,
      contentId: contentIdOf(picture),
    }))

/** The HTML with its pictures in it, for a browser, which knows no parts of a message. */
export const withPictures = (html: string, pictures: ReturnType<typeof picturesOf>): string =>
  pictures.reduce(
    (body, { contentId = '', mediaType, content }) =>
      body.replaceAll(`"cid:${contentId}"`, `"data:${mediaType};base64,${content.toString('base64')}"`),
    html,
  )

const imageAsHtml = (picture: Picture): string => {
  const { alt, size } = picture
  return `<br><img src="cid:${escapeHtml(contentIdOf(picture))}" alt="${escapeHtml(alt)}" width="${size}" height="${size}" style="display:block;margin:12px 0 0">`
}

/** The message for those who are not its recipient: what is secret is left out. */
export const withoutSecrets = (content: NoticeContent, messages: Messages): NoticeContent => ({
  ...content,
  blocks: content.blocks.map((block) =>
    block.isSecret === true ? { type: 'text', text: messages.notices.secretHidden } : block,
  ),
})

/** The height of a logo in a message, px. */
const logoHeight = 40

/** No wider than this, px: a narrow phone and its margins. */
const logoMaxWidth = 272

/** `path` is served by us below the bookings site, `width` unknown for a picture elsewhere. */
type MailLogo = { height: number } & (
  | { path: string; width: number; bytes: Uint8Array<ArrayBuffer> }
  | { address: string }
)

/** Whose logo it is: `7` of an operator, `v7` of a venue. */
export type LogoOwner = number | `v${number}`

/**
 * The logo of an operator or a venue for its messages: a PNG in the database, or a picture at an address that is no SVG. Null for
 * any other, and the message begins with the name.
 */
export const mailLogo = (owner: LogoOwner, logo: string | null): MailLogo | null => {
  if (logo === null) return null
  if (/^https:\/\/\S+\.(png|jpe?g|gif)(\?\S*)?$/i.test(logo)) return { address: logo, height: logoHeight }
  const data = /^data:image\/png;base64,(.+)$/s.exec(logo)?.[1]
  if (data === undefined) return null
  const bytes = new Uint8Array(Buffer.from(data, 'base64'))
  const size = sizeOfPng(bytes)
  if (size === null) return null
  const scale = Math.min(logoHeight / size.height, logoMaxWidth / size.width)
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return {
    path: `/mail-logos/${owner}-${digest}.png`,
    width: Math.round(size.width * scale),
    height: Math.round(size.height * scale),
    bytes,
  }
}

/** From the header of a PNG, which begins after its signature and the name of the chunk. */
const sizeOfPng = (bytes: Uint8Array<ArrayBuffer>): { width: number; height: number } | null => {
  if (bytes.length < 24 || bytes[0] !== 0x89) return null
  const view = new DataView(bytes.buffer)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return width === 0 || height === 0 ? null : { width, height }
}
