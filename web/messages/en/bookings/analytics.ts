export const title = 'Can we use analytics cookies?'
export const explanation = ({ operator }: { operator: string }): string =>
  `${operator} uses analytics cookies to see how people use this site. You can book without them.`
export const accepted = "You've accepted them."
export const rejected = "You've rejected them."
export const accept = 'Accept'
export const reject = 'Reject'
