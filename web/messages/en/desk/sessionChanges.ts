// Changing a session that people have booked
export const heading = 'Changes'
export const changeSession = 'Change name, time or place'
export const name = 'Name'
export const day = 'Day'
export const start = 'Start'
export const end = 'End'
export const room = 'Room or court'
export const meetingPoint = 'Meeting point'
export const joinLink = 'Link to join online'
export const joinLinkHint = 'Only people who have booked see it'
export const meetingPointHint = 'Where people meet, if not in the room'
export const message = 'Message'
export const messageHint = 'Added to the e-mail about the change'
export const saved = 'Saved.'

// A message to all who have booked it
export const sendMessage = 'Send a message to everyone booked'
export const whoGets = 'By e-mail, or through the partner they booked with'
