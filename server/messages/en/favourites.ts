export const limit = ({ most }: { most: number }) =>
  `You have ${most} favourites, which is the most. Remove one to add another.`
