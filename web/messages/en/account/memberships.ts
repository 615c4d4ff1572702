export const title = 'Memberships'
export const none = 'No memberships yet'
export const noneHelp = 'Members pay less for many activities, and some are free.'
export const buy = 'Buy a membership'
