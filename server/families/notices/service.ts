import { dayInWords } from '#contract/time.ts'
import * as messages from '#server/messages/en/families.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** `invitation` is unique to each, so that each has its own message. `firstName` is of a person who takes over. */
export const familyInvitationSent: NoticeKind<{
  invitation: number
  inviter: string
  firstName: string | null
  code: string
  lastDay: string
}> = {
  kind: 'family_invitation',
  about: ({ invitation }) => `family-invitation:${invitation}`,
  write: ({ inviter, firstName, code, lastDay }, { sites }) => ({
    subject: firstName === null ? messages.inviteSubject({ inviter }) : messages.takeOverSubject({ inviter }),
    heading: firstName === null ? messages.inviteHeading : messages.takeOverHeading,
    blocks: [
      {
        type: 'text',
        text:
          firstName === null
            ? messages.inviteText({ inviter })
            : messages.takeOverText({ firstName, inviter }),
      },
      {
        type: 'link',
        label: messages.openInvitation,
        href: `${sites.account}/family/invitation?code=${code}`,
        isSecret: true,
      },
      { type: 'text', text: messages.validUntil({ day: dayInWords(lastDay) }) },
    ],
  }),
}
