import * as messages from '#messages/desk/frame.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'

export const DeskNoVenues = () => (
  <Container>
    <PageHeading>{messages.frontDesk}</PageHeading>
    <Empty title={messages.noVenues} />
  </Container>
)
