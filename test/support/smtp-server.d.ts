/** The little that the mailbox below needs of it; the package brings no types. */
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  type Session = { envelope: { mailFrom: { address: string }; rcptTo: { address: string }[] } }

  export class SMTPServer {
    server: Server
    constructor(options: {
      authOptional?: boolean
      disabledCommands?: string[]
      onRcptTo?: (address: unknown, session: Session, done: (error?: Error) => void) => void
      onData?: (stream: Readable, session: Session, done: (error?: Error) => void) => void
    })
    listen(port: number, host: string, ready: () => void): void
    close(done: () => void): void
  }
}
