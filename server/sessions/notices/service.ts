import * as messages from '#server/messages/en/sessions.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** `request` is unique to each reset request, so that each gets its own e-mail. */
export const passwordReset: NoticeKind<{
  request: string
  firstName: string
  link: string
  minutes: number
}> = {
  kind: 'password_reset',
  about: ({ request }) => `reset:${request}`,
  write: ({ firstName, link, minutes }) => ({
    subject: messages.newPassword,
    heading: messages.newPassword,
    blocks: [
      { type: 'text', text: messages.resetText({ firstName }) },
      { type: 'link', label: messages.newPassword, href: link },
      {
        type: 'text',
        text: messages.resetValidity({ minutes }),
      },
    ],
  }),
}
