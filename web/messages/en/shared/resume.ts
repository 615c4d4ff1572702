/** After the session has ended in the middle of something. */
export const logInToFinish = "You've been logged out. Log in and we'll finish what you started."
export const favouriteAdded = 'Saved to your favourites.'
export const favouriteRemoved = 'Removed from your favourites.'
