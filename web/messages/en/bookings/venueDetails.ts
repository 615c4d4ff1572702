export const about = 'About this venue'
export const openToday = ({ hours }: { hours: string }): string => `Open today ${hours}`
export const openingHours = 'Opening hours'
export const today = '(today)'
export const accessibility = 'Accessibility'
export const amenities = 'Facilities'
export const findUs = 'Find us'
export const directions = 'Directions'
export const newTab = '(opens in a new tab)'
