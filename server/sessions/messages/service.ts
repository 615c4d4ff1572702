import type { MessageKind } from '#server/notices/rules.ts'

/** `request` is unique to each reset request, so that each gets its own e-mail. */
export const passwordReset: MessageKind<{
  request: string
  firstName: string
  link: string
  minutes: number
}> = {
  kind: 'password_reset',
  about: ({ request }) => `reset:${request}`,
  write: ({ firstName, link, minutes }) => ({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    blocks: [
      { type: 'text', text: `Hello ${firstName}, somebody asked for a new password for your account.` },
      { type: 'link', label: 'Choose a new password', href: link },
      {
        type: 'text',
        text: `The link works once and for ${minutes} minutes. If it was not you, there is nothing to do: your password stays as it is.`,
      },
    ],
  }),
}
