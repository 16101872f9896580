/** The words of the sales channel's orders. */
export const en = {
  channelOrder: {
    title: 'Complete an order of the sales channel',
    part: 'Sales channel',
    open: 'Complete it there',
    look: 'Look at it',
    id: 'What the channel calls the order',
    idHint: 'Its number in the channel’s own system.',
    ticketHint:
      'For order {code} its own id stands here. Type another one if the channel knows it by another.',
    complete: 'Complete it',
    once: 'It is sent once. There is no way to take it back.',
    recent: 'Completed lately',
    tab: 'Account in the till: {tab}',
    order: 'Order {code}',
    settle: 'It is complete',
    again: 'Send again',
    discard: 'Let it be',
    takeBack: 'Do not send it',
  },
  channelOrderState: {
    queued: 'Waits to be sent',
    sending: 'Being sent',
    confirmed: 'Complete',
    unknown: 'Not known: it was sent, and no answer came. Look in the till, then say what is so.',
    refused: 'The sales channel refused it',
    'by-person': 'Complete, by a person’s word',
    withdrawn: 'Let be',
  },
}
