import { escapeHtml } from '#server/platform/raw.ts'
import type { Block, NoticeContent } from './rules.ts'

export type LaidOutMessage = { subject: string; text: string; html: string }

/** A message as plain text and as equivalent HTML; `seller` signs it. */
export const layOutNotice = (
  { subject, heading, blocks }: NoticeContent,
  seller: string,
): LaidOutMessage => ({
  subject,
  text: [heading, ...blocks.map(asText), seller].join('\n\n').concat('\n'),
  html: `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1b26;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;padding:0 0 12px;border-bottom:3px solid #1b1b26;font-size:18px;font-weight:bold">${escapeHtml(seller)}</p>
<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${escapeHtml(heading)}</h1>
${blocks.map(asHtml).join('\n')}
<p style="margin:24px 0 0;color:#55555f">${escapeHtml(seller)}</p>
</div>
</body>
</html>
`,
})

const asText = (block: Block): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'link':
      return `${block.label}:\n${block.href}`
    case 'list':
      return block.items
        .map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
        .join('\n\n')
  }
}

const asHtml = (block: Block): string => {
  switch (block.type) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`
    case 'link':
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.href)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(block.label)}</a></p>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0;list-style:none">${block.items
        .map(
          ({ title, lines, image }) =>
            `<li style="margin:0 0 12px;padding:12px;border:1px solid #c9c9d2;border-radius:6px"><strong>${escapeHtml(title)}</strong>${lines
              .map((line) => `<br>${escapeHtml(line)}`)
              .join('')}${image === undefined ? '' : imageAsHtml(image)}</li>`,
        )
        .join('')}</ul>`
  }
}

const imageAsHtml = ({ src, alt, size }: { src: string; alt: string; size: number }): string =>
  `<br><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${size}" height="${size}" style="display:block;margin:12px 0 0">`
