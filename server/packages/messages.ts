import type { NoticeKind } from '#server/notices/rules.ts'

/** Visits of a package that are left and can soon not be used any more. `expiresOn` is the last day. */
export const packageExpiring: NoticeKind<{
  customerId: number
  packageId: number
  firstName: string
  name: string
  visitsLeft: number
  expiresOn: string
}> = {
  kind: 'package_expiring',
  about: ({ customerId, packageId }) => `customer:${customerId} package:${packageId}`,
  write: ({ firstName, name, visitsLeft, expiresOn }, { messages, sites }) => {
    const day = messages.format.fullDay(expiresOn)
    return {
      subject: messages.packages.expiringSubject({ name, visitsLeft, day }),
      heading: messages.packages.expiringHeading({ visitsLeft }),
      blocks: [
        { type: 'text', text: messages.packages.expiringText({ firstName, name, day }) },
        { type: 'link', label: messages.packages.book, href: sites.bookings },
        {
          type: 'link',
          isSecondary: true,
          label: messages.packages.seePackages,
          href: `${sites.account}/packages`,
        },
      ],
    }
  },
}
