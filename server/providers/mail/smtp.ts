import type { Config } from '#server/platform/config.ts'

/** A file that comes with a message. `contentId`: a picture of the HTML, which refers to it as `cid:{contentId}`. */
type Attachment = { name: string; mediaType: string; content: Buffer; contentId?: string }

/** A message as it goes out. `id` is its own for good, so that one sent twice is recognised as one. */
export type Message = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  /** Of news: where a mail program ends it by one POST (RFC 8058). */
  unsubscribeAt?: string
}

/**
 * Takes messages to people. A throw means that it was not taken, or that no one knows; `no_such_address`, that it never
 * will be.
 */
export type Mail = { send: (message: Message) => Promise<'no_such_address' | void> }

/**
 * Whether the server says that the address does not exist (RFC 3463: 5.1.1 to 5.1.3, 5.1.6, 5.1.10) or is out of use
 * (5.2.1). Every other refusal may be the server's own fault, and end.
 */
const isNoSuchAddress = (error: unknown): boolean => {
  const { command, response } = error as { command?: unknown; response?: unknown }
  return (
    command === 'RCPT TO' &&
    typeof response === 'string' &&
    /^5\d\d[ -]5\.(1\.([1236]|10)|2\.1)\b/.test(response)
  )
}

/** ms, where the address has no others: shorter than the lease of the job that sends (server/platform/queue.ts). */
const timeOuts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

const withTimeOuts = (smtpUrl: string): string => {
  const url = new URL(smtpUrl)
  for (const [name, ms] of Object.entries(timeOuts))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  return url.href
}

/** The mail server of the settings; null without one. */
export const createMail = ({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mail | null => {
  if (smtpUrl === undefined) return null
  const domain = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'onside.invalid'
  // Loaded with the first message.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(withTimeOuts(smtpUrl), {
      from: mailFrom,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof connect> | undefined
  return {
    send: async ({ id, to, subject, text, html, attachments, unsubscribeAt }) => {
      transport ??= connect()
      const message = {
        messageId: `<${id}@${domain}>`,
        // An address alone: a comma in it must not make it two.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeAt !== undefined && {
            'List-Unsubscribe': `<${unsubscribeAt}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        attachments: attachments.map(({ name, mediaType, content, contentId }) => ({
          filename: name,
          contentType: mediaType,
          content,
          // Becomes a part of multipart/related beside the HTML.
          ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
        })),
      }
      const server = await transport
      try {
        await server.sendMail(message)
      } catch (error) {
        if (isNoSuchAddress(error)) return 'no_such_address'
        throw error
      }
    },
  }
}
