import type { Config } from '#server/platform/config.ts'

/** A message as it goes out. `id` is its own for good, so that one sent twice is recognised as one. */
export type Message = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { name: string; mediaType: string; content: Buffer }[]
}

/** Takes messages to people. A throw means that it was not taken, or that no one knows. */
export type Mail = { send: (message: Message) => Promise<void> }

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
    send: async ({ id, to, subject, text, html, attachments }) => {
      transport ??= connect()
      await (
        await transport
      ).sendMail({
        messageId: `<${id}@${domain}>`,
        // An address alone: a comma in it must not make it two.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: attachments.map(({ name, mediaType, content }) => ({
          filename: name,
          contentType: mediaType,
          content,
        })),
      })
    },
  }
}
