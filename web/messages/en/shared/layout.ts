import { plural } from '#messages/format.ts'

export const skipToContent = 'Skip to main content'
export const main = 'Main'
export const menu = 'Menu'
export const closeMenu = 'Close menu'
export const logo = ({ name }: { name: string }): string => `${name}, home`
export const bookActivity = 'Book an activity'
export const buyMembership = 'Buy a membership'
export const myAccount = 'My account'
export const logIn = 'Log in'
export const createAccount = 'Create an account'
export const shoppingBasket = 'Shopping basket'
export const basket = 'Basket'
export const basketCount = ({ count }: { count: number }): string =>
  count === 0
    ? 'Basket, empty'
    : plural(count, { one: `Basket, ${count} item`, other: `Basket, ${count} items` })
export const recentMessages = 'Recent messages'
export const cookieSettings = 'Cookie settings'
export const account = 'Account'
