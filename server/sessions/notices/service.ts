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
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    blocks: [
      { type: 'text', text: `Hello ${firstName}, someone asked to reset the password of your account.` },
      { type: 'link', label: 'Choose a new password', href: link },
      {
        type: 'text',
        text: `The link works once, for ${minutes} minutes. If this wasn't you, you don't need to do anything. Your password stays the same.`,
      },
    ],
  }),
}
